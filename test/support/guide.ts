// Tools for running the guides of the login service: they read the fenced blocks, run commands in a shell, and start
// the service.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './command.ts';
import { freePort } from './ports.ts';

export const guide = ['README', 'INTEGRATE', 'OPERATE']
  .map((name) => readFileSync(path.join(repository, `server/${name}.md`), 'utf8'))
  .join('\n');

/** The ports that replace the guide's 3000 and 4000. */
export type Ports = { readonly login: number; readonly site: number };
export const makePorts = async (): Promise<Ports> => ({ login: await freePort(), site: await freePort() });

export type Block = {
  /** The words after the opening fence: the language, and how the block is run. */
  readonly info: string;
  readonly text: string;
  /** The second-level heading above the block. */
  readonly section: string;
};

/** The guide's blocks of the given kinds, or all blocks, with other ports. */
export function blocksAt({ login, site }: Ports, ...infos: readonly string[]): readonly Block[] {
  const blocks = readBlocks(guide.replaceAll('3000', String(login)).replaceAll('4000', String(site)));
  return infos.length === 0 ? blocks : blocks.filter(({ info }) => infos.includes(info));
}

/** The fenced blocks, in order. */
export function readBlocks(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let section = '';
  let open: { info: string; lines: string[] } | undefined;
  for (const line of markdown.split('\n')) {
    const fence = /^```(.*)$/.exec(line);
    if (fence && open) {
      blocks.push({ info: open.info, text: `${open.lines.join('\n')}\n`, section });
      open = undefined;
    } else if (fence) open = { info: fence[1]!, lines: [] };
    else if (open) open.lines.push(line);
    else if (line.startsWith('## ')) section = line.slice(3);
  }
  return blocks;
}

type Environment = Readonly<Record<string, string>>;

/** The environment of a developer's terminal, without the variables of this test process. */
function environmentOf(env: Environment): Environment {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...env };
}

export type Running = { readonly output: () => string; readonly stop: () => Promise<void> };

/** Starts a command that runs until it is stopped, and waits until it has written `ready`. */
export async function startCommand(
  text: string,
  { env, ready }: { env: Environment; ready: string },
): Promise<Running> {
  // In its own process group, so that the command is stopped together with the shell or npx that started it.
  const child = spawn('bash', ['-c', text], { cwd: repository, env: environmentOf(env), detached: true });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        if (output.includes(ready)) resolve();
      });
    }
    child.on('exit', (code) => reject(new Error(`${text}\nended with ${code}:\n${output}`)));
  });
  return { output: () => output, stop: () => endGroup(child) };
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
}

export type Shell = {
  /** Runs lines and returns their stdout. Rejects if one of them fails. */
  readonly run: (lines: string) => Promise<string>;
  readonly close: () => void;
};

const mark = '-- guide: end of block --';

/** A bash that keeps variables and functions from block to block, like a reader's. */
export function openShell(env: Environment): Shell {
  const child = spawn('bash', ['-s'], { cwd: repository, env: environmentOf(env), stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let complaints = '';
  let wake = (): void => {};
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaints += chunk));
  child.on('close', () => wake());
  child.stdin.on('error', () => {});
  child.stdin.write('set -euo pipefail\n');
  return {
    async run(lines) {
      output = '';
      complaints = '';
      child.stdin.write(`${lines}\nprintf '\\n%s\\n' '${mark}'\n`);
      while (!output.includes(`${mark}\n`)) {
        if (child.exitCode !== null) throw new Error(`${lines}\nended with ${child.exitCode}:\n${output}${complaints}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
      return output.slice(0, output.indexOf(`\n${mark}`));
    },
    close: () => child.kill(),
  };
}

/** The key that signs tokens. */
export const secret = 'the secret that the guide is run with';
const unlimited = {
  LIMIT_ADDRESS_PER_MINUTE: '0',
  LIMIT_ADDRESS_FAILURES_PER_MINUTE: '0',
  LIMIT_USER_PER_HOUR: '0',
  LIMIT_REFRESH_PER_MINUTE: '0',
};

export type Place = {
  readonly ports: Ports;
  readonly folder: string;
  /** The heading of the section with the block that starts the service. */
  readonly section: string;
  readonly env?: Environment;
};

/** Starts the login service with the command of a section. */
export function startLogin({ ports, folder, section, env = {} }: Place): Promise<Running> {
  const block = blocksAt(ports, 'sh server').find((each) => each.section === section)!;
  return startCommand(block.text, {
    env: { PORT: String(ports.login), DATA_DIR: path.join(folder, 'data'), JWT_SECRET: secret, ...unlimited, ...env },
    ready: '"msg":"listening"',
  });
}

export type Json = Readonly<Record<string, unknown>>;
export type TokenAnswer = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
};

/** Sends a request with a JSON body, and returns the JSON answer. */
export async function send(
  method: string,
  address: string,
  { body, token }: { body?: Json; token?: string } = {},
): Promise<{ readonly statusCode: number; readonly data: Json }> {
  const response = await fetch(address, {
    method,
    headers: {
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { statusCode: response.status, data: (text === '' ? {} : JSON.parse(text)) as Json };
}

/** Signs in as one of the stand-in's people, without the guide. */
export async function signIn(origin: string, person = 'lin'): Promise<TokenAnswer> {
  const { data } = await send('POST', `${origin}/sandbox/mini/login`, { body: { person } });
  const { data: tokens } = await send('POST', `${origin}/api/auth/idp/mini/login`, { body: { code: data.code } });
  return tokens as TokenAnswer;
}
