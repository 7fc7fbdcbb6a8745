// `bench search`: how well labelled queries are answered, how fast, and what the index weighs and costs.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { catalog } from '#pdc/endpoints/index.json';
import { made } from '#pdc/document';
import type { Library } from '#pdc/library/library';
import { searchIndex } from '#pdc/endpoints/search-index.json';
import { read } from '../../tasks/flow/read.ts';
import { judge, readQueries, searchOver } from '../support/queries.ts';
import type { Judgement, Query } from '../support/queries.ts';
import { writeCorpus } from './corpus.ts';
import type { Probe } from './search-probe.ts';

export const usage = 'search [--corpus DIR] [--articles 1000,10000]';

type Options = { readonly corpus: string | undefined; readonly sizes: readonly number[] };

const repository = fileURLToPath(new URL('../../', import.meta.url));
const resultFile = fileURLToPath(new URL('results/search.md', import.meta.url));

/**
 * Reads the flags, throwing on a bad one; the benchmark runs when the answer is called. `--corpus` (or BENCH_CORPUS) is a
 * folder of articles that is no part of the repository; without it only the own ones are asked for.
 */
export function plan(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      corpus: { type: 'string', ...(process.env.BENCH_CORPUS ? { default: process.env.BENCH_CORPUS } : {}) },
      articles: { type: 'string', default: '1000,10000' },
    },
  });
  const sizes = values.articles.split(',').map((text) => {
    if (!/^[1-9]\d{0,5}$/.test(text)) throw new TypeError(`--articles takes whole numbers from 1, not '${text}'`);
    return Number(text);
  });
  return () => benchSearch({ corpus: values.corpus, sizes });
}

async function benchSearch({ corpus, sizes }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'duplex-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const content = join(repository, 'content');
  const queries = readQueries('content');
  const probe = bundleProbe(folder);

  const shelves: Shelf[] = [toShelf('the own articles', await readLibrary(content), queries)];
  if (corpus !== undefined && existsSync(corpus)) {
    const both = join(folder, 'both');
    for (const source of [content, resolve(corpus)]) cpSync(source, both, { recursive: true });
    const all = [...queries, ...readQueries('corpus')];
    shelves.push(toShelf('the own articles and those of the corpus', await readLibrary(both), all));
  } else say('no corpus beside the own articles: name its folder with --corpus or BENCH_CORPUS');

  const costs: Cost[] = shelves.map(({ name, library, queries: own }) =>
    weigh({ name, library, queries: own, folder, probe }),
  );
  for (const articles of sizes) {
    say(`${articles} articles, made up`);
    const made = join(folder, `made-${articles}`);
    writeCorpus(made, articles);
    costs.push(weigh({ name: 'made up', library: await readLibrary(made), queries, folder, probe }));
  }
  const report = writeReport(shelves, costs);
  mkdirSync(join(resultFile, '..'), { recursive: true });
  writeFileSync(resultFile, report);
  process.stdout.write(report);
}

async function readLibrary(content: string): Promise<Library> {
  const statics = join(repository, 'static');
  return (await read({ content, statics, lenient: true, drafts: false })).library;
}

// --- quality

type Shelf = {
  readonly name: string;
  readonly library: Library;
  readonly queries: readonly Query[];
  readonly judgement: Judgement;
};

const toShelf = (name: string, library: Library, queries: readonly Query[]): Shelf => ({
  name,
  library,
  queries,
  judgement: judge(queries, searchOver(library)),
});

// --- cost

type Cost = {
  readonly name: string;
  readonly articles: number;
  readonly rawBytes: number;
  readonly gzipBytes: number;
  readonly buildCpuMilliseconds: number;
  readonly probe: Probe;
  readonly kinds: readonly string[];
};

type Load = Pick<Shelf, 'name' | 'library' | 'queries'> & { readonly folder: string; readonly probe: string };

