// Makes a file for each old address: a page that redirects to the new address, or a copy of the feed. This branch runs
// last, because all other files have precedence.
import { toDefects } from '#pdc/words/defect';
import type { Defect, Finding } from '#pdc/words/defect';
import type { Output } from '#pdc/text/document';
import { feed } from '#pdc/endpoints/atom.xml';
import { pathOf } from '#pdc/library/addresses';
import type { Library } from '#pdc/library/library';
import { isFeedCopy, redirectsFile } from '#pdc/library/redirects-file';
import type { Redirect } from '#pdc/library/redirects-file';
import type { Site } from '#pdc/site/site';
import { redirectDocument } from '../../theme/pages/redirect.ts';
import { feedArgs } from './crawlers.ts';
import { fileOf } from './human.ts';
import type { Edition } from '../edition.ts';
import { createFileNames } from '../file-names.ts';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';
import { message } from '#pdc/words/message';

export type Redirects = {
  /** The rows. Call it when all other files have their addresses. */
  readonly rows: (files: () => Iterable<string>, more: readonly Redirect[]) => readonly OutputRow[];
  /** Reports redirects to missing pages, and old addresses that another file has. Call it when all files are known. */
  readonly findDefects: (has: (path: string) => boolean) => readonly Defect[];
};

export function createRedirects(edition: Edition): Redirects {
  const { library, redirects = [], redirectsName = redirectsFile, lenient } = edition;
  const findings: Finding[] = [];
  let published: readonly Redirect[] = [];
  return {
    rows(files, more) {
      const all = [...redirects, ...more];
      // Aliases become files too, so a redirect must not have the address of an alias.
      const takenFiles = (): string[] => [
        ...files(),
        ...library.articles.flatMap(({ aliases }) => aliases.map(fileOf)),
      ];
      published =
        all.length === 0 ? [] : freeOf(all, { takenFiles: takenFiles(), findings, ignoresCase: edition.ignoresCase });
      return [...aliasRows(library), ...redirectRows(published, library)];
    },
    findDefects(has) {
      const deadRedirects = published.flatMap(({ to, place }): Finding[] => {
        if ([to, `${to}/`].some(has)) return [];
        return [{ rule: 'links', place, message: message('redirectDead', { path: to }) }];
      });
      return toDefects([...findings, ...deadRedirects], { file: redirectsName, settings: library.site.rules, lenient });
    },
  };
}

/** Redirect pages for the `aliases` of articles. No other file has these addresses. */
export function aliasRows({ site, articles }: Library): OutputRow[] {
  const moves = articles.flatMap((article) => article.aliases.map((from) => ({ from, to: pathOf(site, article) })));
  return [toRow('redirects', { moves, site }, redirectPages)];
}

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
 * Rule slug-unique: returns the redirects whose old addresses are free. A file and a folder cannot have the same name.
 * If the file system ignores case, names that differ only in case cannot exist together. One warning reports them all.
 */
export function freeOf(
  redirects: readonly Redirect[],
  {
    takenFiles,
    findings,
    ignoresCase,
  }: { takenFiles: readonly string[]; findings: Finding[]; ignoresCase: boolean | undefined },
): Redirect[] {
  const names = createFileNames();
  const lowerCaseNames = createFileNames();
  const claim = (file: string): void => {
    names.add(file);
    lowerCaseNames.add(file.toLowerCase());
  };
  for (const path of takenFiles) claim(path);
  const sameIgnoringCase: Redirect[] = [];
  const free = redirects.filter((redirect) => {
    const { from, place } = redirect;
    const file = fileOf(from);
    const isTaken = !names.isFree(file);
    if (isTaken) {
      const warning = message('redirectTaken', { address: from });
      findings.push({ rule: 'slug-unique', place, message: warning, always: 'warn' });
      return false;
    }
    if (ignoresCase && !lowerCaseNames.isFree(file.toLowerCase())) {
      sameIgnoringCase.push(redirect);
      return false;
    }
    claim(file);
    return true;
  });
  const [first] = sameIgnoringCase;
  if (first) {
    const warning = message('redirectsAlike', { count: sameIgnoringCase.length, address: first.from });
    findings.push({ rule: 'slug-unique', place: first.place, message: warning, always: 'warn' });
  }
  return free;
}
