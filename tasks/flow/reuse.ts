// What need not be made again. The flow asks through this port; `incremental/` answers it.
import type Vinyl from 'vinyl';
import { turn } from '#pdc/document';
import type { Output, Outputs } from '#pdc/document';
import { hashInTurns } from '../files/hash.ts';
import type { Pause } from '../files/pause.ts';
import { toOutputFile } from '../stages/vinyl.ts';
import type { Row, Take } from '../stages/vinyl.ts';

export type { Row, Take } from '../stages/vinyl.ts';

export type Reuse = {
  /** The files of a row as they stand; undefined where one of them is gone, or was made of something else. */
  readonly find: (row: Row) => readonly Vinyl[] | undefined;
  /** The paths of the files that were made of a row the last time. */
  readonly pathsOf: (row: Row) => readonly string[];
};

/** Nothing stands: every row is made. */
export const noReuse: Reuse = { find: () => undefined, pathsOf: () => [] };

/**
 * A part of the flow: its rows, and how the files of those that are not reused are made. Each file names its row. Long work
 * gives nothing between two pieces of it, so that others may have their turn.
 */
export type Branch<R extends Row> = {
  readonly rows: Iterable<R>;
  readonly make: (rows: readonly R[]) => Iterable<Vinyl | undefined> | AsyncIterable<Vinyl | undefined>;
};

export type Making = {
  readonly reuse: Reuse;
  readonly pause: Pause;
  /** Hears of each row that is made, before it is. */
  readonly onMake: (row: Row) => void;
  readonly take: Take;
};

/** Gives the files of a branch: those that stand, then those that are made. Waits only where there is something to wait for. */
export async function orMake<R extends Row>(
  { rows, make }: Branch<R>,
  { reuse, pause, onMake, take }: Making,
): Promise<void> {
  const give = (file: Vinyl | undefined): Promise<void> | void => (file === turn ? pause() : take(file));
  const stale: R[] = [];
  for (const row of rows) {
    const wait = pause();
    if (wait) await wait;
    const files = reuse.find(row);
    if (files) {
      row.onReuse?.();
      await each(files, give);
    } else {
      onMake(row);
      stale.push(row);
    }
  }
  if (stale.length > 0) await each(make(stale), give);
}

async function each<T>(all: Iterable<T> | AsyncIterable<T>, give: (one: T) => Promise<void> | void): Promise<void> {
  if (Symbol.iterator in all) {
    for (const one of all) {
      const wait = give(one);
      if (wait) await wait;
    }
  } else for await (const one of all) await give(one);
}

/** A row that pure functions make. */
export type OutputRow = Row & { readonly make: () => Output | Outputs };

/** One output at a time: the largest of them need not be in memory together. */
export function* makeOutputs(rows: Iterable<OutputRow>): Generator<Vinyl | undefined> {
  for (const row of rows) {
    for (const output of outputsOf(row)) {
      if (output === turn) yield turn;
      else {
        const file = toOutputFile(output, row);
        yield* hashInTurns(file.contents);
        yield file;
      }
    }
  }
}

export function outputsOf({ make }: OutputRow): Outputs {
  const outputs = make();
  return Symbol.iterator in outputs ? outputs : [outputs];
}
