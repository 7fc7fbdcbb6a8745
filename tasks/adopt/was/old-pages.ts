// Reads each page of the old output once. Finds the adopted text that the page shows, and the differences between both.
import { decode } from '#pdc/text/decode';
import { oldAddresses } from '../address-plan.ts';
import type { AddressContext } from '../address-plan.ts';
import type { Folder } from '../blog-folder.ts';
import type { Target } from '../old-addresses.ts';
import { compareWords } from './compare-words.ts';
import type { Difference } from './compare-words.ts';
import { indexTexts, mainPart } from './text-index.ts';
import type { Found } from './text-index.ts';
import { partOf, readPage, wordsIn } from './page-words.ts';
import type { Page } from './page-words.ts';
import type { NewText } from './new-texts.ts';
import type { PublishedFolder } from './published-site.ts';
import { createSift, Theme } from './old-theme.ts';
import type { Entry, Match, Pair } from './old-theme.ts';

export type OldSiteInput = AddressContext & {
  readonly published: PublishedFolder;
  readonly folder: Folder;
  /** The words of the new page of each unlocked text, by its source. */
  readonly texts: ReadonlyMap<string, NewText>;
};

export type TextReport = {
  /** The number of articles whose old page has the same text, apart from dates, counts and neighboring articles. */
  readonly same: number;
  readonly compared: number;
  /** The other compared articles: the file in the blog, and the first difference. */
  readonly different: readonly { readonly file: string; readonly difference: Difference }[];
  /** Articles without an old page. */
  readonly absent: readonly string[];
};

export type Reading = {
  /** The targets that the settings of the engine state, by address. */
  readonly stated: ReadonlyMap<string, Target>;
  readonly matches: ReadonlyMap<string, Match>;
  /** Pages that redirect by themselves: their targets, by address. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Pages that show an unpublished text, which is a draft or has an error: the file of the text, by address. */
  readonly unpublished: ReadonlyMap<string, string>;
  /** Addresses of files that an old text shows or links to. */
  readonly named: ReadonlySet<string>;
  readonly texts: TextReport;
};

