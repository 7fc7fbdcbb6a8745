// Reads long lists in pages, so that neither a query nor the memory grows with the list.

export const pageSize = 1000;

/**
 * Yields all rows of a list in pages. `readPage` returns at most `pageSize` rows: the rows after `lastRow`, or the
 * first rows of the list if `lastRow` is absent.
 */
export async function* readPages<Row>(
  readPage: (lastRow?: Row) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let page = await readPage(); ; page = await readPage(page.at(-1))) {
    yield page;
    if (page.length < pageSize) return;
  }
}
