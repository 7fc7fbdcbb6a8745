// Lists of any length are read by pages: no statement and no memory grows with them.

export const pageSize = 1000;

/** All rows of a list, by pages: `read` gives those that follow a row, `pageSize` of them where there are more. */
export async function* readPages<Row>(
  read: (lastRow?: Row) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let page = await read(); ; page = await read(page.at(-1))) {
    yield page;
    if (page.length < pageSize) return;
  }
}
