// `bench watch`: the time from a save to the replaced output, for every kind of edit, and the watcher's memory after
// many of them.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chanceOf } from './chance.ts';
import type { Contender } from './contender.ts';
import { writeCorpus } from './corpus.ts';
import { createRecord, flags, nodeName, readOptions, say } from './options.ts';
import type { Options } from './options.ts';
import { articleKinds, createEditor, lastKinds, siteKinds, slugsIn } from './watch-edits.ts';
import type { EditKind } from './watch-edits.ts';
import { writeReport } from './watch-report.ts';
import type { Followed, FollowedRow, Row } from './watch-report.ts';

export const usage = `watch ${flags.replace('--rounds N', '--edits 200')}`;

const resultFile = fileURLToPath(new URL(`results/watch-${nodeName}.md`, import.meta.url));
const patience = { first: 900_000, edit: 120_000 };
/** The peers get fewer edits, because they do the same slow work for each edit. */
const editsOfPeers = 40;

export function plan(args: string[]): () => Promise<void> {
  const options = readOptions(args, ['edits']);
  return () => benchWatch(options, ['npm run bench -- watch', ...args].join(' '));
}

async function benchWatch(options: Options, called: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'duplex-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
  const record = createRecord<Row>(`watch-${nodeName}`, { ...options, called });
  const report = (): string => writeReport(record.rows);
  const watchers = options.contenders.filter(({ watch }) => watch);
  for (const articles of options.sizes) {
    const content = join(folder, `content-${articles}`);
    for (const contender of watchers) {
      const { key, name } = contender;
      if (record.rows.some((one) => one.articles === articles && one.key === key)) continue;
      if (!existsSync(content)) writeCorpus(content, articles);
      const kinds = kindsOf(contender.isPeer ? Math.min(options.edits, editsOfPeers) : options.edits, contender);
      say(`${articles} articles, ${name}: ${kinds.length} edits`);
      const outcome = await edit(contender, { folder: join(folder, `${key}-${articles}`), content, kinds }).catch(
        (error: Error) => ({ failed: error.message.split('\n')[0]! }),
      );
      const one: Row = { articles, key, ...outcome };
      record.add(one);
      if ('failed' in one) say(`  ${one.failed}`);
      writeFileSync(resultFile, report());
    }
  }
  process.stdout.write(report());
}

/** The kinds in turn. For the product, the last fifth are the edits that change the cost of the others. */
function kindsOf(edits: number, { isPeer }: { readonly isPeer?: true }): EditKind[] {
  const kinds: readonly EditKind[] = isPeer ? articleKinds : [...articleKinds, ...siteKinds];
  return Array.from({ length: edits }, (_, index) => {
    const share = index / edits;
    if (isPeer || share < 0.8) return kinds[index % kinds.length]!;
    return share < 0.9 ? lastKinds[0] : lastKinds[1];
  });
}

type Editing = { readonly folder: string; readonly content: string; readonly kinds: readonly EditKind[] };

/** Saves one edit after the other, with a writer's pauses, and waits for each. */
async function edit(
  contender: Contender,
  { folder, content, kinds }: Editing,
): Promise<Omit<FollowedRow, 'articles' | 'key'>> {
  mkdirSync(folder);
  const place = { folder, content };
  const articles = contender.prepare(place);
  const { pageOf } = contender;
  const output = contender.output(place);
  const editor = createEditor({ articles, output, pageOf });
  if (!contender.isPeer) editor.addPage();
  const { command, folder: cwd, env = {} } = contender.watch!(place);
  const [program, ...args] = command;
  const log = openSync(join(folder, 'watch.log'), 'w');
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(program, args, { cwd, env: { PATH, HOME, TMPDIR, ...env }, stdio: ['ignore', log, log] });
  try {
    await firstBuild(child, { pages: slugsIn(articles).map((slug) => join(output, pageOf(slug))) });
    const chance = chanceOf(kinds.length);
    const [cpuBefore, memoryBefore] = [cpuOf(child.pid!), memoryOf(child.pid!)];
    const followed: Followed[] = [];
    for (const [index, kind] of kinds.entries()) {
      if (kind === 'locked article' && kind !== kinds[index - 1]) {
        editor.addLocked();
        await isIdle(child);
      }
      const started = performance.now();
      const { onPage, everywhere } = editor.save(kind);
      await until(onPage, `${kind} on its page`);
      const page = performance.now() - started;
      // Only the product has lists that show the edit.
      if (contender.isPeer || !everywhere) followed.push({ kind, page });
      else {
        await until(everywhere, `${kind} everywhere`);
        followed.push({ kind, page, everywhere: performance.now() - started });
      }
      await sleep(chance.between(200, 2500));
    }
    // Postponed work of a watcher is part of its cost.
    await isIdle(child);
    return {
      followed,
      memory: [memoryBefore, memoryOf(child.pid!)],
      cpuPerEdit: (cpuOf(child.pid!) - cpuBefore) / kinds.length,
    };
  } finally {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await Promise.race([ended, sleep(10_000)]);
    if (child.exitCode === null) child.kill('SIGKILL');
    closeSync(log);
  }
}

/** Waits until every page exists and the watcher is idle. */
async function firstBuild(child: ChildProcess, { pages }: { pages: readonly string[] }): Promise<void> {
  const limit = performance.now() + patience.first;
  let next = 0;
  while (next < pages.length) {
    if (child.exitCode !== null) throw new Error('the watcher ended before its first build');
    if (performance.now() > limit) throw new Error('the first build took longer than 15 minutes');
    if (existsSync(pages[next]!)) next += 1;
    else await sleep(100);
  }
  await isIdle(child);
}

/** Waits until the watcher is idle. */
async function isIdle(child: ChildProcess): Promise<void> {
  let used = cpuOf(child.pid!);
  for (;;) {
    await sleep(2000);
    const now = cpuOf(child.pid!);
    if (now - used < 100) return;
    used = now;
  }
}

/** Checks about every millisecond; the order of changes between two checks is unknown. */
async function until(holds: () => boolean, what: string): Promise<void> {
  const limit = performance.now() + patience.edit;
  while (!holds()) {
    if (performance.now() > limit) throw new Error(`an edit did not show within 2 minutes: ${what}`);
    await sleep(1);
  }
}

/** A sum over a process and its descendants (Linux); 0 for a process that has ended. */
function sumOf(pid: number, read: (folder: string) => number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const ids = children === '' ? [] : children.split(' ').map(Number);
    return ids.reduce((sum, id) => sum + sumOf(id, read), read(`/proc/${pid}`));
  } catch {
    return 0;
  }
}

/** CPU milliseconds. */
const cpuOf = (pid: number): number =>
  sumOf(pid, (folder) => {
    const stat = readFileSync(`${folder}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number);
    return stat.slice(11, 15).reduce((sum, ticks) => sum + ticks * 10, 0);
  });

/** Resident megabytes. */
const memoryOf = (pid: number): number =>
  sumOf(pid, (folder) => {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1] ?? 0;
    return (Number(kilobytes) * 1024) / 1e6;
  });
