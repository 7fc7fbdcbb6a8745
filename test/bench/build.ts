// `bench build`: the cold build beside the plain script and the peers, in interleaved rounds, on corpora of several sizes.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contender, Place } from './contenders.ts';
import { repeatArticles, writeCorpus } from './corpus.ts';
import { measure, measureSteps } from './measure.ts';
import type { Measurement } from './measure.ts';
import { createRecord, describeRun, flags, median, readOptions, say } from './options.ts';
import type { Options } from './options.ts';

export const usage = `build ${flags} [--corpus FOLDER]`;

/** One build, or why there is none. */
type Row = { readonly articles: number; readonly round: number; readonly key: string } & (
  { readonly measured: Measurement } | { readonly failed: string }
);

const largeCorpus = 10_000;
const roundsOf = { any: 5, large: 2 };

/** Reads the flags, throwing on a bad one; the benchmark runs when the answer is called. */
export function plan(args: string[]): () => Promise<void> {
  const options = readOptions(args, ['rounds', 'corpus']);
  return () => benchBuild(options, ['npm run bench -- build', ...args].join(' '));
}

async function benchBuild(options: Options, called: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'duplex-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));

  const name = `build${options.corpus ? '-real' : ''}-node${process.version.split('.')[0]!.slice(1)}`;
  const resultFile = fileURLToPath(new URL(`results/${name}.md`, import.meta.url));
  const record = createRecord<Row>(name, options);
  const report = (): string => writeReport({ rows: record.rows, options, called });
  for (const articles of options.sizes) {
    const rounds = options.rounds ?? roundsOf[articles < largeCorpus ? 'any' : 'large'];
    const missing = (round: number, key: string): boolean =>
      !record.rows.some((row) => row.articles === articles && row.round === round && row.key === key);
    const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
    if (!numbers.some((round) => options.contenders.some(({ key }) => missing(round, key)))) continue;

    const content = join(folder, `content-${articles}`);
    const { bytes } = options.corpus
      ? repeatArticles(options.corpus, { folder: content, articles })
      : writeCorpus(content, articles);
    say(`${articles} articles, ${(bytes / 1e6).toFixed(1)} MB of Markdown, ${rounds} rounds`);
    const places = new Map<string, Place>();
    for (const round of numbers) {
      // Whoever is first in one round is last in the next: what a run leaves to its neighbour is shared out.
      const order = round % 2 === 1 ? options.contenders : options.contenders.toReversed();
      for (const contender of order) {
        const { key, name } = contender;
        if (!missing(round, key)) continue;
        if (!places.has(key)) {
          const place = { folder: join(folder, `${key}-${articles}`), content };
          mkdirSync(place.folder);
          contender.prepare(place);
          places.set(key, place);
        }
        const outcome = await runOnce(contender, { place: places.get(key)!, articles });
        record.add({ articles, round, key, ...outcome });
        const told = 'measured' in outcome ? tell(outcome.measured) : `failed: ${outcome.failed}`;
        say(`  round ${round} of ${rounds}  ${name.padEnd(24)} ${told}`);
        writeFileSync(resultFile, report());
      }
    }
  }
  process.stdout.write(report());
}

type Outcome = { measured: Measurement } | { failed: string };

async function runOnce(
  contender: Contender,
  { place, articles }: { place: Place; articles: number },
): Promise<Outcome> {
  // Nothing is deleted in between: for some seconds after a large deletion ext4 walks all the freed inodes whenever it
  // makes a file, and the next build seems several times slower. The price is disk, a gigabyte a run at 10,000.
  const trash = mkdtempSync(`${place.folder}-old-`);
  for (const name of contender.leftovers) {
    if (existsSync(join(place.folder, name))) renameSync(join(place.folder, name), join(trash, name));
  }
  try {
    if (contender.clean) await measure(contender.clean(place));
    const measured = await measureSteps(contender.build(place));
    checkOutput(contender, { place, articles });
    return { measured };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

/** A build that left articles out is not faster. */
function checkOutput(contender: Contender, { place, articles }: { place: Place; articles: number }): void {
  const output = contender.output(place);
  const slugs = readdirSync(place.content).flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []));
  const made = slugs.filter((slug) => existsSync(join(output, contender.pageOf(slug)))).length;
  if (made !== articles) throw new Error(`${output} holds ${made} articles instead of ${articles}`);
  const missing = contender.alsoMakes?.find((path) => !existsSync(join(output, path)));
  if (missing !== undefined) throw new Error(`${output} holds no ${missing}`);
}

// --- reporting

const measures: readonly { name: string; digits: number; of: (measured: Measurement) => number }[] = [
  { name: 'CPU s', digits: 2, of: (measured) => measured.cpuSeconds },
  { name: 'wall s', digits: 2, of: (measured) => measured.wallSeconds },
  { name: 'peak MB', digits: 0, of: (measured) => measured.peakSumBytes / 1e6 },
];

const tell = (measured: Measurement): string =>
  measures.map(({ name, digits, of }) => `${name} ${of(measured).toFixed(digits)}`).join(', ');

function writeReport({ rows, options, called }: { rows: readonly Row[]; options: Options; called: string }): string {
  const sizes = [...new Set(rows.map(({ articles }) => articles))].sort((a, b) => a - b);
  const articles = options.corpus ? ', of the articles of a real blog, repeated' : '';
  return `# Cold build beside a plain script and the peers${articles}

${describeRun({ called, used: options.contenders })}

Medians over rounds in which all ran in turn. "duplex / it" compares within each round: below 1 this build needs less. Memory is the sum of all processes' peaks; where a search tool follows, of the larger step. Node peers may use a heap of 8 GB; this build has Node's own. The plain script (test/bench/floor.ts) writes the same kinds of files, and neither validates nor encrypts nor scans nor minifies; only whole does it write digests, parts and a search index. Hugo runs with \`--minify\`. Eleventy and Hexo minify where they are whole: then they also have a sitemap and a search, by Pagefind, or of Hexo by hexo-generator-searchdb, which writes texts and no index. None of the peers writes anything for machines but a feed and a sitemap.

${sizes.map((articles) => writeTable(articles, { rows, options })).join('\n\n')}
`;
}

function writeTable(articles: number, { rows, options }: { rows: readonly Row[]; options: Options }): string {
  const found = rows.filter((row) => row.articles === articles);
  const of = (wanted: string, round?: number): (Row & { measured: Measurement })[] =>
    found.filter(
      (row): row is Row & { measured: Measurement } =>
        row.key === wanted && 'measured' in row && (round === undefined || row.round === round),
    );
  const lines = options.contenders.flatMap(({ key, name }) => {
    const own = of(key);
    const failed = found.find((row) => row.key === key && 'failed' in row);
    if (own.length === 0) return failed ? [`| ${name} | failed |${' |'.repeat(6)}`] : [];
    const medians = measures.map(({ digits, of: read }) =>
      median(own.map(({ measured }) => read(measured))).toFixed(digits),
    );
    const ratios = measures.map(({ of: read }) => {
      const pairs = own.flatMap(({ round, measured }) =>
        of('duplex', round).map((us) => read(us.measured) / read(measured)),
      );
      return key === 'duplex' || pairs.length === 0 ? '' : median(pairs).toFixed(2);
    });
    return [`| ${[name, own.length, ...medians, ...ratios].join(' | ')} |`];
  });
  return `## ${articles} articles

| | rounds | ${measures.map(({ name }) => name).join(' | ')} | ${measures.map(({ name }) => `${name.split(' ')[0]}: duplex / it`).join(' | ')} |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}`;
}