function weigh({ name, library, queries, folder, probe }: Load): Cost {
  const before = process.cpuUsage();
  // Other objects than those that quality was measured with: of those the build would remember what it read.
  const index = String(
    made(searchIndex({ ...library, articles: library.articles.map((one) => ({ ...one })) }))[0]!.contents,
  );
  const { user, system } = process.cpuUsage(before);
  const files = {
    index: join(folder, 'index.json'),
    search: join(folder, 'search.json'),
    queries: join(folder, 'q.json'),
  };
  writeFileSync(files.index, catalog(library).contents);
  writeFileSync(files.search, index);
  writeFileSync(files.queries, JSON.stringify(queries.map(({ query }) => query)));
  const printed = execFileSync(process.execPath, [probe, files.index, files.search, files.queries], {
    encoding: 'utf8',
  });
  return {
    name,
    articles: library.articles.length,
    rawBytes: Buffer.byteLength(index),
    gzipBytes: gzipSync(index).length,
    buildCpuMilliseconds: (user + system) / 1000,
    probe: JSON.parse(printed) as Probe,
    kinds: queries.map(({ kind }) => kind),
  };
}

/** A plain program: what it takes is the search's, not that of a compiler beside it. */
function bundleProbe(folder: string): string {
  const outfile = join(folder, 'probe.mjs');
  buildSync({
    entryPoints: [fileURLToPath(new URL('search-probe.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
  });
  return outfile;
}

// --- reporting

const kilobytes = (bytes: number): string => (bytes / 1e3).toFixed(0);
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function quantile(numbers: readonly number[], share: number): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(2);
}

function writeQuality({ name, library, judgement }: Shelf, { probe, kinds }: Cost): string {
  const { found, absent, missed } = judgement;
  const timesOf = (kind: string): number[] =>
    probe.milliseconds.filter((_, index) => kind === 'all' || kinds[index] === kind);
  const rows = found.map(({ kind, queries, hit1, hit3, mrr, strong }) =>
    row([
      kind,
      queries,
      ...[hit1, hit3, mrr, strong].map((share) => share.toFixed(3)),
      quantile(timesOf(kind), 0.5),
      quantile(timesOf(kind), 0.95),
    ]),
  );
  return `## Over ${name}: ${library.articles.length}

${row(['kind', 'queries', 'hit@1', 'hit@3', 'MRR', 'strong', 'p50 ms', 'p95 ms'])}
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Absent topics answered with nothing strong: ${absent.noneStrong} of ${absent.queries}; with nothing: ${absent.nothing}.
Missed: ${missed.map(({ kind, query }) => `${query} (${kind})`).join('; ') || 'none'}.
`;
}

function writeReport(shelves: readonly Shelf[], costs: readonly Cost[]): string {
  const rows = costs.map(({ name, articles, rawBytes, gzipBytes, buildCpuMilliseconds, probe }) =>
    row([
      name,
      articles,
      kilobytes(rawBytes),
      kilobytes(gzipBytes),
      buildCpuMilliseconds.toFixed(0),
      probe.openMilliseconds.toFixed(0),
      quantile(probe.milliseconds, 0.5),
      quantile(probe.milliseconds, 0.95),
      megabytes(probe.heapBytes),
      megabytes(probe.residentBytes),
    ]),
  );
  const [processor] = cpus();
  return `# Search

- Machine: ${processor?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB
- Node ${process.version}, ${new Date().toISOString().slice(0, 10)}

A query is a hit when one of its labelled articles is the first (hit@1) or among the first three (hit@3); it is strong when one of them is a strong hit.

${shelves.map((shelf, index) => writeQuality(shelf, costs[index]!)).join('\n')}
## What it costs

The CPU is that of making the index, in a process that has done nothing like it for the first row. The rest is a process of its own that reads the catalogue and the index; it is asked the queries over the own articles twice, and the second time counts. "peak" is the largest that it ever was, Node's own 45 MB included.

${row(['articles', 'number', 'index kB', 'gzip kB', 'build CPU ms', 'open ms', 'p50 ms', 'p95 ms', 'heap MB', 'peak MB'])}
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
