// Makes files from the rows of a branch. A row whose arguments did not change keeps its last result.
import Vinyl from 'vinyl';
import { pausePoint } from '#pdc/text/document';
import type { Output, Outputs } from '#pdc/text/document';
import type { Rendered } from '#pdc/markdown/render';
import { hashInPieces } from '../files/hash.ts';
import type { Pause } from '../files/pause.ts';
import { timed } from '../stages/timing.ts';
import { toOutputFile } from '../stages/vinyl.ts';
import type { Keep, Result, Row, Take } from '../stages/vinyl.ts';
import type { Reread, RowCache } from './row-cache.ts';

export type { Row, Take } from '../stages/vinyl.ts';

/**
 * A part of the flow: its rows, and `make`, which makes the files of stale rows. Each file has its row as a property.
 * When `make` yields `pausePoint`, `deliverRows` awaits `pause()`.
 */
export type Branch<R extends Row> = {
  readonly rows: Iterable<R>;
  readonly make: (rows: readonly R[]) => Iterable<Vinyl | undefined> | AsyncIterable<Vinyl | undefined>;
};

export type DeliverOptions = {
  readonly cache: RowCache;
  readonly pause: Pause;
  readonly take: Take;
  readonly keep: Keep;
  /** Whether a stale row may keep its last result for now. */
  readonly mayWait: (row: Row) => boolean;
};

/**
 * Passes on the results that a branch keeps, then the files that it makes. Awaits only real promises, because every
 * `await` takes time.
 */
export async function deliverRows<R extends Row>(
  { rows, make }: Branch<R>,
  { cache, pause, take, keep, mayWait }: DeliverOptions,
): Promise<void> {
  const passOn = (file: Vinyl | undefined): Promise<void> | void => (file === pausePoint ? pause() : take(file));
  const stale: R[] = [];
  for (const row of rows) {
    const wait = pause();
    if (wait) await wait;
    const result = cache.find(row) ?? (mayWait(row) ? cache.last(row) : undefined);
    if (!result) stale.push(row);
    else if (cache.reread && !row.isPublic)
      await forEach(reread(row, { result, readFile: cache.reread.read, rendered: cache.text(row) }), passOn);
    else keep(row, result);
  }
  if (stale.length > 0) await forEach(make(stale), passOn);
}

type RereadOptions = {
  readonly result: Result;
  readonly readFile: Reread['read'];
  /** The rendered text of the row's page, if it is in the cache. Otherwise the guard may have to render it. */
  readonly rendered: Rendered | undefined;
};

/** The files of a result, read from the disk. */
function* reread(row: Row, { result, readFile, rendered }: RereadOptions): Generator<Vinyl> {
  const { entry } = row;
  const page = entry && rendered && { entry, rendered, openHtml: rendered.html };
  for (const file of result.files) {
    const { path, digest } = file;
    const properties = {
      row,
      isReread: true,
      ...page,
      ...(result.text && { text: result.text }),
      ...(digest && { digest }),
    };
    yield new Vinyl({ cwd: '/', base: '/', path, contents: readFile(file), ...properties });
  }
}

async function forEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void> | void,
): Promise<void> {
  if (Symbol.iterator in items) {
    for (const item of items) {
      const wait = work(item);
      if (wait) await wait;
    }
  } else for await (const item of items) await work(item);
}

/** A row that makes its own outputs, without stages. */
export type OutputRow = Row & { readonly make: () => Output | Outputs };

/** A row whose files `make` computes from the arguments only. */
export const toRow = <A extends object>(name: string, args: A, make: (args: A) => Output | Outputs): OutputRow => ({
  name,
  args,
  make: () => make(args),
});

/** Makes one output at a time, so that the largest are not in memory together. */
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

/** The outputs of a row. `--verbose` shows their time under the first word of the row's name. */
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
