// The pages that list articles: home, archives, categories, tags; the page for what is not there.
import type { Library } from '#pdc/library/library';
import { listed } from '#pdc/library/listed';
import { minify, unminified } from '../stages/minify.ts';
import { toPageFile } from '../stages/vinyl.ts';
import type { PageFile } from '../stages/vinyl.ts';
import { chain } from '../stages/chain.ts';
import { toPageParts } from '../theme/document.ts';
import type { View } from '../theme/document.ts';
import { listings } from '../theme/lists.ts';
import type { Keys } from './keys.ts';
import { fileOf } from './pages.ts';
import type { Edition } from './read.ts';
import type { Branch, Row } from './reuse.ts';

type ListRow = Row & { readonly make: () => Iterable<PageFile> };

/** After edits that no list shows, there is nothing to list again. */
export function lists(
  { library, edits }: Pick<Edition, 'library' | 'edits'>,
  { minified, keys }: { minified: boolean; keys: Keys },
): Branch<ListRow> {
  return {
    rows: edits && !edits.isListed ? [] : listRows(library, keys),
    make: (stale) => chain(makeRows(stale), minified ? minify(library.site.minify.exclude) : unminified()),
  };
}

/** The same pages before they are minified, of which no row is reused: for whoever looks for what every site says. */
export function listFiles(library: Library, keys: Keys): Iterable<PageFile> {
  return makeRows(listRows(library, keys));
}

function* makeRows(rows: Iterable<ListRow>): Generator<PageFile> {
  for (const row of rows) yield* row.make();
}

function* listRows(library: Library, { ofList }: Keys): Generator<ListRow> {
  for (const { path, articles, says, view } of listings({ library: listed(library) })) {
    const row: ListRow = {
      name: `list ${path}`,
      key: () => ofList(articles, says),
      make: () => [toFile(view(), row)],
    };
    yield row;
  }
  function toFile(view: View, row: Row): PageFile {
    return toPageFile(toPageParts(view, { library }), { path: fileOf(view.path), row });
  }
}
