// The measurements of `bench build`, and how they are compared.
import type { Measurement } from './measure.ts';
import { median } from './options.ts';

/** One measured command on one kind of site, or the reason why its figure is missing. */
export type Row = {
  readonly corpus: string;
  readonly articles: number;
  readonly round: number;
  readonly key: string;
} & (
  | { readonly measured: Omit<Measurement, 'output'>; readonly parts: Readonly<Record<string, number>> }
  | { readonly failed: string }
);
export type MeasuredRow = Extract<Row, { measured: unknown }>;

export const isMeasured = (one: Row): one is MeasuredRow => 'measured' in one;

export const figures = {
  CPU: ({ measured }: MeasuredRow): number => measured.cpuSeconds,
  wall: ({ measured }: MeasuredRow): number => measured.wallSeconds,
  peak: ({ measured }: MeasuredRow): number => measured.peakSumBytes / 1e6,
};
export type FigureName = keyof typeof figures;

export const select = (rows: readonly Row[], { corpus, key }: { corpus: string; key: string }): MeasuredRow[] =>
  rows.filter(isMeasured).filter((one) => one.corpus === corpus && one.key === key);

/** Returns the median, over all rounds, of the ratio of the two rows of a round; NaN if no round has both rows. */
export function compare(some: readonly MeasuredRow[], others: readonly MeasuredRow[], figure: FigureName): number {
  const read = figures[figure];
  const pairs = some.flatMap((one) =>
    others.filter(({ round }) => round === one.round).map((other) => [one, other] as const),
  );
  return median(pairs.map(([one, other]) => read(one) / read(other)));
}

/** Milliseconds by part, and by `part > step`, as `--verbose` and the plain script print them. */
export function partsIn(output: string): Record<string, number> {
  const parts: Record<string, number> = {};
  let part = '';
  for (const [, indent, name, milliseconds] of output.matchAll(/^( *)(\S.*?) {2,}(\d+)(?: +\d+)? +\d+ %$/gm)) {
    if (indent === '') part = name!;
    parts[indent === '' ? part : `${part} > ${name}`] = Number(milliseconds);
  }
  return parts;
}
