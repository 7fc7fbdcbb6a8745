// The interface by which the flow asks for files that need not be made again. `incremental/` implements it.
import type Vinyl from 'vinyl';
import { pausePoint } from '#pdc/document';
import type { Output, Outputs } from '#pdc/document';
import type { TextLinks } from '#pdc/library/text-links';
import { hashInPieces } from '../files/hash.ts';
import type { Pause } from '../files/pause.ts';
import { timed } from '../stages/timing.ts';
import { toOutputFile } from '../stages/vinyl.ts';
import type { Row, Take } from '../stages/vinyl.ts';

export type { Row, Take } from '../stages/vinyl.ts';

export type Reuse = {
  /** The existing files of a row; undefined where one is gone or the row's key differs. */
  readonly find: (row: Row) => readonly Vinyl[] | undefined;
  /** The paths of a row's files in the previous publication. */
  readonly pathsOf: (row: Row) => readonly string[];
  /** The links that the previous publication found in the text of a row, by the row's name. */
  readonly textOf: (rowName: string) => TextLinks | undefined;
};

/** Reuses nothing: every row is made. */
export const noReuse: Reuse = { find: () => undefined, pathsOf: () => [], textOf: () => undefined };

/**
 * A part of the flow: its rows, and `make` for those that are not reused. Each file names its row. `make` may yield
 * `pausePoint`; `deliverRows` then awaits `pause()`.
 */
export type Branch<R extends Row> = {
  readonly rows: Iterable<R>;
  readonly make: (rows: readonly R[]) => Iterable<Vinyl | undefined> | AsyncIterable<Vinyl | undefined>;
};

export type DeliverOptions = {
  readonly reuse: Reuse;
  readonly pause: Pause;
  /** Called with each row that is to be made. */
  readonly beforeMake: (row: Row) => void;
  readonly take: Take;
};

/** Gives the files of a branch: first those that are reused, then those that are made. Awaits only promises. */
export async function deliverRows<R extends Row>(
  { rows, make }: Branch<R>,
  { reuse, pause, beforeMake, take }: DeliverOptions,
): Promise<void> {
  const give = (file: Vinyl | undefined): Promise<void> | void => (file === pausePoint ? pause() : take(file));
  const stale: R[] = [];
  for (const row of rows) {
    const wait = pause();
    if (wait) await wait;
    const files = reuse.find(row);
    if (files) {
      await each(files, give);
    } else {
      beforeMake(row);
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

/** A row of the machine channel. */
export type OutputRow = Row & { readonly make: () => Output | Outputs };

/** A row that `make` makes of its arguments, and of nothing else. */
export const toRow = <A extends object>(name: string, args: A, make: (args: A) => Output | Outputs): OutputRow => ({
  name,
  args,
  make: () => make(args),
});

/** One output at a time: the largest of them need not be in memory together. */
export function* makeOutputs(rows: Iterable<OutputRow>): Generator<Vinyl | undefined> {
  for (const row of rows) {
    for (const output of timedOutputs(row)) {
      if (output === pausePoint) yield pausePoint;
      else {
        const file = toOutputFile(output, row);
        yield* hashInPieces(file.contents);
        yield file;
      }
    }
  }
}

/** The outputs of a row, timed by the first word of its name. */
function* timedOutputs(row: OutputRow): Outputs {
  const kind = row.name.split(' ', 1).join();
  const outputs = timed(kind, outputsOf)(row)[Symbol.iterator]();
  const next = timed(kind, () => outputs.next());
  for (let result = next(); !result.done; result = next()) yield result.value;
}

export function outputsOf({ make }: OutputRow): Outputs {
  const outputs = make();
  return Symbol.iterator in outputs ? outputs : [outputs];
}
