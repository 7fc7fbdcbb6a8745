// Runs a command of the product as a user does, and returns its exit code and output.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
export type RunOptions = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string };

/** Runs gulp with a task and flags, and with the environment of a user. */
export function gulp(...args: string[]): Promise<Outcome> {
  return gulpWith({}, ...args);
}

export function gulpWith(options: RunOptions, ...args: string[]): Promise<Outcome> {
  return run([path.join(repository, 'node_modules/gulp/bin/gulp.js'), ...args], options);
}

/** Runs Node with arguments, from the repository's folder. */
export function run(args: readonly string[], { env = {}, cwd = repository }: RunOptions = {}): Promise<Outcome> {
  const child = start(args, { env, cwd });
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Starts Node with arguments and leaves it running. */
export function start(args: readonly string[], { env = {}, cwd = repository }: RunOptions = {}) {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, args, { cwd, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Every file below a folder, by path, with its digest. */
export function digestsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }) as string[];
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile()).sort();
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    ]),
  );
}

/** Returns what this process writes to stderr while `work` runs. */
export async function listen(work: () => Promise<unknown>): Promise<string> {
  const { write } = process.stderr;
  let said = '';
  process.stderr.write = (text: string | Uint8Array) => ((said += String(text)), true);
  try {
    await work();
    return said;
  } finally {
    process.stderr.write = write;
  }
}
