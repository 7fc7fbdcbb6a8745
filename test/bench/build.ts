// `bench build`: cold builds of several kinds of site, by the product, the plain script and the peers, in interleaved
// rounds. After each build of the product come an unchanged build, a build after an edit, `verify` and `adopt`.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeReport } from './build-report.ts';
import { partsIn } from './build-rows.ts';
import type { Row } from './build-rows.ts';
import type { Afterwards, Contender, Place } from './contender.ts';
import { corpora, corporaOf } from './corpora.ts';
import type { CorpusKind } from './corpora.ts';
import { measure, measureSteps } from './measure.ts';
import type { Measurement } from './measure.ts';
import { createRecord, flags, nodeName, readOptions, say } from './options.ts';
import type { Options } from './options.ts';

const kinds = corpora.map(({ name }) => name).join(',');
export const usage = `build ${flags} [--corpus ${kinds},FOLDER]`;

const largeCorpus = 10_000;
const roundsOf = { any: 3, large: 2 };

/** Reads the flags; throws for a wrong one. The returned function runs the benchmark. */
export function plan(args: string[]): () => Promise<void> {
  const options = readOptions(args, ['rounds', 'corpus']);
  // The results must not contain a path of this machine.
  const shown = args.map((arg) => (arg === options.corpus ? arg.replace(/[^,]*\/[^,]*/g, 'FOLDER') : arg));
  return () => benchBuild(options, ['npm run bench -- build', ...shown].join(' '));
}

async function benchBuild(options: Options, called: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'duplex-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));

  const record = createRecord<Row>(`build-${nodeName}`, { ...options, called });
  const resultFile = fileURLToPath(new URL(`results/build-${nodeName}.md`, import.meta.url));
  const report = (): string => writeReport(record.rows);
  for (const articles of options.sizes) {
    const places = createPlaces(join(folder, String(articles)), articles);
    const rounds = options.rounds ?? roundsOf[articles < largeCorpus ? 'any' : 'large'];
    for (let round = 1; round <= rounds; round += 1) {
      for (const { corpus, contender } of runsOf(options, round)) {
        const id = { corpus: corpus.name, articles, round };
        const isMissing = ({ key }: { key: string }): boolean =>
          !record.rows.some(
            (row) => row.key === key && Object.entries(id).every(([name, value]) => row[name as keyof Row] === value),
          );
        const afterwards = stepsAfter(contender, corpus);
        if (![contender, ...afterwards].some(isMissing)) continue;
        const place = await places(corpus, contender);
        for (const { key, name, run } of [
          { ...contender, run: () => buildCold(contender, { place, articles }) },
          ...afterwards.map((step) => ({ ...step, run: async () => measure(step.run(place)) })),
        ]) {
          const outcome = await run().then(toOutcome, (error: Error) => ({ failed: error.message }));
          // A resumed run repeats the steps before a missing one, because it needs what they leave in the folder.
          if (isMissing({ key })) record.add({ ...id, key, ...outcome });
          say(`  ${articles} ${corpus.name}, round ${round} of ${rounds}  ${name.padEnd(30)} ${tell(outcome)}`);
          writeFileSync(resultFile, report());
        }
      }
    }
  }
  process.stdout.write(report());
}

type Run = { readonly corpus: CorpusKind; readonly contender: Options['contenders'][number] };

/** Every second round runs in reverse order, so that the after-effects of a run do not always hit the same run. */
function runsOf({ corpus: names = kinds, contenders }: Options, round: number): Run[] {
  const runs = corporaOf(names).flatMap((corpus) =>
    contenders.filter(({ isPeer }) => !(isPeer && corpus.isOurs)).map((contender) => ({ corpus, contender })),
  );
  return round % 2 === 1 ? runs : runs.toReversed();
}

/** A folder for each contender on each kind of site, prepared on first use. */
function createPlaces(
  folder: string,
  articles: number,
): (corpus: CorpusKind, contender: Run['contender']) => Promise<Place> {
  const places = new Map<string, Place>();
  return async (corpus, contender) => {
    const id = `${corpus.name}-${contender.key}`;
    const content = join(folder, `${corpus.name}-content`);
    if (!existsSync(content)) {
      const { bytes } = corpus.write(content, articles);
      say(`${articles} articles (${corpus.name}: ${corpus.description}), ${(bytes / 1e6).toFixed(1)} MB of Markdown`);
    }
    const known = places.get(id);
    if (known) return known;
    const place = { folder: join(folder, id), content };
    mkdirSync(place.folder, { recursive: true });
    contender.prepare(place);
    places.set(id, place);
    // A file that was written in the last two seconds may change without a new stamp, so our cache would not trust it.
    if (contender.afterwards) await sleep(2000);
    return place;
  };
}

async function buildCold(
  contender: Contender,
  { place, articles }: { place: Place; articles: number },
): Promise<Measurement> {
  // Old files are moved, not deleted. For some seconds after a large deletion, ext4 walks all freed inodes whenever it
  // makes a file, so the next build would seem several times slower. Moving needs disk space: a gigabyte per run of
  // 10,000 articles.
  const trash = mkdtempSync(`${place.folder}-old-`);
  for (const name of contender.leftovers) {
    if (existsSync(join(place.folder, name))) renameSync(join(place.folder, name), join(trash, name));
  }
  if (contender.clean) await measure(contender.clean(place));
  const measured = await measureSteps(contender.build(place));
  checkOutput(contender, { place, articles });
  return measured;
}

const stepsAfter = ({ afterwards = [] }: Contender, corpus: CorpusKind): Afterwards[] =>
  afterwards.filter((step) => step.corpus === undefined || step.corpus === corpus.name);

/** Throws if articles are missing in the output: such a build does not count. */
function checkOutput(contender: Contender, { place, articles }: { place: Place; articles: number }): void {
  const output = contender.output(place);
  const slugs = readdirSync(place.content).flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []));
  const made = slugs.filter((slug) => existsSync(join(output, contender.pageOf(slug)))).length;
  if (made !== articles) throw new Error(`${output} has ${made} articles instead of ${articles}`);
  const missing = contender.alsoMakes?.find((path) => !existsSync(join(output, path)));
  if (missing !== undefined) throw new Error(`${output} lacks ${missing}`);
}

type Outcome = Pick<Extract<Row, { measured: unknown }>, 'measured' | 'parts'> | { readonly failed: string };

const toOutcome = ({ output, ...measured }: Measurement): Outcome => ({ measured, parts: partsIn(output) });

const tell = (outcome: Outcome): string =>
  'failed' in outcome
    ? `failed: ${outcome.failed}`
    : `CPU ${outcome.measured.cpuSeconds.toFixed(2)} s, wall ${outcome.measured.wallSeconds.toFixed(2)} s, peak ${(outcome.measured.peakSumBytes / 1e6).toFixed(0)} MB`;
