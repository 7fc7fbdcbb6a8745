// `bench watch`: from a save to the replaced output, on corpora of several sizes, for this watcher and those of the peers.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chanceOf } from './chance.ts';
import { contenders } from './contenders.ts';
import type { Contender } from './contenders.ts';
import { writeCorpus } from './corpus.ts';
import { createRecord, describeRun, flags, quantile, readOptions, say } from './options.ts';
import type { Options } from './options.ts';

export const usage = `watch ${flags.replace('--rounds N', '--edits 40')}`;

/** All edits of one contender on one corpus, or why there are none. Milliseconds. */
type Row = { readonly articles: number; readonly key: string } & (
  | {
      readonly kinds: readonly EditKind[];
      /** Until the page shows the edit. */
      readonly page: readonly number[];
      /** Ours: until the lists and digests tell it too. */
      readonly lists: readonly number[];
      readonly cpuPerEdit: number;
    }
  | { readonly failed: string }
);

/** What is edited: a paragraph, or the title as well, which lists and neighbours show. */
type EditKind = 'body' | 'title';

const resultFile = fileURLToPath(new URL('results/watch.md', import.meta.url));
const patience = { first: 900_000, edit: 120_000 };

export function plan(args: string[]): () => Promise<void> {
  const options = readOptions(args, ['edits']);
  return () => benchWatch(options, ['npm run bench -- watch', ...args].join(' '));
}

async function benchWatch(options: Options, called: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'duplex-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
  const record = createRecord<Row>('watch', options);
  const report = (): string => writeReport({ rows: record.rows, called });
  const watchers = options.contenders.filter(({ watch }) => watch);
  for (const articles of options.sizes) {
    const content = join(folder, `content-${articles}`);
    for (const contender of watchers) {
      const { key, name } = contender;
      if (record.rows.some((row) => row.articles === articles && row.key === key)) continue;
      if (!existsSync(content)) writeCorpus(content, articles);
      say(`${articles} articles, ${name}: ${options.edits} edits`);
      const outcome = await edit(contender, { folder: join(folder, `${key}-${articles}`), content, options }).catch(
        (error: Error) => ({ failed: error.message.split('\n')[0]! }),
      );
      const row: Row = { articles, key, ...outcome };
      record.add(row);
      say(
        `  ${'failed' in row ? row.failed : `p50 ${quantile(row.page, 0.5).toFixed(0)} ms, p95 ${quantile(row.page, 0.95).toFixed(0)} ms`}`,
      );
      writeFileSync(resultFile, report());
    }
  }
  process.stdout.write(report());
}

type Editing = { readonly folder: string; readonly content: string; readonly options: Options };

