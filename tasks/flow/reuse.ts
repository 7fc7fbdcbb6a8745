// What need not be made again. The flow asks through this port; `incremental/` answers it.
import type Vinyl from 'vinyl';
import { turn } from '#pdc/document';
import type { Output, Outputs } from '#pdc/document';
import { hashInTurns } from '../files/hash.ts';
import type { Pause } from '../files/pause.ts';
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

/** A part of the flow: its rows, and how the files of those that are not reused are made. Each file names its row. */
export type Branch<R extends Row> = {
  readonly rows: Iterable<R>;
  readonly make: (rows: readonly R[], pause: Pause) => Iterable<Vinyl> | AsyncIterable<Vinyl>;
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
  if (stale.length > 0) yield* make(stale, pause);
}

/** A row that pure functions make. */
export type OutputRow = Row & { readonly make: () => Output | Outputs };

/** One output at a time: the largest of them need not be in memory together. */
export async function* makeOutputs(rows: Iterable<OutputRow>, pause: Pause): AsyncGenerator<Vinyl> {
  for (const row of rows) {
    for (const output of outputsOf(row)) {
      if (output === turn) {
        const wait = pause();
        if (wait) await wait;
      } else {
        const file = toOutputFile(output, row);
        await hashInTurns(file.contents, pause);
        yield file;
      }
    }
  }
}

export function outputsOf({ make }: OutputRow): Outputs {
  const outputs = make();
  return Symbol.iterator in outputs ? outputs : [outputs];
}
