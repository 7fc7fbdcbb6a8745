// An operator's installation: nginx, three instances as the unit starts them, one PostgreSQL, one Redis; and its
// clients.
import { execFile } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../../support/command.ts';
import { freePort } from '../../support/ports.ts';
import { startEverybody, startServer } from '../../support/processes.ts';
import type { Everybody, Running } from '../../support/processes.ts';
import { makeRedisRoom, makeSchema } from '../../support/services.ts';
import type { Schema } from '../../support/services.ts';
import { readShipped, startNginx } from './nginx.ts';
import type { Nginx } from './nginx.ts';

export const host = 'example.com';
export const makeSecret = (): string => randomBytes(48).toString('base64');
const site = {
  'index.html': '<!doctype html><title>home</title>',
  '404.html': '<!doctype html><title>nothing here</title>',
  'posts/one/index.html': '<!doctype html><title>one</title>',
  'api/posts/one.md': '# 一\n',
  'api/index.json': '[]',
};

export type Environment = Readonly<Record<string, string>>;

export type Installation = {
  readonly nginx: Nginx;
  readonly schema: Schema;
  readonly provider: Everybody;
  /** In the order of nginx's upstream. */
  readonly instances: Running[];
  /** Does what `systemctl restart` does with the included unit, and sets more environment variables. */
  replace(index: number, env?: Environment, cwd?: string): Promise<void>;
  /** Starts a killed instance again. */
  start(index: number, env?: Environment): Promise<void>;
  remove(): Promise<void>;
};

/** Sets everything up, or skips the suite. Limits are as shipped, because every client has its own address. */
export async function install(
  suite: Mocha.Context,
  secrets: Environment,
  { count = 3 }: { readonly count?: number } = {},
): Promise<Installation> {
  const schema = await makeSchema(suite);
  const { url: redis } = await makeRedisRoom(suite);
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  const nginx = await startNginx(suite, { ports, site });
  const provider = await startEverybody({ delayMs: 20 });
  const usual: Environment = {
    ...readUnit(),
    DATABASE_URL: schema.url,
    KEYV_URL: redis,
    BASE_URL: `https://${host}`,
    WEB_REDIRECT_URI: `https://${host}/api/auth/idp/web/callback`,
    WEB_APP_ID: 'wx-web',
    WEB_APP_SECRET: 'planted-web-secret',
    MINI_APP_ID: 'wx-mini',
    MINI_APP_SECRET: 'planted-mini-secret',
    IDP_API_URL: provider.url,
    ...secrets,
  };
  const begin = (index: number, env: Environment = {}, cwd?: string): Promise<Running> =>
    startServer({ ...usual, ...env, PORT: String(ports[index]) }, cwd);
  const instances = await Promise.all(ports.map((_, index) => begin(index)));
  return {
    nginx,
    schema,
    provider,
    instances,
    async replace(index, env, cwd) {
      await instances[index]!.stop('SIGTERM');
      instances[index] = await begin(index, env, cwd);
      for (const line of readAfterStart(ports[index]!)) await promisify(execFile)('/bin/sh', ['-c', line]);
    },
    async start(index, env) {
      instances[index] = await begin(index, env);
    },
    async remove() {
      await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
      await nginx.stop();
      provider.stop();
      await schema.drop();
    },
  };
}

/** The command that the included unit runs between the start of an instance and the end of `systemctl restart`. */
const readAfterStart = (port: number): readonly string[] =>
  [...readShipped('duplex-login@.service').matchAll(/^ExecStartPost=(.*)$/gm)].map(([, line]) =>
    line!.replaceAll('%i', String(port)),
  );

/** The environment of an instance in the included unit. */
function readUnit(): Environment {
  const lines = readShipped('duplex-login@.service').matchAll(/^Environment=(\w+)=(.*)$/gm);
  const env = Object.fromEntries([...lines].map(([, name, value]) => [name!, value!]));
  if (env.NODE_ENV !== 'production' || env.TRUSTED_PROXY_HOPS !== '1') throw new Error('the unit says otherwise');
  return env;
}

export type Answer = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, unknown> & { readonly user?: { readonly id: string } };
};

export type Call = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bearer?: string;
  /** The client's address: any of 127.0.0.0/8. */
  readonly from?: string;
};

const ca = readFileSync(path.join(repository, 'test/fixtures/provider/cert.pem'));

