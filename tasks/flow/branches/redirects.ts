// Makes a file for each old address: a page that redirects to the new address, or a copy of the feed. This branch runs
// last, because all other files have precedence.
import type { Article } from '#pdc/article/article';
import { toDefects, top } from '#pdc/words/defect';
import type { Defect, Finding, Place } from '#pdc/words/defect';
import type { Output } from '#pdc/text/document';
import { feed } from '#pdc/endpoints/atom.xml';
import { pathOf } from '#pdc/library/addresses';
import type { Library } from '#pdc/library/library';
import { isFeedCopy, redirectsFile } from '#pdc/library/redirects-file';
import type { Redirect } from '#pdc/library/redirects-file';
import type { Site } from '#pdc/site/site';
import { alike } from '#pdc/text/fold';
import { redirectDocument } from '../../theme/pages/redirect.ts';
import { feedArgs } from './crawlers.ts';
import { fileOf } from './human.ts';
import type { Edition } from '../edition.ts';
import { createFileNames } from '../file-names.ts';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

/** An old address of an article. */
type Alias = Pick<Redirect, 'from' | 'to'> & { readonly article: Article };

export type Redirects = {
  /** The rows. Call it when all other files have their addresses. */
  readonly rows: (files: () => Iterable<string>, more: readonly Redirect[]) => readonly OutputRow[];
  /** Reports redirects to missing pages, and old addresses that another file has. Call it when all files are known. */
  readonly findDefects: (has: (path: string) => boolean) => readonly Defect[];
};

export function createRedirects(edition: Edition): Redirects {
  const { library, redirects = [], redirectsName = redirectsFile, lenient, ignoresCase } = edition;
  const { site } = library;
  const aliases = aliasesOf(library);
  const defects: Defect[] = [];
  let published: readonly Redirect[] = [];
  return {
    rows(files, more) {
      const warn = (address: Alias | Redirect, text: Message): void => {
        const finding = { rule: 'slug-unique', message: text, always: 'warn' } as const;
        const { file, place } = isAlias(address)
          ? placeOf(address, edition)
          : { file: redirectsName, place: address.place };
        defects.push(...toDefects([{ ...finding, place }], { file, settings: site.rules, lenient }));
      };
      const free = freeOf([...aliases, ...redirects, ...more], { files, warn, ignoresCase });
      published = free.filter((address): address is Redirect => !isAlias(address));
      return [aliasRow(free.filter(isAlias), site), ...redirectRows(published, library)];
    },
    findDefects(has) {
      const deadRedirects = published.flatMap(({ to, place }): Finding[] => {
        if ([to, `${to}/`].some(has)) return [];
        return [{ rule: 'links', place, message: message('redirectDead', { path: to }) }];
      });
      return [...defects, ...toDefects(deadRedirects, { file: redirectsName, settings: site.rules, lenient })];
    },
  };
}

const aliasesOf = ({ articles, site }: Library): Alias[] =>
  articles.flatMap((article) => article.aliases.map((from) => ({ from, to: pathOf(site, article), article })));

const isAlias = (address: Alias | Redirect): address is Alias => 'article' in address;

/** The place of an alias in the front matter of its article. */
function placeOf({ from, article }: Alias, { library, sources }: Edition): { file: string; place: Place } {
  const candidates = [...sources.values()].map(({ candidate }) => candidate);
  const source = candidates.find((candidate) => candidate?.entry.source === article.source);
  const index = source?.entry.layout === 'post' ? source.entry.aliases.indexOf(from) : 0;
  return { file: library.nameOf(article.source), place: source?.placeOf('aliases', index) ?? top };
}

/** Redirect pages for the `aliases` of articles. */
export const aliasRow = (aliases: readonly Pick<Redirect, 'from' | 'to'>[], site: Site): OutputRow =>
  toRow('redirects', { moves: aliases.map(({ from, to }) => ({ from, to })), site }, redirectPages);

type Moves = { readonly moves: readonly Pick<Redirect, 'from' | 'to'>[]; readonly site: Site };

const redirectPages = ({ moves, site }: Moves): Output[] =>
  moves.map(({ from, to }) => ({ path: fileOf(from), contents: redirectDocument(from, to, site) }));

function* redirectRows(redirects: readonly Redirect[], library: Library): Generator<OutputRow> {
  const moves = redirects.filter((redirect) => !isFeedCopy(redirect)).map(({ from, to }) => ({ from, to }));
  const copies = redirects.filter(isFeedCopy).map(({ from }) => from);
  if (moves.length > 0) yield toRow('old addresses', { moves, site: library.site }, redirectPages);
  if (copies.length > 0)
    yield toRow('old feeds', { copies, ...feedArgs(library) }, (args) => {
      const output = feed(args);
      return args.copies.map((path) => ({ ...output, path }));
    });
}

/**
 * Rule slug-unique: returns the old addresses that are free. A file and a folder cannot have the same name. If the file
 * system ignores case, names that differ only in case cannot exist together. One warning reports them all.
 */
function freeOf(
  addresses: readonly (Alias | Redirect)[],
  {
    files,
    warn,
    ignoresCase,
  }: {
    files: () => Iterable<string>;
    warn: (address: Alias | Redirect, text: Message) => void;
    ignoresCase: boolean | undefined;
  },
): (Alias | Redirect)[] {
  // Aliases are already free of equal addresses, so without redirects there is nothing to compare.
  if (!ignoresCase && addresses.every(isAlias)) return [...addresses];
  const names = createFileNames();
  const foldedNames = createFileNames();
  const claim = (file: string): void => {
    names.add(file);
    foldedNames.add(alike(file));
  };
  for (const path of files()) claim(path);
  const likeOthers: (Alias | Redirect)[] = [];
  const free = addresses.filter((address) => {
    const file = fileOf(address.from);
    if (!names.isFree(file)) {
      // The check of the owner's files reports an alias that is equal to one of them.
      if (isAlias(address)) return true;
      warn(address, message('redirectTaken', { address: address.from }));
      return false;
    }
    const isLikeAnother = ignoresCase && !foldedNames.isFree(alike(file));
    if (isLikeAnother) likeOthers.push(address);
    claim(file);
    return !isLikeAnother;
  });
  const [first] = likeOthers;
  if (first) warn(first, message('redirectsAlike', { count: likeOthers.length, address: first.from }));
  return free;
}
