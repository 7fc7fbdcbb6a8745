// What need not be made again. The flow asks through this port; `incremental/` answers it.
import type Vinyl from 'vinyl';
import type { Output } from '#pdc/document';
import { toOutputFile } from '../stages/vinyl.ts';
import type { Row } from '../stages/vinyl.ts';

export type { Row } from '../stages/vinyl.ts';

export type Reuse = {
  /** The files of a row as they stand; undefined where one of them is gone, or was made of something else. */
  readonly find: (row: Row) => readonly Vinyl[] | undefined;
  /** The paths of the files that were made of a row the last time. */
  readonly pathsOf: (row: Row) => readonly string[];
};

/** Nothing stands: every row is made. */
export const noReuse: Reuse = { find: () => undefined, pathsOf: () => [] };

/** Long work lets others have their turn: to be asked between two pieces of it, and awaited where it gives a promise. */
export type Pause = () => Promise<void> | undefined;

/** A part of the flow: its rows, and how the files of those that are not reused are made. Each file names its row. */
export type Branch<R extends Row> = {
  readonly rows: Iterable<R>;
  readonly make: (rows: readonly R[]) => Iterable<Vinyl> | AsyncIterable<Vinyl>;
};

export type Making = {
  readonly reuse: Reuse;
  readonly pause: Pause;
  /** Hears of each row that is made, before it is. */
  readonly onMake: (row: Row) => void;
};

/** The files of a branch: those that stand, then those that are made. */
export async function* orMake<R extends Row>(
  { rows, make }: Branch<R>,
  { reuse, pause, onMake }: Making,
): AsyncGenerator<Vinyl> {
  const stale: R[] = [];
  for (const row of rows) {
    const turn = pause();
    if (turn) await turn;
    const files = reuse.find(row);
    if (files) {
      row.onReuse?.();
      yield* files;
    } else {
      onMake(row);
      stale.push(row);
    }
  }
  if (stale.length > 0) yield* make(stale);
}

/** A row that pure functions make. */
export type OutputRow = Row & { readonly make: () => Output | Iterable<Output> };

/** One output at a time: the largest of them need not be in memory together. */
export function* makeOutputs(rows: Iterable<OutputRow>): Generator<Vinyl> {
  for (const row of rows) {
    const made = row.make();
    for (const output of Symbol.iterator in made ? made : [made]) yield toOutputFile(output, row);
  }
}
