// Runs a command as a child process and measures its cost: CPU and wall seconds, and the peak of its memory.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type CommandLine = readonly [program: string, ...rest: string[]];

export type Measurement = {
  /** User and system time, of the process and of all that it started. */
  cpuSeconds: number;
  wallSeconds: number;
  /** Resident memory of the largest process. */
  peakBytes: number;
  /**
   * The sum of the peaks of all processes: an upper bound of their joint peak. For a program other than Node, only the
   * peak of its largest process.
   */
  peakSumBytes: number;
  /** Standard output and standard error. */
  output: string;
};

export type Measured = { command: CommandLine; folder: string; env?: Readonly<Record<string, string>> };

type Usage = { ownSeconds: number; reapedSeconds: number; peakBytes: number };
type ProcessRecord = Usage & { pid: number; living: Usage[] };
type Ended = { pid: number; wallSeconds: number; output: string };

const recorder = new URL('record.mjs', import.meta.url).href;
const gnuTime = '/usr/bin/time';
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/**
 * Node commands record their own use; any other command needs GNU time. If the command fails, throws with the end of
 * its output.
 */
export async function measure({ command, folder, env = {} }: Measured): Promise<Measurement> {
  const records = mkdtempSync(join(tmpdir(), 'duplex-measure-'));
  try {
    return command[0] === process.execPath
      ? await measureNode({ command, folder, env, records })
      : await measureProgram({ command, folder, env, records });
  } finally {
    rmSync(records, { recursive: true });
  }
}

/** Measures commands that run one after the other: their total cost, and the largest of their peaks. */
export async function measureSteps(steps: readonly Measured[]): Promise<Measurement> {
  const found: Measurement[] = [];
  for (const step of steps) found.push(await measure(step));
  return {
    cpuSeconds: sum(found.map(({ cpuSeconds }) => cpuSeconds)),
    wallSeconds: sum(found.map(({ wallSeconds }) => wallSeconds)),
    peakBytes: Math.max(...found.map(({ peakBytes }) => peakBytes)),
    peakSumBytes: Math.max(...found.map(({ peakSumBytes }) => peakSumBytes)),
    output: found.map(({ output }) => output).join(''),
  };
}

type Job = Measured & { env: Readonly<Record<string, string>>; records: string };

async function measureNode(job: Job): Promise<Measurement> {
  const { pid, wallSeconds, output } = await run(job, {
    NODE_OPTIONS: `--import=${recorder}`,
    BENCH_RECORDS: job.records,
  });
  const found = readdirSync(job.records)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(job.records, name), 'utf8')) as ProcessRecord);
  const root = found.find((record) => record.pid === pid);
  if (root === undefined) throw new Error(`no record of process ${pid}: ${job.command.join(' ')}`);
  const living = found.flatMap((record) => record.living);
  const peaks = [...found, ...living].map(({ peakBytes }) => peakBytes);
  return {
    // The kernel adds the time of a child to that of its parent when the parent reaps the child. The time of a service
    // that still runs at the end (esbuild's) is added here.
    cpuSeconds: root.ownSeconds + root.reapedSeconds + sum(living.map((each) => each.ownSeconds + each.reapedSeconds)),
    wallSeconds,
    peakBytes: Math.max(...peaks),
    peakSumBytes: sum(peaks),
    output,
  };
}

async function measureProgram(job: Job): Promise<Measurement> {
  const report = join(job.records, 'time');
  const timed: CommandLine = [gnuTime, '--quiet', '--format=%U %S %M', `--output=${report}`, ...job.command];
  const { wallSeconds, output } = await run({ ...job, command: timed }, {});
  const [user = NaN, system = NaN, peakKilobytes = NaN] = readFileSync(report, 'utf8').trim().split(' ').map(Number);
  const peakBytes = peakKilobytes * 1024;
  return { cpuSeconds: user + system, wallSeconds, peakBytes, peakSumBytes: peakBytes, output };
}

/** The child gets a small environment, so that SITE_URL or NODE_OPTIONS of the caller do not change the measurement. */
function run({ command, folder, env, records }: Job, settings: Record<string, string>): Promise<Ended> {
  const [program, ...rest] = command;
  const logFile = join(records, 'log');
  const log = openSync(logFile, 'w');
  const { PATH, HOME, TMPDIR } = process.env;
  return new Promise<Ended>((resolve, reject) => {
    const started = performance.now();
    const child = spawn(program, rest, {
      cwd: folder,
      env: { PATH, HOME, TMPDIR, ...env, ...settings },
      stdio: ['ignore', log, log],
    });
    child.once('error', (cause) => {
      reject(
        new Error(`${program} does not start (a program other than Node needs GNU time: apt-get install time)`, {
          cause,
        }),
      );
    });
    child.once('exit', (code, signal) => {
      const wallSeconds = (performance.now() - started) / 1000;
      const output = readFileSync(logFile, 'utf8');
      if (code === 0) resolve({ pid: child.pid ?? 0, wallSeconds, output });
      else reject(new Error(`${command.join(' ')}\nended with ${signal ?? code}:\n${output.slice(-4000)}`));
    });
  }).finally(() => {
    closeSync(log);
  });
}
