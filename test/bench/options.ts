// The options of the benchmarks that build sites, and the shared parts of their tables.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from './contender.ts';
import { contenders } from './contenders.ts';

export type Options = {
  readonly sizes: readonly number[];
  readonly rounds: number | undefined;
  readonly edits: number;
  readonly contenders: typeof contenders;
  readonly resume: boolean;
  /** Kinds of site by name, or a folder of articles, joined by commas. */
  readonly corpus: string | undefined;
};

export const flags = `[--sizes 71,1000] [--rounds N] [--with ${contenders.map(({ key }) => key).join(',')}] [--resume]`;

export function readOptions(args: readonly string[], allowed: readonly (keyof Options)[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: 'string', default: '71,1000' },
      rounds: { type: 'string' },
      edits: { type: 'string', default: '200' },
      with: { type: 'string' },
      resume: { type: 'boolean', default: false },
      corpus: { type: 'string' },
    },
  });
  for (const name of ['rounds', 'corpus'] as const)
    if (values[name] !== undefined && !allowed.includes(name))
      throw new TypeError(`--${name} is not a flag of this benchmark`);
  return {
    sizes: values.sizes.split(',').map((text) => readCount('--sizes', text)),
    rounds: values.rounds === undefined ? undefined : readCount('--rounds', values.rounds),
    edits: readCount('--edits', values.edits),
    contenders: readContenders(values.with),
    resume: values.resume,
    corpus: values.corpus,
  };
}

function readCount(flag: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new TypeError(`${flag} takes whole numbers from 1 to 999999, not '${text}'`);
  return Number(text);
}

/**
 * The named contenders, or all that are not optional. If one is not installed, prints how to install it, and omits it.
 */
function readContenders(names: string | undefined): typeof contenders {
  const asked = names?.split(',');
  const unknown = asked?.find((name) => !contenders.some(({ key }) => key === name));
  if (unknown !== undefined) throw new TypeError(`there is no contender '${unknown}'`);
  return contenders
    .filter(({ key, isOptional }) => (asked ? asked.includes(key) : !isOptional))
    .filter(({ name, version }) => {
      const found = version();
      if ('version' in found) return true;
      say(`${name} is left out: ${found.missing}`);
      return false;
    });
}

/** How a row was measured. */
export type Circumstances = { readonly called: string; readonly date: string; readonly load: number };

/** The measurements so far, one per line. With --resume, a benchmark continues after them. */
export function createRecord<T extends object>(
  name: string,
  { resume, called }: Pick<Options, 'resume'> & { readonly called: string },
): {
  readonly rows: readonly (T & Circumstances)[];
  readonly add: (row: T) => void;
} {
  const file = join(cacheFolder, `${name}.jsonl`);
  mkdirSync(cacheFolder, { recursive: true });
  if (!resume) rmSync(file, { force: true });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T & Circumstances);
  return {
    rows,
    add(row) {
      const added = { ...row, called, ...now() };
      rows.push(added);
      appendFileSync(file, `${JSON.stringify(added)}\n`);
    },
  };
}

/** Such as `node20`, because each result is for one Node version. */
export const nodeName = `node${process.version.split('.')[0]!.slice(1)}`;

export const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`;

/** Where and when the figures were measured, and how busy the machine was. */
export function describeMachine(rows: readonly Omit<Circumstances, 'called'>[] = [now()]): string {
  const loads = rows.map(({ load }) => load);
  const dates = [...new Set(rows.map(({ date }) => date))].join(', ');
  return `- Machine: ${machine}; load ${median(loads).toFixed(1)}, at most ${Math.max(...loads).toFixed(1)}
- Node ${process.version}, ${dates}, files under ${tmpdir()} (TMPDIR)`;
}

const now = (): Omit<Circumstances, 'called'> => ({ date: new Date().toISOString().slice(0, 10), load: loadavg()[0]! });

/** The contenders of some rows. */
export const usedIn = (rows: readonly { readonly key: string }[]): Options['contenders'] =>
  contenders.filter(({ key }) => rows.some((one) => one.key === key));

/** The lines of `describeMachine`, and the commands and the versions of the contenders. */
export function describeRun(rows: readonly Circumstances[], used: Options['contenders']): string {
  const versions = used.map(({ name, version }) => {
    const found = version();
    return `${name} ${'version' in found ? found.version : found.missing}`;
  });
  const calls = [...new Set(rows.map(({ called }) => `\`${called}\``))];
  return `${describeMachine(rows)}
- Called: ${calls.join(', then ')}
- ${versions.join(', ')}`;
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low = NaN, high = NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
