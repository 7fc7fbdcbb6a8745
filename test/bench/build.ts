// `bench build`: the cold build against the floor, in interleaved pairs, on corpora of several sizes.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { transformSync } from 'esbuild';
import { writeCorpus } from './corpus.ts';
import type { Corpus } from './corpus.ts';
import { measure } from './measure.ts';
import type { Command, Measurement } from './measure.ts';

export const usage = 'build [--articles 71,1000,10000] [--pairs 5] [--keep]';

type Options = { sizes: readonly number[]; pairs: number | undefined; keep: boolean };
type Folders = { content: string; dest: string };
/** `clean` empties its cache, unmeasured, before each run: every run is cold. */
type Contender = { name: string; build: (folders: Folders) => Command; clean?: (folders: Folders) => Command };
type Pair = { floor: Measurement; build: Measurement };
type Result = { corpus: Corpus; pairs: readonly Pair[] };

const repository = fileURLToPath(new URL('../../', import.meta.url));
const resultFile = fileURLToPath(new URL('results/build.md', import.meta.url));
const baseUrl = 'https://example.com';
const largeCorpus = 10_000;
const pairsOf = { any: 5, large: 2 };

/** Reads the flags, throwing on a bad one; the benchmark runs when the answer is called. */
export function plan(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      articles: { type: 'string', default: '71,1000,10000' },
      pairs: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const options = {
    sizes: values.articles.split(',').map((text) => readCount('--articles', text)),
    pairs: values.pairs === undefined ? undefined : readCount('--pairs', values.pairs),
    keep: values.keep,
  };
  return () => benchBuild(options, ['npm run bench -- build', ...args].join(' '));
}

function readCount(flag: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new TypeError(`${flag} takes whole numbers from 1 to 999999, not '${text}'`);
  return Number(text);
}

async function benchBuild({ sizes, pairs, keep }: Options, called: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'duplex-bench-'));
  if (keep) say(`keeping ${folder}`);
  else process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));

  const contenders = { floor: floorIn(folder), build: gulpBuild };
  const results: Result[] = [];
  for (const articles of sizes) {
    results.push(
      await benchCorpus({
        articles,
        pairCount: pairs ?? pairsOf[articles < largeCorpus ? 'any' : 'large'],
        folder,
        contenders,
      }),
    );
  }
  const report = writeReport({ results, contenders, called });
  mkdirSync(join(resultFile, '..'), { recursive: true });
  writeFileSync(resultFile, report);
  process.stdout.write(report);
}

// --- contenders

/** The yardstick must not pay for reading TypeScript: it runs as plain JavaScript, beside a link to the repository's packages. */
function floorIn(folder: string): Contender {
  const script = join(folder, 'floor.mjs');
  const source = readFileSync(new URL('floor.ts', import.meta.url), 'utf8');
  writeFileSync(script, transformSync(source, { loader: 'ts', target: 'es2023' }).code);
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return { name: 'floor', build: ({ content, dest }) => [process.execPath, script, content, dest, baseUrl] };
}

/** gulp itself rather than npx, whose own start is no part of the build. */
const gulp: Command = [process.execPath, 'node_modules/gulp/bin/gulp.js'];
const gulpBuild: Contender = {
  name: 'build',
  build: ({ content, dest }) => [...gulp, 'build', '--content', content, '--dest', dest, '--base-url', baseUrl],
  clean: ({ dest }) => [...gulp, 'clean', '--dest', dest],
};

// --- measuring

type Bench = {
  articles: number;
  pairCount: number;
  folder: string;
  contenders: { floor: Contender; build: Contender };
};

async function benchCorpus({ articles, pairCount, folder, contenders }: Bench): Promise<Result> {
  const content = join(folder, `content-${articles}`);
  const corpus = writeCorpus(content, articles);
  say(`${articles} articles, ${megabytes(corpus.bytes)} MB: one warm-up, ${pairCount} pairs`);

  // Every run writes to a new place and nothing is deleted in between: for some seconds after a large deletion,
  // ext4 walks all the freed inodes whenever it makes a file, and the next build seems several times slower.
  // The price is disk: about 1.3 GB for each run of 10,000 articles.
  let runs = 0;
  const runOnce = async (contender: Contender): Promise<Measurement> => {
    const folders = { content, dest: join(folder, `${contender.name}-${articles}-${++runs}`) };
    if (contender.clean) await measure({ command: contender.clean(folders), folder: repository });
    const measured = await measure({ command: contender.build(folders), folder: repository });
    checkOutput({ ...folders, articles });
    say(
      `  ${contender.name.padEnd(5)} ${measures.map(({ name, of }) => `${name} ${of(measured).toFixed(2)}`).join(', ')}`,
    );
    return measured;
  };
  const runPair = async (): Promise<Pair> => ({
    floor: await runOnce(contenders.floor),
    build: await runOnce(contenders.build),
  });

  await runPair();
  const pairs: Pair[] = [];
  while (pairs.length < pairCount) {
    say(` pair ${pairs.length + 1}`);
    pairs.push(await runPair());
  }
  return { corpus, pairs };
}

/** A build that left articles out is not faster. */
function checkOutput({ dest, articles }: { dest: string; articles: number }): void {
  const index = JSON.parse(readFileSync(join(dest, 'api/index.json'), 'utf8')) as { post_count: number };
  if (index.post_count !== articles) {
    throw new Error(`${dest} holds ${index.post_count} articles instead of ${articles}`);
  }
}

// --- reporting

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const measures: readonly { name: string; of: (measured: Measurement) => number }[] = [
  { name: 'CPU s', of: (measured) => measured.cpuSeconds },
  { name: 'wall s', of: (measured) => measured.wallSeconds },
  { name: 'peak MB', of: (measured) => measured.peakBytes / 1e6 },
  { name: 'peak MB, all processes', of: (measured) => measured.peakSumBytes / 1e6 },
];

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = NaN, high = NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}

function writeRows({ corpus, pairs }: Result): string[] {
  return measures.map(({ name, of }) => {
    const ratios = pairs.map(({ floor, build }) => of(build) / of(floor));
    const numbers = [
      median(pairs.map(({ floor }) => of(floor))),
      median(pairs.map(({ build }) => of(build))),
      median(ratios),
      Math.min(...ratios),
      Math.max(...ratios),
    ];
    const cells = [
      corpus.articles,
      megabytes(corpus.bytes),
      pairs.length,
      name,
      ...numbers.map((number) => number.toFixed(2)),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

type Report = { results: readonly Result[]; contenders: Bench['contenders']; called: string };

function writeReport({ results, contenders, called }: Report): string {
  const shown = ({ build }: Contender): string =>
    `\`${build({ content: 'CONTENT', dest: 'DEST' }).join(' ').replace(process.execPath, 'node')}\``;
  const [processor] = cpus();
  return `# Cold build against the floor

- Machine: ${processor?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB
- Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, files under ${tmpdir()} (TMPDIR)
- Called: \`${called}\`
- Floor: ${shown(contenders.floor)}, which is test/bench/floor.ts without its types
- Build: ${shown(contenders.build)}

Medians over pairs that ran in turn, after one warm-up of each; ratios are build / floor within a pair. Corpora of ${largeCorpus} articles and more run ${pairsOf.large} pairs unless told otherwise, smaller ones ${pairsOf.any}.

| articles | Markdown MB | pairs | measure | floor | build | ratio | lowest | highest |
| ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |
${results.flatMap(writeRows).join('\n')}
`;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
