// Reads each page of the old output once: which text of ours it says, and where the two differ.
import type { Article, Page as OwnPage } from '#pdc/article/article';
import type { Library } from '#pdc/library/library';
import type { Claims } from '../../flow/checks/claims.ts';
import { oldAddresses } from '../addresses.ts';
import type { Blog } from '../blog.ts';
import type { Folder } from '../folder.ts';
import type { Target } from '../old-lists.ts';
import type { Plan } from '../plan.ts';
import { compareWords } from './compare.ts';
import type { Difference } from './compare.ts';
import { indexTexts, mainPart } from './match.ts';
import { partOf, readPage, wordsIn } from './page.ts';
import type { Page, Words } from './page.ts';
import type { PublishedFolder } from './published.ts';

export type OldSiteInput = {
  readonly published: PublishedFolder;
  readonly folder: Folder;
  readonly blog: Blog;
  readonly plan: Plan;
  readonly library: Library;
  /** The paths that the new site emits without redirects and copies. */
  readonly claims: Claims;
  /** What the new page of each open text says, by its source. */
  readonly texts: ReadonlyMap<string, Words>;
};

type Entry = Article | OwnPage;

/** A page that says the text of an article or a page of ours. */
type Match = { readonly source: string; readonly differences: readonly Difference[] };

export type TextReport = {
  /** How many articles have an old page with the same text, dates, counts and neighbours aside. */
  readonly same: number;
  readonly compared: number;
  /** The other articles by their file in the blog, with the first difference. */
  readonly different: readonly { readonly file: string; readonly difference: Difference }[];
  /** Articles without an old page. */
  readonly absent: readonly string[];
};

export type Reading = {
  /** What the settings of the engine state, by address. */
  readonly stated: ReadonlyMap<string, Target>;
  readonly matches: ReadonlyMap<string, Match>;
  /** Pages that lead their readers elsewhere by themselves, by address. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Addresses whose page says a text that is not published: a draft, or one with an error. */
  readonly unpublished: ReadonlyMap<string, string>;
  /** Addresses of files that an old text shows or links to. */
  readonly named: ReadonlySet<string>;
  readonly texts: TextReport;
};

/** Reads each old page once and keeps what it proves. */
export function readOldPages({ published, folder, blog, plan, library, texts }: OldSiteInput): Reading {
  const entries = new Map([...library.articles, ...library.pages].map((entry) => [entry.source, entry]));
  const fromOf = new Map(plan.content.map(({ from, to }) => [to, from]));
  const unpublishedTexts = plan.content.filter(({ to }) => to.endsWith('.md') && !entries.has(to));
  const index = indexTexts(
    new Map([
      ...[...texts].map(([source, { words }]) => [source, words] as const),
      ...unpublishedTexts.map(({ from, to, text }) => [to, wordsIn(text ?? folder.text(from) ?? '')] as const),
    ]),
  );
  const stated = new Map(oldAddresses({ blog, plan }).map(({ from, to }) => [from, to]));
  const matches = new Map<string, Match>();
  const aliases = new Map<string, string>();
  const unpublished = new Map<string, string>();
  const named = new Set<string>();

  for (const { file, address } of published.pages) {
    const page = readPage(published.folder.text(file) ?? '');
    if (page.refresh !== undefined) aliases.set(address, page.refresh);
    else {
      const source = sourceOf(page, address);
      if (source === undefined) continue;
      if (!entries.has(source)) unpublished.set(address, fromOf.get(source) ?? source);
      else matches.set(address, { source, differences: differencesOf(page, { source, address }) });
    }
  }
  return { stated, matches, aliases, unpublished, named, texts: reportTexts({ matches, entries, texts, fromOf }) };

  /** The text that a page says; where several are whole in it, it is a list, unless the settings or its title name one. */
  function sourceOf(page: Page, address: string): string | undefined {
    const target = stated.get(address);
    // A list may show a text as a whole.
    if (target && !('source' in target)) return undefined;
    const expected = target?.source;
    const candidates = index.find(page.words);
    if (candidates.length === 1) return candidates[0];
    if (expected !== undefined && (candidates.includes(expected) || isTitled(page, expected))) return expected;
    return candidates.length === 0 ? undefined : candidates.find((source) => isNamed(page, source));
  }

  function isTitled(page: Page, source: string): boolean {
    const title = wordsIn(entries.get(source)?.title ?? '').join(' ');
    return title !== '' && page.headings.some((heading) => wordsIn(heading).join(' ').includes(title));
  }

  function isNamed(page: Page, source: string): boolean {
    const title = wordsIn(entries.get(source)?.title ?? '').join(' ');
    return title !== '' && wordsIn(page.title).join(' ').startsWith(title);
  }

  function differencesOf(page: Page, { source, address }: { source: string; address: string }): Difference[] {
    const text = texts.get(source);
    // A locked text is compared with nothing.
    if (text === undefined) return [];
    const extent = mainPart(page, text.words);
    for (const link of page.links.slice(...extent.links)) {
      const path = resolveLink(link, address);
      if (path !== undefined) named.add(path);
    }
    return compareWords(partOf(page, extent), text);
  }
}

