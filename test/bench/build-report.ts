// The tables of `bench build`, the worst first.
import { contenders } from './contenders.ts';
import { corpora, realOf } from './corpora.ts';
import type { Measurement } from './measure.ts';
import { describeRun, median, row, usedIn } from './options.ts';
import type { Circumstances } from './options.ts';

/** One measured command on one kind of site, or why there is no figure. */
export type Row = {
  readonly corpus: string;
  readonly articles: number;
  readonly round: number;
  readonly key: string;
} & (
  | { readonly measured: Omit<Measurement, 'output'>; readonly parts: Readonly<Record<string, number>> }
  | { readonly failed: string }
);
const described = [...corpora, ...realOf('')];
type MeasuredRow = Extract<Row, { measured: unknown }>;

/** Milliseconds of CPU by part, and by `part > step`, as `--verbose` and the plain script print them. */
export function partsIn(output: string): Record<string, number> {
  const parts: Record<string, number> = {};
  let part = '';
  for (const [, indent, name, cpu] of output.matchAll(/^( *)(\S.*?) {2,}\d+ +(\d+) +\d+ %$/gm)) {
    if (indent === '') part = name!;
    parts[indent === '' ? part : `${part} > ${name}`] = Number(cpu);
  }
  return parts;
}

export function writeReport(rows: readonly (Row & Circumstances)[]): string {
  const sizes = [...new Set(rows.map(({ articles }) => articles))].sort((a, b) => a - b);
  return `# Builds of several kinds of site

${describeRun(rows, usedIn(rows))}

Medians over rounds in which all ran in turn; a ratio is the median of the ratios within each round. Memory is the sum of all processes' peaks; where a search tool follows, of the larger step. Node peers may use a heap of 8 GB; this build has Node's own. The plain script (test/bench/floor.ts) writes the same kinds of files, formulas too, and neither validates nor encrypts nor scans nor minifies; only whole does it write digests, parts and a search index. Hugo runs with \`--minify\`. Eleventy and Hexo minify where they are whole: then they also have a sitemap and a search, by Pagefind, or of Hexo by hexo-generator-searchdb, which writes texts and no index. None of the peers writes anything for machines but a feed and a sitemap.

The kinds: ${described.map(({ name, description }) => `**${name}**, ${description}`).join('; ')}.

${sizes
  .map((articles) =>
    writeSize(
      rows.filter((one) => one.articles === articles),
      articles,
    ),
  )
  .join('\n\n')}
`;
}

function writeSize(rows: readonly Row[], articles: number): string {
  const kinds = [...new Set(rows.map(({ corpus }) => corpus))];
  return [
    `## ${articles} articles`,
    writeKinds(rows, { kinds, articles }),
    writeAfterwards(rows, kinds),
    ...kinds.map((corpus) =>
      writeContenders(
        rows.filter((one) => one.corpus === corpus),
        corpus,
      ),
    ),
    writeParts(rows, kinds),
  ].join('\n\n');
}

// --- kinds of site against each other

function writeKinds(rows: readonly Row[], { kinds, articles }: { kinds: readonly string[]; articles: number }): string {
  const lines = kinds.map((corpus) => {
    const ours = select(rows, { corpus, key: 'duplex' });
    const floor = select(rows, { corpus, key: 'floor' });
    const { beside = 'made' } = described.find(({ name }) => name === corpus) ?? {};
    const others = select(rows, { corpus: beside, key: 'duplex' });
    const cpu = median(ours.map(({ measured }) => measured.cpuSeconds));
    return {
      corpus,
      toFloor: compare(ours, floor, cpuOf),
      cells: [
        ((cpu * 1000) / articles).toFixed(1),
        ...[
          compare(ours, floor, cpuOf),
          compare(ours, floor, peakOf),
          compare(ours, others, cpuOf),
          compare(ours, others, peakOf),
        ].map(digits),
      ],
    };
  });
  return [
    row([
      'duplex on',
      'CPU ms an article',
      'CPU / plain script',
      'peak / plain script',
      'CPU / made (real)',
      'peak / made (real)',
    ]),
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...lines
      .toSorted((a, b) => (b.toFloor || 0) - (a.toFloor || 0))
      .map(({ corpus, cells }) => row([corpus, ...cells])),
  ].join('\n');
}

// --- what follows a build

