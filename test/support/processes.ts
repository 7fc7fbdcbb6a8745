// Starts `node server` as a process, and a provider that knows everybody.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { repository, start } from './command.ts';
import { freePort } from './ports.ts';

export type Running = {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly port: number;
  readonly output: () => string;
  /** Sends the signal to the process, and waits until the process exits. */
  stop(signal: NodeJS.Signals): Promise<void>;
};

/** Starts `node server`, on a free port unless the environment names one, and waits until it listens. */
export async function startServer(
  { PORT, ...env }: Readonly<Record<string, string>>,
  cwd: string = repository,
): Promise<Running> {
  const port = PORT === undefined ? await freePort() : Number(PORT);
  const child = start(['server'], { env: { PORT: String(port), ...env }, cwd });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output.includes('"msg":"listening"') && resolve());
    child.on('exit', (code) => reject(new Error(`exit ${code}: ${output}`)));
  });
  return {
    child,
    port,
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}

export type Everybody = {
  readonly url: string;
  /** All received codes in order, with any answer. */
  readonly codes: readonly string[];
  stop(): void;
};

/**
 * A provider that takes the part of a code before `~` as the openid. It answers codes that begin with `slow` after 2 s.
 */
export async function startEverybody({ delayMs = 0 } = {}): Promise<Everybody> {
  const codes: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { searchParams } = new URL(request.url!, 'http://idp');
    const code = searchParams.get('js_code') ?? searchParams.get('code') ?? '';
    codes.push(code);
    const body = { openid: `o-${code.split('~')[0]}`, session_key: 'tiihtNczf5v6AKRyjwEUhQ==', access_token: '' };
    setTimeout(() => response.end(JSON.stringify(body)), code.startsWith('slow') ? 2_000 : delayMs);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    codes,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
