// The tables of `bench build`, the worst first.
import { writeGoals } from './build-goals.ts';
import { compare, figures, isMeasured, select } from './build-rows.ts';
import type { FigureName, Row } from './build-rows.ts';
import { contenders } from './contenders.ts';
import { corpora, realOf } from './corpora.ts';
import { describeRun, median, row, usedIn } from './options.ts';
import type { Circumstances } from './options.ts';

const described = [...corpora, ...realOf('')];

export function writeReport(rows: readonly (Row & Circumstances)[]): string {
  const sizes = [...new Set(rows.map(({ articles }) => articles))].sort((a, b) => a - b);
  return `# Builds of several kinds of site

${describeRun(rows, usedIn(rows))}

Medians over rounds in which all programs ran in turn; a ratio is the median of the ratios within each round. Memory is the sum of the peaks of all processes; if a search tool runs after the build, the larger of both steps counts. Peers on Node may use a heap of 8 GB; this build uses Node's default. The plain script (test/bench/floor.ts) writes the same kinds of files and renders formulas too, but does not validate, encrypt, scan or minify; only the "whole" plain script writes digests, parts and a search index. Hugo runs with \`--minify\`. Only "whole" Eleventy and Hexo minify. They also have a sitemap and a search: Eleventy by Pagefind, Hexo by hexo-generator-searchdb, which writes texts but no index. Apart from a feed and a sitemap, no peer writes files for machines.

The kinds: ${described.map(({ name, description }) => `**${name}**, ${description}`).join('; ')}.

## Goals

If a goal names no kind of site, it is measured on made-up and on real articles, and the worse result counts.

${writeGoals(rows, nameOf)}

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
    const cpu = median(ours.map(figures.CPU));
    return {
      corpus,
      toFloor: compare(ours, floor, 'CPU'),
      cells: [
        ((cpu * 1000) / articles).toFixed(1),
        ...[
          compare(ours, floor, 'CPU'),
          compare(ours, floor, 'peak'),
          compare(ours, others, 'CPU'),
          compare(ours, others, 'peak'),
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

// --- commands after a build

const steps = contenders.flatMap(({ afterwards = [] }) => afterwards);

function writeAfterwards(rows: readonly Row[], kinds: readonly string[]): string {
  const lines = steps.map(({ key, name }) => {
    const cells = kinds.map((corpus) => {
      const found = select(rows, { corpus, key });
      const ratio = compare(found, select(rows, { corpus, key: 'duplex' }), 'CPU');
      return found.length === 0 ? '' : `${digits(ratio)}, ${median(found.map(figures.peak)).toFixed(0)} MB`;
    });
    return row([name, ...cells]);
  });
  return [row(['CPU / cold build, peak', ...kinds]), row(['---', ...kinds.map(() => '---:')]), ...lines].join('\n');
}

// --- all contenders on one kind of site

const shown: readonly { readonly figure: FigureName; readonly places: number }[] = [
  { figure: 'CPU', places: 2 },
  { figure: 'wall', places: 2 },
  { figure: 'peak', places: 0 },
];

/** The reason of a failure is at the end of a command's output. */
const lastLine = (text: string): string => text.trim().split('\n').at(-1)!.replaceAll('|', '').slice(0, 120);

function writeContenders(rows: readonly Row[], corpus: string): string {
  const ours = rows.filter(isMeasured).filter(({ key }) => key === 'duplex');
  const keys = [...new Set(rows.map(({ key }) => key))].filter((key) => !steps.some((step) => step.key === key));
  const lines = keys.map((key) => {
    const name = nameOf(key);
    const found = rows.filter(isMeasured).filter((one) => one.key === key);
    if (found.length === 0) {
      const [failure] = rows.flatMap((one) => (one.key === key && 'failed' in one ? lastLine(one.failed) : []));
      return { ratio: Infinity, line: row([name, `failed: ${failure}`, '', '', '', '', '', '']) };
    }
    const medians = shown.map(({ figure, places }) => median(found.map(figures[figure])).toFixed(places));
    const ratios = shown.map(({ figure }) => compare(ours, found, figure));
    const isOurs = key === 'duplex';
    return {
      ratio: isOurs ? Infinity : ratios[0]!,
      line: row([name, found.length, ...medians, ...ratios.map((ratio) => (isOurs ? '' : digits(ratio)))]),
    };
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
    // The longest list has all parts, in order.
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
  return `### Where the time goes, ms\n\n${tables.join('\n\n')}`;
}

// --- figures

const nameOf = (key: string): string =>
  [...contenders, ...steps].find((contender) => contender.key === key)?.name ?? key;
const digits = (number: number): string => (Number.isNaN(number) ? '' : number.toFixed(2));
