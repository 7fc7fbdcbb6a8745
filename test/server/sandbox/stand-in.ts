// The stand-in on a free port, with a clock that a test moves; all requests use HTTP.
import { once } from 'node:events';
import http, { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { createSandbox } from '../../../server/sandbox/sandbox.ts';

export const web = { appId: 'wx-test-web', secret: 'web-secret' };
export const mini = { appId: 'wx-test-mini', secret: 'mini-secret' };

export type Answer = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** The parsed text, or {} if it is not JSON. */
  readonly body: Record<string, unknown>;
};
type Call = { readonly headers?: Readonly<Record<string, string>>; readonly json?: unknown };

export type StandIn = {
  readonly port: number;
  readonly origin: string;
  /** The URL of the API, which ends in /sandbox. */
  readonly base: string;
  readonly callback: string;
  readonly request: (method: string, target: string, call?: Call) => Promise<Answer>;
  readonly get: (target: string, query?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly post: (target: string, json?: unknown) => Promise<Answer>;
  readonly advance: (seconds: number) => void;
  readonly now: () => Date;
  readonly stop: () => Promise<void>;
};

export type StandInOptions = {
  /** Where it listens: by default only on this machine. */
  readonly address?: string;
  /** Whether the callback leads to no page. */
  readonly isAlone?: boolean;
};

export async function startStandIn({ address = '127.0.0.1', isAlone = false }: StandInOptions = {}): Promise<StandIn> {
  const app = new Koa();
  const server = createServer();
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const callback = `${origin}/callback`;
  let now = Date.now();
  app.use(
    createSandbox({
      origin,
      path: '/sandbox',
      web,
      mini,
      redirectUris: [callback, `${origin}/login/`],
      ...(isAlone ? { lonelyCallback: callback } : {}),
      clock: () => new Date(now),
    }),
  );
  app.use((ctx) => void (ctx.body = 'passed on'));
  app.silent = true;
  server.on('request', app.callback());

  const request: StandIn['request'] = (method, target, { headers = {}, json } = {}) =>
    ask({
      port,
      method,
      target,
      headers: { Host: `localhost:${port}`, ...headers },
      body: json === undefined ? undefined : JSON.stringify(json),
    });
  const post: StandIn['post'] = (target, json) => request('POST', `/sandbox${target}`, { json });
  return {
    port,
    origin,
    base: `http://127.0.0.1:${port}/sandbox`,
    callback,
    request,
    get: (target, query = {}) => request('GET', `/sandbox${target}?${new URLSearchParams(query).toString()}`),
    post,
    advance: (seconds) => (now += seconds * 1000),
    now: () => new Date(now),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * Sends a request on a new connection. It does not use fetch, which does not let a test choose the Host. Rejects if the
 * connection breaks.
 */
function ask({
  port,
  method,
  target,
  headers,
  body,
}: {
  port: number;
  method: string;
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port, method, path: target, headers: { ...length, ...headers }, agent: false };
    const sent = http.request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode!, headers: answer.headers, text, body: parse(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Returns a web code, as if the person had scanned the QR code and allowed the login. */
export async function allowWeb(standIn: StandIn, person: string): Promise<string> {
  const { body } = await standIn.post('/web/login', { person });
  return body.code as string;
}

export async function loginMini(standIn: StandIn, person: string): Promise<string> {
  const { body } = await standIn.post('/mini/login', { person });
  return body.code as string;
}
