// Redis for tests: the shared server with a prefix for each suite, and servers that a test can stop, pause and start.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openKeyv } from '../../server/stores/keyv.ts';
import type { KeyvConnection } from '../../server/stores/keyv.ts';
import { freePort } from './ports.ts';
import { makeRedisRoom, skip } from './services.ts';

/** Opens the store as another instance of the service would. The store in memory has only one instance. */
export type OpenKeyv = () => KeyvConnection;

type Place = { readonly open: OpenKeyv; readonly prefix: string; close(): Promise<void> };

const kinds: readonly { readonly name: string; make(suite: Mocha.Context): Promise<Place> }[] = [
  {
    name: 'memory',
    async make() {
      const keyv = openKeyv();
      return { open: () => keyv, prefix: `test-${randomUUID()}:`, close: () => keyv.close() };
    },
  },
  {
    name: 'Redis',
    async make(suite) {
      const { url, prefix, clear } = await makeRedisRoom(suite);
      const rooms: KeyvConnection[] = [];
      const open: OpenKeyv = () => {
        const room = openKeyv({ url, prefix });
        rooms.push(room);
        return room;
      };
      const close = async (): Promise<void> => {
        await Promise.all(rooms.map((room) => room.close()));
        await clear();
      };
      return { open, prefix, close };
    },
  },
];

/** Runs a suite once for each kind of store of expiring values. `open` and `prefix` work from the `before` hooks on. */
export function eachKeyv(title: string, define: (keyv: { open: OpenKeyv; prefix: () => string }) => void): void {
  for (const { name, make } of kinds) {
    describe(`${title} in ${name}`, () => {
      let place: Place | undefined;
      before(async function () {
        place = await make(this);
      });
      after(() => place?.close());
      define({ open: () => place!.open(), prefix: () => place!.prefix });
    });
  }
}

export type RedisServer = {
  readonly url: string;
  readonly port: number;
  /** Starts the server, and waits until it answers. */
  start(): Promise<void>;
  /** Kills the server, like a crash. */
  stop(): Promise<void>;
  /** Keeps connections open, but answers nothing. */
  hang(): void;
  resume(): void;
  /** Sends a line and returns the answer. */
  tell(line: string): Promise<string>;
};

/**
 * A separate Redis server on a free port, which is not started yet. Stop the server in an `after` hook. Without Redis,
 * the suite is skipped.
 */
export async function makeRedisServer(suite: Mocha.Context): Promise<RedisServer> {
  const program = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'redis-server'))
    .find((file) => existsSync(file));
  if (program === undefined) return skip(suite, 'skipped: no redis-server on the path');
  const port = await freePort();
  let server: ChildProcess | undefined;
  // Stops the server if the test run is interrupted.
  process.once('exit', () => server?.kill('SIGKILL'));

  const tell = (line: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
      socket.on('error', reject).on('close', () => resolve(answer));
      socket.write(`${line}\r\nQUIT\r\n`);
    });

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    tell,
    async start() {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      const child = spawn(program, [...options, '--dir', tmpdir()], { stdio: ['ignore', 'pipe', 'inherit'] });
      server = child;
      let said = '';
      for await (const text of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
        said += text;
        if (said.includes('Ready to accept connections')) break;
      }
      if (!said.includes('Ready to accept connections')) throw new Error(`redis-server did not start: ${said}`);
    },
    async stop() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
    hang: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
  };
}
