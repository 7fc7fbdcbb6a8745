// Starts `node server/mcp` as its users do, and exchanges messages with it.
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { repository } from '../../support/command.ts';
import type { Answer } from './adapter.ts';

export const entrance = path.join(repository, 'server/mcp');

export function startAdapter(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [entrance, ...args], { cwd: repository, env: { PATH, HOME, ...env } });
}

/** Starts the adapter over HTTP on a free port, and waits until it prints its address. */
export async function startHttp(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcessWithoutNullStreams; url: string }> {
  const child = startAdapter(['--http', '--port', '0', ...args], env);
  for await (const line of createInterface(child.stderr)) {
    const [url] = /http:\/\/\S+\/mcp/.exec(line) ?? [];
    if (url) return { child, url };
  }
  throw new Error('the adapter did not start');
}

/** Ends a process, waits for its exit, and returns its exit code. */
export async function stop(
  child: ChildProcessWithoutNullStreams,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
}

/** Sends lines to the adapter on stdio, ends its input, and returns all answers. */
export async function talk(args: readonly string[], lines: readonly (string | Uint8Array)[]): Promise<Answer[]> {
  const child = startAdapter(args);
  const answers: Answer[] = [];
  createInterface(child.stdout).on('line', (line) => answers.push(JSON.parse(line) as Answer));
  const ended = once(child, 'close');
  child.stdin.on('error', () => {});
  for (const line of lines) {
    child.stdin.write(line);
    child.stdin.write('\n');
  }
  child.stdin.end();
  await ended;
  return answers;
}
