// What stands at addresses that no longer are: a page that leads on at each, and copies of the feed. They come last, because
// whoever else has an address keeps it.
import { toDefects } from '#pdc/defect';
import type { Defect, Finding } from '#pdc/defect';
import { pathOf } from '#pdc/library/addresses';
import type { Library } from '#pdc/library/library';
import { foldersAbove } from '#pdc/paths';
import { isFeedCopy, redirectsFile } from '#pdc/library/redirects';
import type { Redirect } from '#pdc/library/redirects';
import { redirectDocument } from '../theme/redirect.ts';
import type { Claims } from './claims.ts';
import { isFeedStale, siteFeed } from './crawlers.ts';
import type { Keys } from './keys.ts';
import { fileOf } from './pages.ts';
import type { Edition } from './read.ts';
import { makeOutputs } from './reuse.ts';
import type { Branch, OutputRow, Reuse } from './reuse.ts';

export type Redirects = {
  /** To be asked when all other files have their addresses. Edits change none of them: copies of the feed are made where they stand. */
  readonly branch: (claims: Claims, reuse: Pick<Reuse, 'pathsOf'>) => Branch<OutputRow>;
  /** The lines that lead nowhere, or from where something else stands. To be asked when every file is known. */
  readonly conclude: (emitted: Pick<Claims, 'has'>) => readonly Defect[];
};

export function createRedirects(edition: Edition, keys: Keys): Redirects {
  const { library, edits, redirects = [], redirectsName = redirectsFile, lenient } = edition;
  const findings: Finding[] = [];
  let kept: readonly Redirect[] = [];
  return {
    branch(claims, reuse) {
      if (edits) {
        const row: OutputRow = feedRow(library, () => reuse.pathsOf(row));
        return { rows: isFeedStale(edition) ? [row] : [], make: makeOutputs };
      }
      // An alias comes in this branch as well: a line for its address would be a second file there.
      const aliases = library.articles.flatMap((article) => article.aliases.map(fileOf));
      kept = freeOf(redirects, [...claims.files(), ...aliases], findings);
      return { rows: [...aliasRows(library, keys), ...oldRows(kept, { library, keys })], make: makeOutputs };
    },
    conclude(emitted) {
      const lost = kept.flatMap(({ to, place }): Finding[] => {
        if ([to, `${to}/`].some((path) => emitted.has(path))) return [];
        return [
          { rule: 'links', place, message: `${to} leads to nothing that the build emits: correct or remove the line` },
        ];
      });
      return toDefects([...findings, ...lost], { file: redirectsName, settings: library.site.rules, lenient });
    },
  };
}

/** The redirects of articles to themselves from `aliases`, as pages: nobody else may have these addresses. */
export function* aliasRows(library: Library, { ofList }: Keys): Generator<OutputRow> {
  const aliases = library.articles.flatMap((article) =>
    article.aliases.map((alias) => [alias, pathOf(library.site, article)] as const),
  );
  yield {
    name: 'redirects',
    key: () => ofList([], JSON.stringify(aliases)),
    make: () =>
      aliases.map(([alias, target]) => ({
        path: fileOf(alias),
        contents: redirectDocument(alias, target, { library }),
      })),
  };
}

function* oldRows(
  redirects: readonly Redirect[],
  { library, keys }: { library: Library; keys: Keys },
): Generator<OutputRow> {
  const pages = redirects.filter((one) => !isFeedCopy(one));
  const copies = redirects.filter(isFeedCopy).map(({ from }) => from);
  if (pages.length > 0)
    yield {
      name: 'old addresses',
      key: () => keys.ofList([], JSON.stringify(pages.map(({ from, to }) => [from, to]))),
      make: () =>
        pages.map(({ from, to }) => ({ path: fileOf(from), contents: redirectDocument(from, to, { library }) })),
    };
  if (copies.length > 0) yield feedRow(library, () => copies);
}

/** A feed says when anything changed: it has no key. */
const feedRow = (library: Library, paths: () => readonly string[]): OutputRow => ({
  name: 'old feeds',
  key: () => undefined,
  make: () => {
    const feed = siteFeed(library);
    return paths().map((path) => ({ ...feed, path }));
  },
});

/** No disk holds a file and a folder of one name, and some hold no two names that differ in case alone. */
function freeOf(redirects: readonly Redirect[], taken: readonly string[], findings: Finding[]): Redirect[] {
  const files = new Set<string>();
  const folders = new Set<string>();
  const claim = (file: string): void => {
    files.add(file.toLowerCase());
    for (const folder of foldersAbove(file)) folders.add(folder.toLowerCase());
  };
  for (const path of taken) claim(path);
  return redirects.filter(({ from, place }) => {
    const file = fileOf(from).toLowerCase();
    const isTaken = files.has(file) || folders.has(file) || foldersAbove(file).some((folder) => files.has(folder));
    if (isTaken) {
      const message = `the old address ${from} belongs to another file already, or to one that differs in case alone: remove the line`;
      findings.push({ rule: 'slug-unique', place, message, always: 'warn' });
    } else claim(fileOf(from));
    return !isTaken;
  });
}
