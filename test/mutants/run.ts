// `npm run mutants [-- --only PATTERN]`: breaks the lines of lines.diff one at a time, in a copy of the repository, and
// reports whether the tests named there fail. Exits with 1 if fewer than 97 % are noticed, or if a line is gone.
// `npm run mutants -- --draw SEED [--count 60]` only lists other lines, for a person to break.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '../support/command.ts';
import { readLines } from './lines.ts';
import type { Line } from './lines.ts';

/**
 * `killed`: a test fails. `late`: the tests time out, which CI would notice too. `unsound`: the tests also fail without
 * the change.
 */
type Outcome = 'killed' | 'late' | 'survived' | 'equivalent' | 'unsound' | 'no longer applies';

const enough = 0.97;
const patienceMs = 150_000;

const { only, seed, count: most } = readOptions();
if (seed !== undefined) {
  const { draw } = await import('./draw.ts');
  console.log(draw(seed).slice(0, most).join('\n'));
  process.exit();
}
const chosen = readLines().filter(({ file, from, to, tests }) => only.test([file, from, to, ...tests].join(' ')));

const copy = mkdtempSync(path.join(tmpdir(), 'duplex-mutants-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
const left = /^(?:node_modules|\.git|\.cache|\.data|coverage|public[^/]*)$/;
cpSync(repository, copy, { recursive: true, filter: (from) => !left.test(path.relative(repository, from)) });
symlinkSync(path.join(repository, 'node_modules'), path.join(copy, 'node_modules'));

const outcomes: { readonly line: Line; readonly outcome: Outcome }[] = [];
const sound = new Map<string, Promise<boolean>>();
for (const line of chosen) {
  const began = performance.now();
  const outcome = await judge(line);
  outcomes.push({ line, outcome });
  const seconds = ((performance.now() - began) / 1000).toFixed(0).padStart(4);
  console.log(`${outcome.padEnd(11)}${seconds} s  ${line.file}: ${line.from}  ->  ${line.to || '(nothing)'}`);
}
conclude();

/** Exits with 2 for unknown arguments. */
function readOptions(): { only: RegExp; seed: string | undefined; count: number } {
  const string = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { only: string, draw: string, count: string } });
    return { only: new RegExp(values.only ?? ''), seed: values.draw, count: Number(values.count ?? 60) };
  } catch (error) {
    console.error(`${(error as Error).message}\n\nnpm run mutants [-- --only PATTERN | --draw SEED [--count 60]]`);
    process.exit(2);
  }
}

async function judge(line: Line): Promise<Outcome> {
  const file = path.join(copy, line.file);
  const whole = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (whole.split(line.from).length !== 2) return 'no longer applies';
  if (line.equivalent !== undefined) return 'equivalent';
  writeFileSync(
    file,
    whole.replace(line.from, () => line.to),
  );
  const outcome = await test(line);
  writeFileSync(file, whole);
  if (outcome === 'survived') return outcome;
  // A test that fails or hangs by itself proves nothing.
  const name = [...line.tests, line.grep].join(' ');
  if (!sound.has(name))
    sound.set(
      name,
      test(line).then((unbroken) => unbroken === 'survived'),
    );
  return (await sound.get(name)) ? outcome : 'unsound';
}

async function test({ tests, grep }: Line): Promise<'killed' | 'late' | 'survived'> {
  const args = [
    '--bail',
    '--exit',
    '--no-parallel',
    '--reporter',
    'dot',
    ...(grep === undefined ? [] : ['--grep', grep]),
  ];
  // In its own process group, so that processes that tests start end together with the tests.
  const child = spawn(process.execPath, [path.join(copy, 'node_modules/mocha/bin/mocha.js'), ...args, ...tests], {
    cwd: copy,
    detached: true,
    stdio: 'ignore',
  });
  let late = false;
  const end = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The whole group has ended.
    }
  };
  const timer = setTimeout(() => {
    late = true;
    end();
  }, patienceMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  end();
  return late ? 'late' : code === 0 ? 'survived' : 'killed';
}

function conclude(): void {
  const count = (...which: Outcome[]): number => outcomes.filter(({ outcome }) => which.includes(outcome)).length;
  const roomOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/');
  console.log('');
  for (const room of [...new Set(outcomes.map(({ line }) => roomOf(line.file)))].sort()) {
    const lines = outcomes.filter(({ line }) => roomOf(line.file) === room);
    const killed = lines.filter(({ outcome }) => outcome === 'killed' || outcome === 'late').length;
    console.log(`${String(lines.length).padStart(5)}  ${room}: ${killed} killed`);
  }
  const [killed, gone] = [count('killed', 'late'), count('no longer applies')];
  const rate = killed / Math.max(1, outcomes.length - count('equivalent'));
  const minutes = (performance.now() / 60_000).toFixed(0);
  console.log(
    `${String(outcomes.length).padStart(5)}  in all: ${killed} killed (${(rate * 100).toFixed(1)} %), ${count('survived')} survived, ` +
      `${count('equivalent')} equivalent, ${count('unsound')} unsound, ${gone} no longer apply; ${minutes} minutes`,
  );
  if (rate < enough || gone > 0) process.exitCode = 1;
}
