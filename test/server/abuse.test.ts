// Hostile requests: no answer is a 5xx, every error is a problem document, and no request hangs or passes a limit.
import { expect } from 'chai';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import nock from 'nock';
import { fresh, startBackend, tokensOf } from '../support/login.ts';
import type { Backend } from '../support/login.ts';
import { startProvider } from '../support/provider.ts';
import type { ScriptedProvider } from '../support/provider.ts';
import { fillDataFolder } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import type { Running } from '../support/processes.ts';
import { send, sendRaw } from '../support/raw-client.ts';
import type { Got } from '../support/raw-client.ts';
import { cases } from '../support/cases.ts';

/** Runs per property. With ABUSE_RUNS=20000 the tests take a whole evening. */
const numRuns = Number(process.env.ABUSE_RUNS ?? 300);
const page = 'https://site.example/signed-in';

function expectDecent({ status, headers, text }: Got): void {
  expect(status, text).to.be.within(200, 499);
  if (status < 400) return;
  expect(headers['content-type']).to.equal('application/problem+json');
  expect(headers['cache-control']).to.equal('no-store');
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(body).to.include.keys('type', 'title', 'status', 'detail', 'error', 'code', 'request_id');
  expect(body.status).to.equal(status);
}

const targets = cases<string>('abuse', 'targets');
const names = cases<string>('abuse', 'names');

