// The interface by which the flow asks for the last results of rows. `incremental/` implements it.
import type { Locked } from '#pdc/article/article';
import type { Rendered } from '#pdc/markdown/render';
import type { FileRecord, Result, Row } from '../stages/vinyl.ts';

export type Cache = {
  /** The last result of a row, if its arguments were the same. */
  readonly find: (row: Row) => Result | undefined;
  /** The last result of a row, whatever its arguments were. */
  readonly last: (row: Row) => Result | undefined;
  /** The rendered text of a row, if it would be rendered from the same arguments again. */
  readonly text: (row: Row) => Rendered | undefined;
  /** Undefined where the guard has searched the files of all results for every locked text. */
  readonly reread?: Reread;
};

/** How to read a file of a result again, and the locked articles whose texts the guard has not searched it for. */
export type Reread = { readonly read: (file: FileRecord) => Buffer; readonly locked: readonly Locked[] };

/** Every row is made. */
export const noCache: Cache = { find: () => undefined, last: () => undefined, text: () => undefined };
