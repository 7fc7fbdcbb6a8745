// The interface through which the flow gets the last results of rows. `incremental/` implements it.
import type { Locked } from '#pdc/article/article';
import type { Rendered } from '#pdc/markdown/render';
import type { FileRecord, Result, Row } from '../stages/vinyl.ts';

export type RowCache = {
  /** The last result of a row if its arguments are the same. */
  readonly find: (row: Row) => Result | undefined;
  /** The last result of a row, even if its arguments changed. */
  readonly last: (row: Row) => Result | undefined;
  /** The rendered text of a row if it would be rendered from the same arguments. */
  readonly text: (row: Row) => Rendered | undefined;
  /** Set if the guard has yet to search the kept files for some locked texts. */
  readonly reread?: Reread;
};

/** `read` reads a file of a result again. `locked` lists the articles whose texts the guard has yet to search for. */
export type Reread = { readonly read: (file: FileRecord) => Buffer; readonly locked: readonly Locked[] };

/** An empty cache: every row is made. */
export const noCache: RowCache = { find: () => undefined, last: () => undefined, text: () => undefined };
