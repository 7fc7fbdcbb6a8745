// Starts the login service as `node server` does on a fresh machine: with the stand-in, the embedded database and no
// settings.
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { readConfig } from '../../server/login-config.ts';
import type { Config, Environment } from '../../server/login-config.ts';
import { createLog } from '../../server/process/log.ts';
import { createBackend } from '../../server/backend.ts';
import { fillDataFolder } from './databases.ts';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> };

export type Development = {
  readonly origin: string;
  readonly send: (
    method: string,
    target: string,
    request?: { readonly json?: unknown; readonly bearer?: string },
  ) => Promise<Answer>;
  /** The lines of the log, parsed. */
  readonly lines: () => readonly Record<string, unknown>[];
  readonly stop: () => Promise<void>;
};

/**
 * Starts the service on PORT, or else on a free port. Limits are off unless a test sets them. `alter` changes the
 * configuration in ways that the environment cannot.
 */
export async function startDevelopment(
  env: Environment = {},
  { alter = (config) => config }: { readonly alter?: ((config: Config) => Config) | undefined } = {},
): Promise<Development> {
  const server = createServer();
  server.listen(Number(env.PORT ?? 0), '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
  const logged: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  const config = alter(
    readConfig({
      PORT: String(port),
      DATA_DIR: folder,
      LIMIT_ADDRESS_PER_MINUTE: '0',
      LIMIT_ADDRESS_FAILURES_PER_MINUTE: '0',
      LIMIT_USER_PER_HOUR: '0',
      ...env,
    }),
  );
  await fillDataFolder({ DATA_DIR: folder, ...(env as Record<string, string>) });
  const service = await createBackend({ config, log: createLog('info', sink), stopping: () => false });
  server.on('request', service.app.callback());

  return {
    origin,
    async send(method, target, { json, bearer } = {}) {
      const response = await fetch(`${origin}${target}`, {
        method,
        redirect: 'manual',
        headers: bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` },
        ...(json === undefined ? {} : { body: new Blob([JSON.stringify(json)], { type: 'application/json' }) }),
      });
      const text = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
      return { status: response.status, headers: response.headers, body };
    },
    lines: () =>
      logged
        .join('')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async stop() {
      server.closeAllConnections();
      server.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
