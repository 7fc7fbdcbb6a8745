// The service for `bench login`: a process of servers with its own schema, and an instant provider.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Hosted, Order } from './login-host.ts';
import type { HostedPeer } from './login-peer.ts';

export type Bench = {
  readonly host: ChildProcess;
  readonly hosted: Hosted;
  /** Undefined if better-auth is not installed. */
  readonly peer: { readonly host: ChildProcess; readonly hosted: HostedPeer } | undefined;
};

/**
 * Starts the servers, which need PostgreSQL (TEST_DATABASE_URL), and removes everything after the work. `people`: how
 * many users of the peer are signed in.
 */
export async function withHost(people: number, work: (bench: Bench) => Promise<void>): Promise<void> {
  const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
  const schema = `bench_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create schema ${schema}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${schema}`);
  const folder = mkdtempSync(join(tmpdir(), 'duplex-bench-'));
  const provider = await startProvider();
  const host = startHost('login-host.ts', { DATABASE_URL: url.href, DATA_DIR: folder, IDP_API_URL: provider.url });
  const peerHost = startHost('login-peer.ts', { DATABASE_URL: url.href, BENCH_PEER_PEOPLE: String(people) });
  try {
    const [[hosted], [peer]] = (await Promise.all([once(host, 'message'), once(peerHost, 'message')])) as [
      [Hosted],
      [HostedPeer | 'not installed'],
    ];
    await work({ host, hosted, peer: peer === 'not installed' ? undefined : { host: peerHost, hosted: peer } });
  } finally {
    host.disconnect();
    peerHost.disconnect();
    provider.close();
    await client.query(`drop schema ${schema} cascade`);
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a process of servers, without anything that is not measured: limits, and the destination of the log. */
function startHost(file: string, env: Record<string, string>): ChildProcess {
  const { PATH, HOME } = process.env;
  return fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH,
      HOME,
      BASE_URL: 'https://login.example',
      IDP_AUTHORIZE_URL: 'https://idp.example/authorize',
      IDP_STATIC_URL: 'https://idp.example/login.js',
      JWT_SECRET: 'a secret of benchmarks with more than 256 bits',
      LIMIT_ADDRESS_PER_MINUTE: '0',
      LIMIT_ADDRESS_FAILURES_PER_MINUTE: '0',
      LIMIT_USER_PER_HOUR: '0',
      LIMIT_REFRESH_PER_MINUTE: '0',
      LIMIT_ACCOUNT_PER_MINUTE: '0',
      ...env,
    },
  });
}

/** Answers at once; the openid is the first part of the code. */
async function startProvider(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const code = new URL(request.url!, 'http://idp').searchParams.get('js_code') ?? '';
    response.end(JSON.stringify({ openid: code.split('.')[0], session_key: 'tiihtNczf5v6AKRyjwEUhQ==' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Sends an order to a process of servers, and returns its report. */
export async function ask<T>(host: ChildProcess, order: Order): Promise<T> {
  const answer = once(host, 'message');
  host.send(order);
  return ((await answer) as [T])[0];
}

// --- requests

export const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
export function post(path: string, body: unknown): string {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

export function tokenIn(answer: string, name: 'access_token' | 'refresh_token'): string {
  return new RegExp(`"${name}":"([^"]+)"`).exec(answer)![1]!;
}