/** Edits articles one after the other, with a writer's pauses, and waits for each. */
async function edit(
  contender: Contender,
  { folder, content, options }: Editing,
): Promise<Omit<Extract<Row, { page: unknown }>, 'articles' | 'key'>> {
  mkdirSync(folder);
  // A copy: whoever comes next must not find these edits.
  const place = { folder, content: join(folder, 'articles') };
  cpSync(content, place.content, { recursive: true });
  const articles = contender.prepare(place);
  const output = contender.output(place);
  const slugs = readdirSync(articles).flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []));
  const { command, folder: cwd, env = {} } = contender.watch!(place);
  const [program, ...args] = command;
  const log = openSync(join(folder, 'watch.log'), 'w');
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(program, args, { cwd, env: { PATH, HOME, TMPDIR, ...env }, stdio: ['ignore', log, log] });
  try {
    await firstBuild(child, { pages: slugs.map((slug) => join(output, contender.pageOf(slug))) });
    const chance = chanceOf(slugs.length);
    const [kinds, page, lists]: [EditKind[], number[], number[]] = [[], [], []];
    const before = cpuOf(child.pid!);
    for (let number = 0; number < options.edits; number += 1) {
      const slug = chance.pick(slugs);
      const kind: EditKind = number % 4 === 3 ? 'title' : 'body';
      const file = join(articles, `${slug}.md`);
      const mark = `第 ${number} 次修改 ${slug} ${contender.name}`;
      const saved = `${readFileSync(file, 'utf8')}\n${mark}。\n`;
      const text = kind === 'title' ? saved.replace(/^title: "/m, `title: "改${number} `) : saved;
      const started = performance.now();
      writeFileSync(file, text);
      await until(() => readIfThere(join(output, contender.pageOf(slug)))?.includes(mark));
      page.push(performance.now() - started);
      const digests = join(output, 'api/digests.json');
      if (contender.name === 'duplex') {
        const wanted = createHash('sha256')
          .update(text.replace(/^---\n[^]*?\n---\n+/, ''))
          .digest('hex');
        await until(() => readIfThere(digests)?.includes(wanted));
        lists.push(performance.now() - started);
      }
      kinds.push(kind);
      await sleep(chance.between(200, 2500));
    }
    // What a watcher owes is a part of its price.
    await sleep(3000);
    return { kinds, page, lists, cpuPerEdit: (cpuOf(child.pid!) - before) / options.edits };
  } finally {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await Promise.race([ended, sleep(10_000)]);
    if (child.exitCode === null) child.kill('SIGKILL');
    closeSync(log);
  }
}

/** Ready when every page is there and nothing has been written for a while. */
async function firstBuild(child: ChildProcess, { pages }: { pages: readonly string[] }): Promise<void> {
  const limit = performance.now() + patience.first;
  let next = 0;
  while (next < pages.length) {
    if (child.exitCode !== null) throw new Error('the watcher ended before its first build');
    if (performance.now() > limit) throw new Error('the first build took longer than 15 minutes');
    if (existsSync(pages[next]!)) next += 1;
    else await sleep(100);
  }
  let used = cpuOf(child.pid!);
  for (;;) {
    await sleep(2000);
    const now = cpuOf(child.pid!);
    if (now - used < 100) return;
    used = now;
  }
}

/** Looks every other millisecond: what stands between two looks is not told apart. */
async function until(holds: () => boolean | undefined): Promise<void> {
  const limit = performance.now() + patience.edit;
  while (!holds()) {
    if (performance.now() > limit) throw new Error('an edit did not show within 2 minutes');
    await sleep(1);
  }
}

const seen = new Map<string, { stamp: string; text: string }>();

/** Read again only when it was written. */
function readIfThere(file: string): string | undefined {
  try {
    const { mtimeMs, ino, size } = statSync(file);
    const stamp = `${mtimeMs} ${ino} ${size}`;
    if (seen.get(file)?.stamp !== stamp) seen.set(file, { stamp, text: readFileSync(file, 'utf8') });
    return seen.get(file)!.text;
  } catch {
    return undefined;
  }
}

/** CPU milliseconds of a process and all below it (Linux). */
function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number);
    const ticks = stat.slice(11, 15).reduce((sum, each) => sum + each, 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children.split(' ').reduce((sum, id) => sum + (id === '' ? 0 : cpuOf(Number(id))), ticks * 10);
  } catch {
    return 0;
  }
}

// --- reporting

function writeReport({ rows, called }: { rows: readonly Row[]; called: string }): string {
  const lines = rows
    .toSorted((a, b) => a.articles - b.articles)
    .flatMap((row) => {
      const name = contenders.find(({ key }) => key === row.key)?.name ?? row.key;
      if ('failed' in row) return [`| ${row.articles} | ${name} | ${row.failed} |${' |'.repeat(6)}`];
      const of = (numbers: readonly number[], kind: EditKind): string[] => {
        const some = numbers.filter((_, index) => row.kinds[index] === kind);
        return [0.5, 0.95].map((share) => (some.length === 0 ? '' : quantile(some, share).toFixed(0)));
      };
      const shown = [...of(row.page, 'body'), ...of(row.page, 'title')];
      const listed = [0.5, 0.95].map((share) => (row.lists.length === 0 ? '' : quantile(row.lists, share).toFixed(0)));
      return [`| ${[row.articles, name, ...shown, ...listed, row.cpuPerEdit.toFixed(0)].join(' | ')} |`];
    });
  return `# From a save to the replaced output

${describeRun({ called, used: contenders.filter(({ key }) => rows.some((row) => row.key === key)) })}

Milliseconds from the save until the article's page shows it, p50 and p95: of edits of the text, and of edits of the title too, which lists and neighbouring pages show. "Lists" is until \`digests.json\`, which is written last, tells of it: index, categories, feed, sitemap and manifest are in place by then. Saves come every 0.2 to 2.5 s. CPU is per edit, with whatever the watcher does at rest.

| articles | | text p50 | p95 | title p50 | p95 | lists p50 | p95 | CPU ms |
| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`;
}
