// Old addresses: each gets a page that leads to the new one, or a copy of the feed. They come last, because any other file
// keeps its address.
import { toDefects } from '#pdc/words/defect';
import type { Defect, Finding } from '#pdc/words/defect';
import type { Output } from '#pdc/text/document';
import { feed } from '#pdc/endpoints/atom.xml';
import { pathOf } from '#pdc/library/addresses';
import type { Library } from '#pdc/library/library';
import { foldersAbove } from '#pdc/site/paths';
import { isFeedCopy, redirectsFile } from '#pdc/library/redirects-file';
import type { Redirect } from '#pdc/library/redirects-file';
import type { Site } from '#pdc/site/site';
import { redirectDocument } from '../../theme/pages/redirect.ts';
import { feedArgs } from './crawlers.ts';
import { fileOf } from './human.ts';
import type { Edition } from '../read.ts';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';
import { message } from '#pdc/words/message';

export type Redirects = {
  /** To be asked when all other files have their addresses. */
  readonly rows: (files: () => Iterable<string>, more: readonly Redirect[]) => readonly OutputRow[];
  /** Defects for lines that lead nowhere, or whose old address another file has. To be asked when every file is known. */
  readonly conclude: (has: (path: string) => boolean) => readonly Defect[];
};

export function createRedirects(edition: Edition): Redirects {
  const { library, redirects = [], redirectsName = redirectsFile, lenient } = edition;
  const findings: Finding[] = [];
  let published: readonly Redirect[] = [];
  return {
    rows(files, more) {
      const all = [...redirects, ...more];
      // An alias is a row here as well: a line for its address would be a second file there.
      const taken = (): string[] => [...files(), ...library.articles.flatMap(({ aliases }) => aliases.map(fileOf))];
      published = all.length === 0 ? [] : freeOf(all, { taken: taken(), findings, oneCase: edition.oneCase });
      return [...aliasRows(library), ...redirectRows(published, library)];
    },
    conclude(has) {
      const lost = published.flatMap(({ to, place }): Finding[] => {
        if ([to, `${to}/`].some(has)) return [];
        return [{ rule: 'links', place, message: message('redirectDead', { path: to }) }];
      });
      return toDefects([...findings, ...lost], { file: redirectsName, settings: library.site.rules, lenient });
    },
  };
}

/** Redirect pages for the `aliases` of articles: no other file may have these addresses. */
export function aliasRows({ site, articles }: Library): OutputRow[] {
  const moves = articles.flatMap((article) => article.aliases.map((from) => ({ from, to: pathOf(site, article) })));
  return [toRow('redirects', { moves, site }, redirectPages)];
}

type Moves = { readonly moves: readonly Pick<Redirect, 'from' | 'to'>[]; readonly site: Site };

const redirectPages = ({ moves, site }: Moves): Output[] =>
  moves.map(({ from, to }) => ({ path: fileOf(from), contents: redirectDocument(from, to, site) }));

function* redirectRows(redirects: readonly Redirect[], library: Library): Generator<OutputRow> {
  const moves = redirects.filter((one) => !isFeedCopy(one)).map(({ from, to }) => ({ from, to }));
  const copies = redirects.filter(isFeedCopy).map(({ from }) => from);
  if (moves.length > 0) yield toRow('old addresses', { moves, site: library.site }, redirectPages);
  if (copies.length > 0)
    yield toRow('old feeds', { copies, ...feedArgs(library) }, (args) => {
      const output = feed(args);
      return args.copies.map((path) => ({ ...output, path }));
    });
}

/**
 * Rule slug-unique: the redirects whose old addresses nobody has. No disk holds a file and a folder of one name; one that
 * does not tell cases apart holds no two names that differ in case alone, which one warning says.
 */
export function freeOf(
  redirects: readonly Redirect[],
  { taken, findings, oneCase }: { taken: readonly string[]; findings: Finding[]; oneCase: boolean | undefined },
): Redirect[] {
  const whole = createNames();
  const folded = createNames();
  const claim = (file: string): void => {
    whole.claim(file);
    folded.claim(file.toLowerCase());
  };
  for (const path of taken) claim(path);
  const alike: Redirect[] = [];
  const free = redirects.filter((redirect) => {
    const { from, place } = redirect;
    const file = fileOf(from);
    const isTaken = !whole.isFree(file);
    if (isTaken) {
      const fault = message('redirectTaken', { address: from });
      findings.push({ rule: 'slug-unique', place, message: fault, always: 'warn' });
      return false;
    }
    if (oneCase && !folded.isFree(file.toLowerCase())) {
      alike.push(redirect);
      return false;
    }
    claim(file);
    return true;
  });
  const [first] = alike;
  if (first) {
    const fault = message('redirectsAlike', { count: alike.length, address: first.from });
    findings.push({ rule: 'slug-unique', place: first.place, message: fault, always: 'warn' });
  }
  return free;
}

function createNames() {
  const files = new Set<string>();
  const folders = new Set<string>();
  return {
    isFree: (file: string): boolean =>
      !files.has(file) && !folders.has(file) && !foldersAbove(file).some((folder) => files.has(folder)),
    claim(file: string): void {
      files.add(file);
      for (const folder of foldersAbove(file)) folders.add(folder);
    },
  };
}
