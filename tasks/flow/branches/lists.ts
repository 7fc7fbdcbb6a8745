// The pages that list articles: home, archives, categories, tags; the page for what is not there.
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { minify, unminified } from '../../stages/minify.ts';
import { toPageFile } from '../../stages/vinyl.ts';
import type { PageFile } from '../../stages/vinyl.ts';
import { chain } from '../../stages/chain.ts';
import { toPageParts } from '../../theme/pages/document.ts';
import { listings } from '../../theme/pages/lists.ts';
import { fileOf } from './pages.ts';
import { contextOf } from './shown.ts';
import type { Edition } from '../read.ts';
import type { Branch, Row } from '../reuse.ts';

type ListRow = Row & { readonly make: () => Iterable<PageFile> };

/** Edits that no list shows leave every list as it is. */
export function lists({ library, edits }: Pick<Edition, 'library' | 'edits'>, minified: boolean): Branch<ListRow> {
  return {
    rows: edits && !edits.isListed ? [] : listRows(library),
    make: (stale) => chain(makeRows(stale), minified ? minify(library.site.minify.exclude) : unminified()),
  };
}

/** The pages before they are minified, without reuse. The guard asks for them to learn the theme's public texts. */
export function listFiles(library: Library): Iterable<PageFile> {
  return makeRows(listRows(library));
}

function* makeRows(rows: Iterable<ListRow>): Generator<PageFile> {
  for (const row of rows) yield* row.make();
}

function* listRows(library: Library): Generator<ListRow> {
  const context = contextOf(library);
  for (const { path, args, view } of listings(cardsOf(library.listed), library.site)) {
    const row: ListRow = {
      name: `list ${path}`,
      args: { context, args },
      make: () => [toPageFile(toPageParts(view(context), context), { path: fileOf(path), row })],
    };
    yield row;
  }
}