/** Reads each old page once, and collects what the pages show about the old addresses. */
export function readOldPages({ published, folder, blog, plan, library, texts }: OldSiteInput): Reading {
  const entries = new Map([...library.articles, ...library.pages].map((entry) => [entry.source, entry]));
  const fromOf = new Map(plan.content.map(({ from, to }) => [to, from]));
  const unpublishedTexts = plan.content.filter(({ to }) => to.endsWith('.md') && !entries.has(to));
  const findTexts = indexTexts(
    new Map([
      ...[...texts].map(([source, { words }]) => [source, words] as const),
      ...unpublishedTexts.map(({ from, to, text }) => [to, wordsIn(text ?? folder.text(from) ?? '')] as const),
    ]),
  );
  const stated = new Map(oldAddresses({ blog, plan }).map(({ from, to }) => [from, to]));
  const pairs = new Map<string, Pair>();
  const aliases = new Map<string, string>();
  const unpublished = new Map<string, string>();
  const named = new Set<string>();

  const theme = new Theme();
  const titles = new Map([...entries.values()].map(({ title, source }) => [phraseOf(title), source]));
  for (const { file, address } of published.pages) {
    const html = published.folder.text(file) ?? '';
    // Most pages of a large blog are lists, and their words decide nothing.
    if (isStatedList(address) && !/http-equiv=["']?refresh/i.test(html)) continue;
    const page = readPage(html);
    if (page.refresh !== undefined) aliases.set(address, page.refresh);
    else {
      const match = findTexts(page.words);
      const source = sourceOf(page, { address, match });
      const entry = source === undefined ? undefined : entries.get(source);
      if (source === undefined) continue;
      if (entry === undefined) unpublished.set(address, fromOf.get(source) ?? source);
      else pairs.set(address, { ...compare(page, { entry, address }), isOther: !match.holds(source) });
    }
  }
  const sift = createSift({ theme, folder, blog, library, texts, fromOf });
  const matches = new Map([...pairs].map(([address, pair]) => [address, sift(pair)]));
  return { stated, matches, aliases, unpublished, named, texts: reportTexts() };

  /** Whether the settings name a list at this address, or at the address of the first page of the list. */
  function isStatedList(address: string): boolean {
    const target = stated.get(address) ?? stated.get(address.replace(/(?<=\/)page\/\d+\/$/, ''));
    return target !== undefined && !('source' in target);
  }

  /**
   * The text that a page shows. A page that contains several whole texts is a list, unless its title or the settings
   * name one of them.
   */
  function sourceOf(
    page: Page,
    { address, match: { texts: candidates, parts } }: { address: string; match: Found<string> },
  ): string | undefined {
    // A list may contain a whole text, but is not the page of this text.
    if (isStatedList(address)) return undefined;
    const target = stated.get(address);
    const expected = target && 'source' in target ? target.source : undefined;
    if (expected !== undefined && (candidates.includes(expected) || isTitled(page, expected))) return expected;
    const [only, ...more] = candidates.filter((source) => isNamed(page, source));
    if (only !== undefined && more.length === 0) return only;
    const [source] = candidates;
    // A theme may name the previous and the next text, and show how they begin.
    const isList = parts > maxNeighbours + 1 || (source !== undefined && countOthers(page, source) > maxNeighbours);
    return candidates.length === 1 && !isList ? source : undefined;
  }

  function isTitled(page: Page, source: string): boolean {
    const title = phraseOf(entries.get(source)?.title ?? '');
    return title !== '' && page.headings.some((heading) => phraseOf(heading).includes(title));
  }

  function isNamed(page: Page, source: string): boolean {
    const title = phraseOf(entries.get(source)?.title ?? '');
    return title !== '' && phraseOf(page.title).startsWith(title);
  }

  /** The number of other texts whose title is among the headings of a page. */
  function countOthers({ headings }: Page, source: string): number {
    const otherTitles = new Set(headings.map((heading) => titles.get(phraseOf(heading))));
    otherTitles.delete(undefined);
    otherTitles.delete(source);
    return otherTitles.size;
  }

  function compare(page: Page, { entry, address }: { entry: Entry; address: string }): Omit<Pair, 'isOther'> {
    const text = texts.get(entry.source);
    // A locked text is not compared.
    if (text === undefined) return { entry, differences: [], around: [], length: 0 };
    const extent = mainPart(page, text.words);
    for (const link of page.links.slice(...extent.links)) {
      const path = resolveLink(link, { address, site: blog.facts.url });
      if (path !== undefined) named.add(path);
    }
    // A text without words cannot be located on its page.
    const around =
      text.words.length === 0 ? page.words : [...page.words.slice(0, extent.start), ...page.words.slice(extent.end)];
    const differences = compareWords(partOf(page, extent), text);
    theme.learn({ around, differences });
    // The layout of a page can contain more words than its file.
    const isShort = entry.layout === 'page' && text.words.length < maxShort;
    return { entry, differences, around: isShort ? around : [], length: text.words.length };
  }

  /** If a text has several old pages, the page with the fewest differences counts. */
  function reportTexts(): TextReport {
    const bySource = new Map<string, readonly Difference[]>();
    for (const { source, differences } of matches.values()) {
      const nearest = bySource.get(source);
      if (nearest === undefined || differences.length < nearest.length) bySource.set(source, differences);
    }
    const compared = [...bySource.keys()].filter((source) => texts.has(source));
    const different = compared.flatMap((source) => {
      const [difference] = bySource.get(source)!;
      return difference ? [{ file: fromOf.get(source) ?? source, difference }] : [];
    });
    const absent = [...texts.keys()].filter(
      (source) => !bySource.has(source) && entries.get(source)?.layout === 'post',
    );
    return {
      compared: compared.length,
      same: compared.length - different.length,
      different,
      absent: absent.map((source) => fromOf.get(source) ?? source),
    };
  }
}

/** The number of other texts that the page of one text may mention. A list mentions more. */
const maxNeighbours = 2;

/** A page with fewer words may get most of its text from its layout. */
const maxShort = 60;

const phraseOf = (text: string): string => wordsIn(text).join(' ');

/** The path of a link on the old page at `address` of the site `site`; undefined if it leads to another site. */
export function resolveLink(link: string, { address, site = '' }: OldPlace): string | undefined {
  const origin = 'http://old.invalid';
  const [target = '', home = ''] = [link, site].map((url) => url.replace(/^https?:(?=\/\/)/, '').replace(/\/$/, ''));
  const isOwn = home !== '' && `${target}/`.startsWith(`${home}/`);
  const local = isOwn ? `/${link.replace(/^https?:/, '').slice(home.length + 1)}` : link;
  if (!URL.canParse(local, origin)) return undefined;
  const url = new URL(local, `${origin}${encodeURI(address)}`);
  return url.origin === origin ? decode(url.pathname)?.normalize('NFC') : undefined;
}

type OldPlace = { readonly address: string; readonly site?: string | undefined };
