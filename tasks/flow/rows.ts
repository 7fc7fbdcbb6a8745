// How the rows of a branch become files: those whose arguments are the same keep their last result, the others are made.
import Vinyl from 'vinyl';
import { pausePoint } from '#pdc/text/document';
import type { Output, Outputs } from '#pdc/text/document';
import type { Rendered } from '#pdc/markdown/render';
import { hashInPieces } from '../files/hash.ts';
import type { Pause } from '../files/pause.ts';
import { timed } from '../stages/timing.ts';
import { toOutputFile } from '../stages/vinyl.ts';
import type { Keep, Result, Row, Take } from '../stages/vinyl.ts';
import type { Cache, Reread } from './row-cache.ts';

export type { Row, Take } from '../stages/vinyl.ts';

/**
 * A part of the flow: its rows, and `make` for those that are stale. Each file names its row. `make` may yield
 * `pausePoint`; `deliverRows` then awaits `pause()`.
 */
export type Branch<R extends Row> = {
  readonly rows: Iterable<R>;
  readonly make: (rows: readonly R[]) => Iterable<Vinyl | undefined> | AsyncIterable<Vinyl | undefined>;
};

export type DeliverOptions = {
  readonly cache: Cache;
  readonly pause: Pause;
  readonly take: Take;
  readonly keep: Keep;
  /** Whether a stale row may keep its last result for now. */
  readonly mayWait: (row: Row) => boolean;
};

/** Gives what a branch keeps, then the files that it makes. Awaits only promises. */
export async function deliverRows<R extends Row>(
  { rows, make }: Branch<R>,
  { cache, pause, take, keep, mayWait }: DeliverOptions,
): Promise<void> {
  const give = (file: Vinyl | undefined): Promise<void> | void => (file === pausePoint ? pause() : take(file));
  const stale: R[] = [];
  for (const row of rows) {
    const wait = pause();
    if (wait) await wait;
    const result = cache.find(row) ?? (mayWait(row) ? cache.last(row) : undefined);
    if (!result) stale.push(row);
    else if (cache.reread && !row.isPublic)
      await each(reread(row, { result, read: cache.reread.read, text: cache.text(row) }), give);
    else keep(row, result);
  }
  if (stale.length > 0) await each(make(stale), give);
}

type Rereading = {
  readonly result: Result;
  readonly read: Reread['read'];
  /** The text of the row's page, if it is kept: the guard need not render it. */
  readonly text: Rendered | undefined;
};

/** The files of a result with their bytes. */
function* reread(row: Row, { result, read, text: rendered }: Rereading): Generator<Vinyl> {
  const { entry } = row;
  const page = entry && rendered && { entry, rendered, shown: rendered.html };
  for (const file of result.files) {
    const { path, digest } = file;
    const facts = {
      row,
      isReread: true,
      ...page,
      ...(result.text && { text: result.text }),
      ...(digest && { digest }),
    };
    yield new Vinyl({ cwd: '/', base: '/', path, contents: read(file), ...facts });
  }
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
