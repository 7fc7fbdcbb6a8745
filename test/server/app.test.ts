// The parts that every request passes through: request ids, problems, headers, origins, and the limits of the log.
import Router from '@koa/router';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import { createApp } from '../../server/app.ts';
import type { AppParts } from '../../server/app.ts';
import { createLog } from '../../server/process/log.ts';
import { Problem } from '../../server/problem.ts';
import type { Parts } from '../../server/routes/endpoint-parts.ts';
import { readBody } from '../../server/routes/read-body.ts';
import { limitKeyOf } from '../../server/routes/client-address.ts';
import type { Step } from '../../server/routes/endpoint.ts';
import { refuseHead } from '../../server/routes/steps.ts';
import { sendRaw } from '../support/raw-client.ts';
import { cases, table } from '../support/cases.ts';

describe('app', () => {
  let server: Server;
  let origin: string;
  let lines: string[];
  let stopping: boolean;
  let parts: Omit<AppParts, 'stopping'>;
  const requests: unknown[] = [];
  const withServer = async (app: Koa, work: (address: string) => Promise<void>): Promise<void> => {
    const other = createServer(app.callback()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    await work(`http://127.0.0.1:${(other.address() as AddressInfo).port}`).finally(() => other.close());
  };

  before(async () => {
    const router = new Router();
    const use =
      ({ run }: Step): Middleware =>
      (ctx, next) =>
        run(ctx, next, {} as Parts);
    router.get('/thing', use(refuseHead), (ctx) => (ctx.body = { ip: ctx.ip, counted: limitKeyOf(ctx) }));
    router.post('/thing', use(readBody()), (ctx) => (ctx.body = (ctx.request as { body?: unknown }).body ?? {}));
    router.get('/problem', () => {
      throw new Problem('rate_limited_user', { retryAfter: 17 });
    });
    router.get('/bug', () => {
      throw new TypeError('planted-secret in a message', { cause: new Error('planted-secret below') });
    });
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    lines = [];
    parts = {
      config: { trustedProxyHops: 1, corsOrigins: ['https://site.example', 'capacitor://localhost'] },
      log: createLog('debug', sink),
      metrics: { observeRequest: (request) => requests.push(request) },
      router,
    };
    const app = createApp({ ...parts, stopping: () => stopping });
    stopping = false;
    server = createServer(app.callback());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
  beforeEach(() => (lines = []));

  it('answers every request in time, and ignores work that ends later', async () => {
    const router = new Router();
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let deadline = 0;
    router.post('/waits', async (ctx) => {
      ({ deadline } = ctx.state);
      await ended;
      ctx.set('X-Late', 'yes');
      ctx.body = { late: true };
      throw new Error('nobody waits for this');
    });
    const app = createApp({ ...parts, router, stopping: () => false, requestMs: 50 });
    await withServer(app, async (address) => {
      const began = performance.now();
      const answer = await fetch(`${address}/waits`, { method: 'POST' });
      expect(deadline - began).to.be.within(0, 1_000);
      expect(answer.status).to.equal(503);
      expect(answer.headers.get('retry-after')).to.equal('5');
      expect(await answer.json()).to.include({ code: 'store_unavailable' });
      end();
      await new Promise((resolve) => setImmediate(resolve));
    });
  });

  it('answers 400 if a body does not arrive in time, and logs no error', async () => {
    const app = createApp({ ...parts, stopping: () => false, requestMs: 50 });
    const head = 'POST /thing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    await withServer(app, async (address) => {
      const { hostname, port } = new URL(address);
      const slow = connect(Number(port), hostname, () => slow.write(head));
      const [answer] = (await once(slow, 'data')) as [Buffer];
      slow.destroy();
      expect(answer.toString())
        .to.match(/^HTTP\/1\.1 400 /)
        .and.contain('"code":"malformed_body"');
    });
    expect(lines.join('')).not.to.contain('"level":"error"');
  });

  it('answers a problem with its status, its texts and the request id', async () => {
    const answer = await fetch(`${origin}/problem`, { headers: { 'X-Request-Id': 'from-the-proxy-1' } });
    expect(answer.status).to.equal(429);
    expect(answer.headers.get('content-type')).to.equal('application/problem+json');
    expect(answer.headers.get('retry-after')).to.equal('17');
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(await answer.json()).to.deep.equal({
      type: 'urn:duplex:problem:rate_limited_user',
      title: 'Too many requests by this user',
      status: 429,
      detail: 'Too many requests by this user.',
      error: 'rate_limited',
      code: 'rate_limited_user',
      request_id: 'from-the-proxy-1',
    });
  });

  it('generates a request id if the received one is invalid', async () => {
    for (const name of ['a', 'x'.repeat(65), 'a b c d e f', '../../etc/passwd']) {
      const answer = await fetch(`${origin}/problem`, { headers: { 'X-Request-Id': name } });
      expect(answer.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
    }
  });

  it('generates a request id, and ignores that of the client, if no proxy is trusted', async () => {
    const config = { trustedProxyHops: 0, corsOrigins: [] };
    await withServer(createApp({ ...parts, config, stopping: () => false }), async (address) => {
      const answer = await fetch(`${address}/problem`, { headers: { 'X-Request-Id': 'somebody-elses-1' } });
      expect(answer.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
    });
  });

  it('hides the message of an unexpected error from the client and from the log', async () => {
    const answer = await fetch(`${origin}/bug?code=planted-secret`, { headers: { Authorization: 'planted-secret' } });
    expect(answer.status).to.equal(500);
    expect(await answer.text()).not.to.contain('planted-secret');
    expect(lines.join('')).to.contain('TypeError').and.contain('app.test.ts').and.not.contain('planted-secret');
  });

  it('logs a request by its route, without path, query and address', async () => {
    await fetch(`${origin}/thing?state=planted-secret`);
    expect(lines).to.have.length(1);
    const line = JSON.parse(lines[0]!) as Record<string, unknown>;
    expect(line).to.include({ level: 'info', method: 'GET', route: '/thing', status: 200, msg: 'request' });
    expect(lines[0]).not.to.match(/planted-secret|127\.0\.0\.1/);
  });

  it('counts all unknown methods as one method, "other"', async () => {
    for (const method of ['PROPFIND', 'REPORT']) await fetch(`${origin}/thing`, { method });
    expect(requests.slice(-2).map((request) => (request as { method: string }).method)).to.deep.equal([
      'other',
      'other',
    ]);
  });

  it('answers an unknown path with 404 and a wrong method with 405 and Allow', async () => {
    expect((await fetch(`${origin}/nothing`)).status).to.equal(404);
    for (const method of ['DELETE', 'PUT', 'PROPFIND']) {
      const answer = await fetch(`${origin}/thing`, { method });
      expect(answer.status, method).to.equal(405);
      expect(answer.headers.get('allow')).to.contain('GET').and.contain('POST');
      expect(await answer.json()).to.include({ code: 'method_not_allowed' });
    }
  });

  it('refuses HEAD on a route whose GET uses up a value', async () => {
    expect((await fetch(`${origin}/thing`, { method: 'HEAD' })).status).to.equal(405);
  });

  it('names the member because of which the parser refuses a body', async () => {
    for (const body of cases<string>('app', 'poisoned bodies')) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${origin}/thing`, { method: 'POST', body, headers });
      const { code, detail } = (await answer.json()) as Readonly<Record<string, string>>;
      expect({ status: answer.status, code }, body).to.deep.equal({ status: 400, code: 'malformed_body' });
      expect(detail).to.contain('__proto__').and.contain('not allowed');
    }
  });

  it('refuses a body that is not UTF-8, and accepts the replacement character of UTF-8', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const post = (init: RequestInit): Promise<Response> =>
      fetch(`${origin}/thing`, { method: 'POST', headers, ...init });
    const chunked = (body: Blob): RequestInit => ({ body: body.stream(), duplex: 'half' }) as RequestInit;
    // GBK; three of four bytes of a character, which are as many as U+FFFD has; the same after a byte order mark.
    for (const name of ['\xd0\xa1\xcd\xf5', '\xf0\x9f\x98', '\xe4\xb8\xff']) {
      for (const mark of ['', '\xef\xbb\xbf']) {
        const body = new Blob([new Uint8Array(Buffer.from(`${mark}{"name":"${name}"}`, 'latin1'))]);
        for (const answer of [await post({ body }), await post(chunked(body))]) {
          expect(answer.status).to.equal(400);
          expect(await answer.json()).to.include({ code: 'malformed_body', detail: 'The body must be UTF-8.' });
        }
      }
    }
    const body = new Blob(['{"name":"\ufffd"}']);
    for (const answer of [await post({ body }), await post(chunked(body))]) expect(answer.status).to.equal(200);
  });

  const bodies: readonly [string, RequestInit, number, string][] = [
    ...cases<[string, RequestInit, number, string]>('app', 'bodies'),
    [
      'over 8 KiB',
      { body: JSON.stringify({ a: 'x'.repeat(8192) }), headers: { 'Content-Type': 'application/json' } },
      413,
      'too_large',
    ],
  ];
  for (const [what, init, status, code] of bodies) {
    it(`refuses a body that is ${what} with ${status}`, async () => {
      const answer = await fetch(`${origin}/thing`, { method: 'POST', ...init });
      expect(answer.status).to.equal(status);
      expect(await answer.json()).to.include({ code });
    });
  }

  it('answers the next request on a connection after a body that is too large', async () => {
    const body = JSON.stringify('x'.repeat(200_000));
    const framings = [
      `Content-Length: ${body.length}\r\n\r\n${body}`,
      `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ];
    for (const framing of framings) {
      const large = `POST /thing HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}`;
      const next = 'GET /thing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
      const statuses = [...(await sendRaw(origin, large + next)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(
        ([, status]) => status,
      );
      expect(statuses, framing.split('\r\n')[0]).to.deep.equal(['413', '200']);
    }
  });

  it('accepts a body of exactly 8 KiB, and an empty one', async () => {
    const text = JSON.stringify({ a: 'x'.repeat(8192 - 8) });
    expect(text.length).to.equal(8192);
    const whole = await fetch(`${origin}/thing`, {
      method: 'POST',
      body: text,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(whole.status).to.equal(200);
    expect((await fetch(`${origin}/thing`, { method: 'POST' })).status).to.equal(200);
  });

  it('allows calls from the origins of CORS_ORIGINS, and from no others', async () => {
    const ask = (from: string): Promise<Response> =>
      fetch(`${origin}/thing`, {
        method: 'OPTIONS',
        headers: { Origin: from, 'Access-Control-Request-Method': 'POST' },
      });
    const known = await ask('https://site.example');
    expect(known.status).to.equal(204);
    expect(known.headers.get('access-control-allow-origin')).to.equal('https://site.example');
    const shell = await ask('capacitor://localhost');
    expect(shell.headers.get('access-control-allow-origin')).to.equal('capacitor://localhost');
    for (const from of ['https://evil.example', 'null', 'https://site.example.evil.example', 'ionic://localhost']) {
      expect((await ask(from)).headers.get('access-control-allow-origin')).to.equal(null);
    }
    const failed = await fetch(`${origin}/problem`, { headers: { Origin: 'https://site.example' } });
    expect(failed.headers.get('access-control-allow-origin')).to.equal('https://site.example');
  });

  it('trusts the configured number of proxies, counted from the right of X-Forwarded-For', async () => {
    const answer = await fetch(`${origin}/thing`, { headers: { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' } });
    expect(await answer.json()).to.include({ ip: '198.51.100.7' });
  });

  it('counts an address without the port that some proxies append', async () => {
    const written = table<Readonly<Record<string, string>>>('app', 'forwarded addresses');
    for (const [header, counted] of Object.entries(written)) {
      const answer = await fetch(`${origin}/thing`, { headers: { 'X-Forwarded-For': header } });
      expect(await answer.json(), header).to.include({ counted });
    }
  });

  it('logs an invalid forwarded address once, without its value', async () => {
    const other = createApp({ ...parts, stopping: () => false });
    await withServer(other, async (address) => {
      for (const header of ['198.51.100.7', '_hidden', 'unknown']) {
        await fetch(`${address}/thing`, { headers: { 'X-Forwarded-For': header } });
      }
    });
    const told = lines.filter((line) => line.includes('"level":"warn"'));
    expect(told).to.have.length(1);
    expect(told[0]).to.contain('TRUSTED_PROXY_HOPS').and.not.contain('hidden');
  });

  it('logs once that a forwarded address is ignored because no proxy is trusted', async () => {
    const config = { trustedProxyHops: 0, corsOrigins: [] };
    await withServer(createApp({ ...parts, config, stopping: () => false }), async (address) => {
      await fetch(`${address}/thing`);
      for (let count = 0; count < 3; count += 1) {
        const answer = await fetch(`${address}/thing`, { headers: { 'X-Forwarded-For': '198.51.100.7' } });
        expect(await answer.json()).to.include({ counted: '127.0.0.1' });
      }
    });
    const told = lines.filter((line) => line.includes('"level":"warn"'));
    expect(told).to.have.length(1);
    expect(told[0]).to.contain('TRUSTED_PROXY_HOPS').and.not.contain('198.51');
  });

  it('answers an invalid request target with 400, and neither logs nor prints it', async () => {
    const complaints: Error[] = [];
    const note = (warning: Error): void => void complaints.push(warning);
    process.on('warning', note);
    for (const target of cases<string>('app', 'addresses of no form')) {
      const answer = await sendRaw(origin, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer, target).to.match(/^HTTP\/1\.1 400 /);
      expect(answer, target).to.contain('"code":"malformed_parameter"');
      expect(answer, target).to.match(/^cache-control: no-store\r$/im);
    }
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(complaints).to.deep.equal([]);
    expect(lines.join('')).not.to.contain('planted-secret').and.not.contain('"level":"error"');
  });

  it('uses the path of an absolute request target, which a proxy may send', async () => {
    const head = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(origin, `GET http://elsewhere.example/thing?x=1 ${head}`)).to.match(/^HTTP\/1\.1 200 /);
    expect(await sendRaw(origin, `GET http://elsewhere.example/nothing ${head}`)).to.match(/^HTTP\/1\.1 404 /);
    expect(await sendRaw(origin, `OPTIONS * ${head}`)).to.match(/^HTTP\/1\.1 (204|404|405) /);
  });

  it('sends headers that forbid caching, sniffing, framing and referrers', async () => {
    for (const path of ['/thing', '/problem', '/nothing']) {
      const { headers } = await fetch(`${origin}${path}`);
      expect(Object.fromEntries(headers), path).to.include({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
    }
  });

  it('answers 503 with Retry-After while it is stopping', async () => {
    stopping = true;
    try {
      const answer = await fetch(`${origin}/thing`);
      expect(answer.status).to.equal(503);
      expect(await answer.json()).to.include({ code: 'shutting_down' });
      expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
    } finally {
      stopping = false;
    }
  });
});