/** The site path of a link on an old page; undefined where it leads elsewhere. */
export function resolveLink(link: string, address: string): string | undefined {
  const origin = 'http://old.invalid';
  if (!URL.canParse(link, origin)) return undefined;
  const url = new URL(link, `${origin}${encodeURI(address)}`);
  if (url.origin !== origin) return undefined;
  try {
    return decodeURIComponent(url.pathname).normalize('NFC');
  } catch {
    return undefined;
  }
}

type Compared = {
  readonly matches: ReadonlyMap<string, Match>;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly texts: ReadonlyMap<string, Words>;
  readonly fromOf: ReadonlyMap<string, string>;
};

/** Leaves out what the theme put around every text, and what the article's own front matter says. */
function reportTexts({ matches, entries, texts, fromOf }: Compared): TextReport {
  const bySource = new Map<string, readonly Difference[]>();
  for (const { source, differences } of matches.values()) {
    const other = bySource.get(source);
    if (other === undefined || differences.length < other.length) bySource.set(source, differences);
  }
  const counts = new Map<string, number>();
  for (const differences of bySource.values())
    for (const key of new Set(differences.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isOfTheme = (difference: Difference): boolean =>
    difference.kind !== 'joined' && (counts.get(keyOf(difference)) ?? 0) >= Math.max(3, 0.2 * bySource.size);
  const different: { file: string; difference: Difference }[] = [];
  for (const [source, differences] of bySource) {
    const entry = entries.get(source);
    const facts = factsOf(entry);
    const [difference] = differences.filter((one) => !isOfTheme(one) && !isFact(one, facts));
    if (difference) different.push({ file: fromOf.get(source) ?? source, difference });
  }
  const compared = [...bySource.keys()].filter((source) => texts.has(source));
  const absent = [...texts.keys()].filter((source) => !bySource.has(source) && entries.get(source)?.layout === 'post');
  return {
    compared: compared.length,
    same: compared.length - different.length,
    different,
    absent: absent.map((source) => fromOf.get(source) ?? source),
  };
}

const keyOf = ({ kind, text }: Difference): string => `${kind} ${text}`;

function factsOf(entry: Entry | undefined): Set<string> {
  if (entry === undefined) return new Set();
  const terms = entry.layout === 'post' ? [...entry.categories, ...entry.tags, entry.description] : [];
  return new Set([entry.title, ...terms].flatMap(wordsIn));
}

/** Dates and counts are numbers; a title, its categories and tags stand around a text. */
const isFact = ({ kind, text }: Difference, facts: ReadonlySet<string>): boolean =>
  kind === 'lost' && text.split(' ').every((word) => facts.has(word) || /^[\d年月日时分秒字]+$/.test(word));