/** A random address, which has no counters yet. */
export const someAddress = (): string => `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;

/** Sends one request to nginx, over TLS. Rejects if there is no complete answer. */
export function send(
  port: number,
  method: string,
  target: string,
  { headers = {}, json, bearer, from }: Call = {},
): Promise<Answer> {
  const text = json === undefined ? undefined : JSON.stringify(json);
  const request = https.request({
    host: '127.0.0.1',
    port,
    method,
    path: target,
    servername: host,
    ca,
    // The certificate is for another name, but `ca` accepts only this certificate.
    checkServerIdentity: () => undefined,
    agent: false,
    timeout: 30_000,
    ...(from === undefined ? {} : { localAddress: from }),
    headers: {
      Host: host,
      ...(text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      ...headers,
    },
  });
  return finish(request, text);
}

/** Sends one request to nginx, without TLS, to the port that only redirects. */
export function sendPlain(port: number, target: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return finish(http.request({ host: '127.0.0.1', port, path: target, agent: false, headers }));
}

function finish(request: http.ClientRequest, text?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error('no answer in 30 s')));
    request.on('response', (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      response.on('error', reject);
      response.on('end', () => {
        const isJson = (response.headers['content-type'] ?? '').includes('json');
        const body = isJson ? (JSON.parse(received) as Answer['body']) : {};
        resolve({ status: response.statusCode!, headers: response.headers, text: received, body });
      });
    });
    request.end(text);
  });
}

export type Failed = {
  readonly what: string;
  readonly status: number;
  /** The code of the problem. */
  readonly code: string;
  /** When it was sent, on the clock of `performance.now()`. */
  readonly sent: number;
  readonly requestId: string;
};

export type Load = {
  readonly requests: () => number;
  readonly failed: readonly Failed[];
  /** Resolves when every client has completed a round that began after the call. */
  wholeRound(): Promise<void>;
  /** Resolves when every client is done. */
  stop(): Promise<void>;
};

/**
 * Runs clients in rounds, each round from a new address. In a round a client refreshes the session that it keeps, or
 * signs in by mini-program if it has none. Then a new person signs in by the web, refreshes, and reads the account.
 */
export function startLoad(port: number, clients = 12): Load {
  const failed: Failed[] = [];
  let requests = 0;
  let stopping = false;
  const rounds = Array.from({ length: clients }, () => 0);

  const attempt = async (what: string, call: () => Promise<Answer>, wanted = 200): Promise<Answer | undefined> => {
    const sent = performance.now();
    requests += 1;
    try {
      const answer = await call();
      if (answer.status === wanted) return answer;
      const { status, headers, body } = answer;
      failed.push({ what, status, code: String(body.code), sent, requestId: String(headers['x-request-id']) });
    } catch (error) {
      failed.push({ what: `${what}: ${(error as Error).message}`, status: 0, code: '', sent, requestId: '' });
    }
    return undefined;
  };
  const signIn = (from: string) =>
    attempt('login', () =>
      send(port, 'POST', '/api/auth/idp/mini/login', { json: { code: `${randomUUID()}~` }, from }),
    );
  const refresh = (tokens: Answer | undefined, from: string) =>
    tokens &&
    attempt('refresh', () =>
      send(port, 'POST', '/api/auth/refresh', { json: { refresh_token: tokens.body.refresh_token }, from }),
    );

  const work = async (client: number): Promise<void> => {
    let kept: Answer | undefined;
    while (!stopping) {
      const from = someAddress();
      kept = (await refresh(kept, from)) ?? (await signIn(from));
      const state = randomUUID();
      const login = `/api/auth/idp/web/login?state=${state}`;
      if (await attempt('begin', () => send(port, 'GET', login, { from }), 302)) {
        const callback = `/api/auth/idp/web/callback?code=${randomUUID()}~&state=${state}`;
        const tokens = await attempt('callback', () => send(port, 'GET', callback, { from }));
        const next = await refresh(tokens, from);
        const bearer = next && String(next.body.access_token);
        if (bearer) await attempt('me', () => send(port, 'GET', '/api/auth/me', { bearer, from }));
      }
      rounds[client]! += 1;
      // Waits, because a session may be refreshed at most 60 times a minute.
      await new Promise((resolve) => setTimeout(resolve, 1_050));
    }
  };
  const done = Promise.all(rounds.map((_, client) => work(client)));
  return {
    failed,
    requests: () => requests,
    async wholeRound() {
      const goals = rounds.map((count) => count + 2);
      while (rounds.some((count, client) => count < goals[client]!)) await new Promise((go) => setTimeout(go, 20));
    },
    async stop() {
      stopping = true;
      await done;
    },
  };
}
