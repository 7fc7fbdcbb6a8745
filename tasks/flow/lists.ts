// The pages that list articles: home, archives, categories, tags; the page for what is not there.
import type Vinyl from 'vinyl';
import type { Library } from '#pdc/library/library';
import { listed } from '#pdc/library/listed';
import { minify } from '../stages/minify.ts';
import { fillPage, toOutputFile } from '../stages/vinyl.ts';
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
    make: (stale) => chain(makeRows(stale), ...(minified ? [minify(library.site.minify.exclude)] : [])),
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
      make: () => [toPageFile(view(), row)],
    };
    yield row;
  }
  function toPageFile(view: View, row: Row): PageFile {
    const { before, main, after } = toPageParts(view, { library });
    const file: Vinyl.BufferFile = toOutputFile({ path: fileOf(view.path), contents: '' }, row);
    return fillPage(file, { before, main: [main], after });
  }
}