describe('abuse', () => {
  let provider: ScriptedProvider;
  let open: Backend;
  let guarded: Backend;
  let bearer: string;

  before(async () => {
    nock.restore();
    provider = await startProvider();
    const env = { IDP_API_URL: provider.url, LOGIN_RETURN_URL: page };
    [open, guarded] = await Promise.all([
      startBackend({ ...env, AUTH_REFRESH_COOKIE: '1' }),
      startBackend({
        ...env,
        TRUSTED_PROXY_HOPS: '1',
        LIMIT_ADDRESS_PER_MINUTE: '10',
        LIMIT_ADDRESS_FAILURES_PER_MINUTE: '10',
      }),
    ]);
  });
  beforeEach(async () => {
    bearer = tokensOf(
      await open.post('/api/auth/idp/mini/login', { code: provider.code({ openid: fresh('mini') }) }),
    ).access;
  });
  after(async () => {
    await Promise.all([open?.stop(), guarded?.stop()]);
    await provider?.close();
    if (!nock.isActive()) nock.activate();
  });

  describe('requests of any shape', () => {
    // Visible characters, spaces, bytes above ASCII: all that an HTTP client can send in a header or a path.
    const nasty = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(...cases<string>('abuse', 'nasty'), 'a'.repeat(5_000)),
    );
    const method = fc.constantFrom(...cases<string>('abuse', 'methods'));
    const ending = /^DELETE .*\/me$|logout/;
    const target = fc.constantFrom(...targets);
    const query = fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...names), nasty), nasty, fc.boolean()), { maxLength: 5 })
      .map((pairs) =>
        pairs
          .map(([name, value, encoded]) => {
            const write = (text: string): string =>
              encoded ? encodeURIComponent(Buffer.from(text).toString()) : text.replace(/[^\x21-\x7e]|[#]/g, '%');
            return `${write(name)}=${write(value)}`;
          })
          .join('&'),
      );
    const headerValue = nasty.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 2_000));
    const headers = fc.dictionary(
      fc.constantFrom(...cases<string>('abuse', 'headers')),
      fc.oneof(headerValue, fc.constantFrom(...cases<string>('abuse', 'header values'))),
      { maxKeys: 6 },
    );
    const json = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...names), fc.oneof(nasty, fc.jsonValue()), { maxKeys: 5 }),
    );
    const body = fc.oneof(
      fc.constant(undefined),
      json.map((value) => Buffer.from(JSON.stringify(value))),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('[', '{"a":'.repeat(1_000), '"x"', '{"code":"a","code":"b"}', ' '.repeat(9_000), '\ufeff{}')
        .map((text) => Buffer.from(text)),
    );

    it('get a valid answer, whatever their queries, headers and bodies contain', async function () {
      this.timeout(300_000 + numRuns * 100);
      await fc.assert(
        fc.asyncProperty(
          fc.record({ method, target, query, headers, body, json: fc.boolean(), signedIn: fc.boolean() }),
          async (one) => {
            const got = await send(open.origin, {
              method: one.method,
              target: `${one.target}?${one.query}`,
              headers: {
                ...one.headers,
                ...(one.json ? { 'Content-Type': 'application/json' } : {}),
                // Requests that end the session are sent without a token, because the other runs need the session.
                ...(one.signedIn && !ending.test(`${one.method} ${one.target}`)
                  ? { Authorization: `Bearer ${bearer}` }
                  : {}),
              },
              ...(one.body ? { body: one.body } : {}),
            });
            if (one.method === 'HEAD' || one.method === 'TRACE') expect(got.status).to.be.within(200, 499);
            else expectDecent(got);
          },
        ),
        { numRuns },
      );
    });

    it('are disconnected if they are not HTTP, and do not stop the service', async function () {
      this.timeout(300_000 + numRuns * 100);
      const start = fc.constantFrom(...cases<string>('abuse', 'starts'));
      const smuggle = fc.constantFrom(...cases<string>('abuse', 'smuggled'), `X: ${'a'.repeat(20_000)}\r\n\r\n`);
      const rest = fc.oneof(
        fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
        smuggle.map((text) => Buffer.from(text)),
      );
      await fc.assert(
        fc.asyncProperty(start, rest, async (head, tail) => {
          const answer = await sendRaw(open.origin, Buffer.concat([Buffer.from(head), tail]));
          expect(answer).not.to.match(/^HTTP\/1\.1 5/);
        }),
        { numRuns },
      );
      expect((await open.get('/healthz')).status).to.equal(200);
    });
  });

  it('refuses bodies above 8 KiB with 413, with and without Content-Length', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = Buffer.from(JSON.stringify({ code: 'x'.repeat(8_192) }));
    for (const more of [{}, { 'Transfer-Encoding': 'chunked' }]) {
      const got = await send(open.origin, {
        method: 'POST',
        target: '/api/auth/idp/mini/login',
        headers: { ...headers, ...more },
        body,
      });
      expectDecent(got);
      expect(got.status).to.equal(413);
    }
  });

  describe('floods', () => {
    const begin = (headers: Record<string, string>) =>
      send(guarded.origin, { method: 'GET', target: `/api/auth/idp/web/login?state=${fresh('state')}`, headers });
    const passed = (answers: readonly Got[], status: number) =>
      answers.filter((answer) => answer.status === status).length;
    const many = Array.from({ length: 60 }, (_, index) => index);

    it('from one address begin only as many logins as the limit allows, even at the same time; the rest get Retry-After', async () => {
      const answers = await Promise.all(many.map(() => begin({ 'X-Forwarded-For': '203.0.113.1' })));
      expect(passed(answers, 302)).to.equal(10);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).to.have.length(50);
      for (const answer of refused) {
        expectDecent(answer);
        expect(Number(answer.headers['retry-after'])).to.be.within(1, 60);
      }
    });

    it('count as one address if X-Forwarded-For has invented addresses before the one that the proxy added', async () => {
      const answers = await Promise.all(
        many.map((index) => begin({ 'X-Forwarded-For': `198.51.100.${index}, 203.0.113.2` })),
      );
      expect(passed(answers, 302)).to.equal(10);
    });

    it('count as one address if their headers have invented addresses and no proxy is trusted', async () => {
      const direct = await startBackend({ IDP_API_URL: provider.url, LIMIT_ADDRESS_PER_MINUTE: '10' });
      try {
        const target = `/api/auth/idp/web/login?state=${fresh('state')}`;
        const answers = await Promise.all(
          many.map((index) =>
            send(direct.origin, {
              method: 'GET',
              target,
              headers: {
                'X-Forwarded-For': `198.51.100.${index}`,
                'X-Real-IP': `198.51.100.${index}`,
                Forwarded: `for=198.51.100.${index}`,
              },
            }),
          ),
        );
        expect(passed(answers, 302)).to.equal(10);
      } finally {
        await direct.stop();
      }
    });

    it('of guessed callbacks are limited, even if no login has begun', async () => {
      const headers = { 'X-Forwarded-For': '203.0.113.9' };
      const answers: number[] = [];
      for (const index of many.slice(0, 15)) {
        const got = await send(guarded.origin, {
          method: 'GET',
          target: `/api/auth/idp/web/callback?code=c&state=guess-${index}`,
          headers,
        });
        answers.push(got.status);
      }
      expect(answers).to.deep.equal([
        ...Array.from({ length: 10 }, () => 400),
        ...Array.from({ length: 5 }, () => 429),
      ]);
      expect((await begin(headers)).status, 'beginning a login is not a guess').to.equal(302);
    });
  });

  it('redirects only to LOGIN_RETURN_URL and to the provider, for any request', async () => {
    const evil = 'https://evil.example/';
    const queries = ['redirect_uri', 'return', 'return_to', 'next', 'url', 'page', 'continue', 'LOGIN_RETURN_URL']
      .map((name) => `${name}=${encodeURIComponent(evil)}`)
      .join('&');
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Referer: evil,
      Origin: evil,
      Accept: 'text/html',
      Forwarded: 'host=evil.example',
    };
    const begun = await send(open.origin, {
      method: 'GET',
      target: `/api/auth/idp/web/login?state=s-${fresh('x')}&${queries}`,
      headers,
    });
    expect(begun.status).to.equal(302);
    expect(begun.headers.location)
      .to.match(/^https:\/\/idp\.test\/authorize\?appid=/)
      .and.not.contain('evil');
    expect(new URL(begun.headers.location!).searchParams.get('redirect_uri')).to.match(/^https:\/\/login\.test\//);
    for (const state of cases<string>('abuse', 'states')) {
      const back = await send(open.origin, {
        method: 'GET',
        target: `/api/auth/idp/web/callback?code=c&state=${state}&${queries}`,
        headers,
      });
      expect(back.status).to.equal(303);
      expect(back.headers.location).to.equal(`${page}#error=invalid_state`);
    }
    for (const path of cases<string>('abuse', 'paths to elsewhere')) {
      expect((await send(open.origin, { method: 'GET', target: path, headers })).headers.location).to.equal(undefined);
    }
  });

  it('logs one line of JSON for a request with any headers', async () => {
    const before = open.log().length;
    const nasty = '{"level":"fatal"}\\n\u001b[31m%0a%0d\u0085';
    const headers = {
      'User-Agent': nasty.replace(/[^\x20-\x7e]/g, '~'),
      'X-Request-Id': 'x"},{"level":"fatal',
      Referer: nasty.replace(/[^\x20-\x7e]/g, '~'),
    };
    const targets = [
      '/%0a{"level":"fatal"}',
      '/api/auth/me?a=%0d%0a{"level":"fatal"}',
      `/api/auth/idp/web/callback?state=%0a&code=%1b[31m`,
    ];
    for (const target of targets) await send(open.origin, { method: 'GET', target, headers });
    const lines = open
      .log()
      .slice(before)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    expect(lines.filter(({ msg }) => msg === 'request')).to.have.length(targets.length);
    for (const line of lines) {
      expect(line.level).not.to.equal('fatal');
      expect(line.request_id).to.match(/^[\w-]{8,64}$/);
    }
    expect(open.log().slice(before)).not.to.contain('fatal');
  });

  describe('slow clients of the process', () => {
    let folder: string;
    let server: Running;
    before(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'duplex-slow-'));
      await fillDataFolder({ DATA_DIR: folder });
      server = await startServer({ DATA_DIR: folder });
    });
    after(async () => {
      await server?.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });

    /** Sends a byte at intervals; returns the milliseconds until the server hangs up. */
    const dripUntilClosed = (head: string, bytes: string): Promise<number> =>
      new Promise((resolve) => {
        const socket = connect(server.port, '127.0.0.1');
        const began = performance.now();
        let position = 0;
        socket.write(head);
        const timer = setInterval(() => socket.write(bytes[position++ % bytes.length]!), 200);
        socket.on('error', () => {});
        socket.resume().on('close', () => {
          clearInterval(timer);
          resolve(performance.now() - began);
        });
      });

    it('are let go when their head takes 8 s or their request takes 11 s, and do not delay other clients', async () => {
      const head =
        'POST /api/auth/refresh HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8000\r\n\r\n';
      const heads = Array.from({ length: 50 }, () => dripUntilClosed('GET / HTTP/1.1\r\nX: ', 'a'));
      const bodies = [
        ...Array.from({ length: 50 }, () => dripUntilClosed(head, ' ')),
        dripUntilClosed(`${head.replace('Content-Length: 8000', 'Transfer-Encoding: chunked')}`, '1\r\n \r\n'),
      ];
      const first = await Promise.race([fetch(`${server.origin}/healthz`), ...heads]);
      expect((first as Response).status).to.equal(200);
      const [slowHeads, slowBodies] = [await Promise.all(heads), await Promise.all(bodies)];
      for (const ms of [...slowHeads, ...slowBodies]) expect(ms).to.be.within(7_000, 13_000);
      // Head and request have separate limits: without the limit of the head, both kinds would end at the same time.
      expect(Math.max(...slowHeads)).to.be.below(Math.min(...slowBodies) - 1_000);
    });
  });
});