const steps = contenders.flatMap(({ afterwards = [] }) => afterwards);

function writeAfterwards(rows: readonly Row[], kinds: readonly string[]): string {
  const lines = steps.map(({ key, name }) => {
    const cells = kinds.map((corpus) => {
      const found = select(rows, { corpus, key });
      const ratio = compare(found, select(rows, { corpus, key: 'duplex' }), cpuOf);
      return found.length === 0 ? '' : `${digits(ratio)}, ${median(found.map(peakOf)).toFixed(0)} MB`;
    });
    return row([name, ...cells]);
  });
  return [row(['CPU / cold build, peak', ...kinds]), row(['---', ...kinds.map(() => '---:')]), ...lines].join('\n');
}

// --- everybody on one kind of site

function writeContenders(rows: readonly Row[], corpus: string): string {
  const ours = rows.filter(isMeasured).filter(({ key }) => key === 'duplex');
  const keys = [...new Set(rows.map(({ key }) => key))].filter((key) => !steps.some((step) => step.key === key));
  const lines = keys.map((key) => {
    const name = nameOf(key);
    const found = rows.filter(isMeasured).filter((one) => one.key === key);
    if (found.length === 0) return { ratio: Infinity, line: row([name, `failed${' |'.repeat(6)}`]) };
    const figures = [
      median(found.map(cpuOf)).toFixed(2),
      median(found.map(({ measured }) => measured.wallSeconds)).toFixed(2),
      median(found.map(peakOf)).toFixed(0),
    ];
    const ratios = [cpuOf, ({ measured }: MeasuredRow) => measured.wallSeconds, peakOf].map((read) =>
      compare(ours, found, read),
    );
    const cells = key === 'duplex' ? ['', '', ''] : ratios.map(digits);
    return { ratio: key === 'duplex' ? Infinity : ratios[0]!, line: row([name, found.length, ...figures, ...cells]) };
  });
  return [
    `### ${corpus}`,
    '',
    row(['', 'rounds', 'CPU s', 'wall s', 'peak MB', 'CPU: duplex / it', 'wall: duplex / it', 'peak: duplex / it']),
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines.toSorted((a, b) => b.ratio - a.ratio).map(({ line }) => line),
  ].join('\n');
}

// --- where the time goes

function writeParts(rows: readonly Row[], kinds: readonly string[]): string {
  const tables = (['duplex', 'floor'] as const).map((key) => {
    const columns = kinds.map((corpus) => select(rows, { corpus, key }).map(({ parts }) => parts));
    // The longest list of parts has all of them, in their order.
    const lists = columns.flat().map((parts) => Object.keys(parts));
    const all = [...new Set(lists.toSorted((a, b) => b.length - a.length).flat())];
    const lines = all.map((part) => {
      const cells = columns.map((column) => median(column.map((one) => one[part] ?? 0)));
      return cells.some((cell) => cell >= 5) ? row([part, ...cells.map((cell) => cell.toFixed(0))]) : '';
    });
    return [
      row([nameOf(key), ...kinds]),
      row(['---', ...kinds.map(() => '---:')]),
      ...lines.filter((line) => line !== ''),
    ].join('\n');
  });
  return `### Where the time goes, CPU ms\n\n${tables.join('\n\n')}`;
}

// --- figures

const nameOf = (key: string): string => contenders.find((contender) => contender.key === key)?.name ?? key;
const isMeasured = (one: Row): one is MeasuredRow => 'measured' in one;
const cpuOf = ({ measured }: MeasuredRow): number => measured.cpuSeconds;
const peakOf = ({ measured }: MeasuredRow): number => measured.peakSumBytes / 1e6;
const digits = (number: number): string => (Number.isNaN(number) ? '' : number.toFixed(2));

const select = (rows: readonly Row[], { corpus, key }: { corpus: string; key: string }): MeasuredRow[] =>
  rows.filter(isMeasured).filter((one) => one.corpus === corpus && one.key === key);

/** The median of the ratios within each round; NaN where no round has both. */
const compare = (
  some: readonly MeasuredRow[],
  others: readonly MeasuredRow[],
  read: (one: MeasuredRow) => number,
): number =>
  median(
    some.flatMap((one) => others.filter(({ round }) => round === one.round).map((other) => read(one) / read(other))),
  );
