// Makes the pages that list articles: home, archives, categories and tags; and the page for missing addresses.
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { byOutline } from '#pdc/library/outline';
import { minify, unminified } from '../../stages/minify.ts';
import { toPageFile } from '../../stages/vinyl.ts';
import type { PageFile } from '../../stages/vinyl.ts';
import { chain } from '../../stages/chain.ts';
import { toPageParts } from '../../theme/pages/document.ts';
import { listings } from '../../theme/pages/lists.ts';
import { fileOf } from './human.ts';
import { contextOf } from './shown.ts';
import type { Edition } from '../edition.ts';
import type { Branch, Row } from '../rows.ts';

type ListRow = Row & { readonly make: () => PageFile };

export function lists({ library }: Pick<Edition, 'library'>, minified: boolean): Branch<ListRow> {
  return {
    rows: listRows(library),
    make: (stale) => chain(makeRows(stale), minified ? minify(library.site.minify.exclude) : unminified()),
  };
}

/** The pages before they are minified. The leak guard takes the public texts of the theme from them. */
export function listFiles(library: Library): Iterable<PageFile> {
  return makeRows(listRows(library));
}

function* makeRows(rows: Iterable<ListRow>): Generator<PageFile> {
  for (const row of rows) yield row.make();
}

const listRows = byOutline((library: Library): readonly ListRow[] => {
  const context = contextOf(library);
  return [...listings(cardsOf(library.listed), library.site)].map(({ path, args, view }) => {
    const row: ListRow = {
      name: `list ${path}`,
      args: { context, args },
      make: () => toPageFile(toPageParts(view(context), context), { path: fileOf(path), row }),
    };
    return row;
  });
});
