// `npm run doctor` as an operator runs it: it accepts a correct configuration, and gives a remedy for each wrong one.
import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import https from 'node:https';
import path from 'node:path';
import pg from 'pg';
import { cases } from '../../support/cases.ts';
import { repository, run } from '../../support/command.ts';
import type { Outcome } from '../../support/command.ts';
import { startDevelopment } from '../../support/development.ts';
import type { Development } from '../../support/development.ts';
import { freePort } from '../../support/ports.ts';
import { startServer } from '../../support/processes.ts';
import { makeRedisRoom, makeSchema } from '../../support/services.ts';
import type { Schema } from '../../support/services.ts';

type Environment = Readonly<Record<string, string>>;

const fixtures = path.join(repository, 'test/fixtures/provider');
const tls = {
  cert: readFileSync(path.join(fixtures, 'cert.pem')),
  key: readFileSync(path.join(fixtures, 'key.pem')),
};
const callback = '/api/auth/idp/web/callback';
const secrets = {
  JWT_SECRET: 'planted-mO3zq1bT8n0x5wYd7rKc2uVg9sHj4pLe',
  WEB_APP_SECRET: 'planted-web-secret',
  MINI_APP_SECRET: 'planted-mini-secret',
};

/** What the TLS proxy in front of the service does with X-Forwarded-For and cookies; each test may change it. */
type Front = {
  forwarding: 'set' | 'append' | 'leave';
  cookies: 'leave' | 'out of answers' | 'out of requests' | 'changed';
  /** The page at /login/. */
  page: { status: number; headers: Readonly<Record<string, string>> };
};

const html = { 'Content-Type': 'text/html; charset=utf-8' };

describe('npm run doctor', function () {
  const usual: Front = { forwarding: 'set', cookies: 'leave', page: { status: 200, headers: html } };
  let front: Front;
  let web: https.Server;
  let schema: Schema;
  let unmigrated: Schema;
  let platform: Development;
  let right: Environment;
  let closed: number;

  const doctor = (changes: Environment = {}): Promise<Outcome> =>
    run(['server/operate', 'doctor'], { env: { LANG: 'en_GB.UTF-8', ...right, ...changes } });

  before(async function () {
    schema = await makeSchema(this);
    unmigrated = await makeSchema(this);
    const { url: redis } = await makeRedisRoom(this);
    const [port, outside] = [await freePort(), await freePort()];
    closed = await freePort();
    const baseUrl = `https://localhost:${outside}`;
    web = https.createServer(tls, (request, response) => {
      if (request.url === '/login/') return void response.writeHead(front.page.status, front.page.headers).end();
      if (!request.url!.startsWith('/api/auth/')) return void response.writeHead(404).end();
      const said = request.headers['x-forwarded-for'];
      const seen = request.socket.remoteAddress!;
      const headers = { ...request.headers };
      if (front.forwarding === 'set') headers['x-forwarded-for'] = seen;
      if (front.forwarding === 'append') headers['x-forwarded-for'] = [said, seen].filter(Boolean).join(', ');
      if (front.cookies === 'out of requests') delete headers.cookie;
      const forward = http.request({ host: '127.0.0.1', port, path: request.url, method: request.method, headers });
      forward.on('error', () => response.writeHead(502).end());
      forward.on('response', (answer) => {
        const { 'set-cookie': cookies = [], ...others } = answer.headers;
        const changed = cookies.map((each) =>
          each.replace('; HttpOnly', '').replace('Path=/', 'Path=/; Domain=a.example'),
        );
        const kept = { leave: cookies, 'out of requests': cookies, 'out of answers': [], changed }[front.cookies];
        response.writeHead(answer.statusCode!, { ...others, ...(kept.length > 0 ? { 'set-cookie': kept } : {}) });
        answer.pipe(response);
      });
      request.pipe(forward);
    });
    web.listen(outside, '127.0.0.1');
    await once(web, 'listening');
    const apps = {
      WEB_APP_ID: 'wx-right-web',
      MINI_APP_ID: 'wx-right-mini',
      WEB_REDIRECT_URI: `${baseUrl}${callback}`,
    };
    platform = await startDevelopment({
      ...apps,
      ...secrets,
      WEB_EMBED_REDIRECT_URI: `${baseUrl}/login/`,
      BASE_URL: baseUrl,
    });
    right = {
      NODE_ENV: 'production',
      NODE_EXTRA_CA_CERTS: path.join(fixtures, 'cert.pem'),
      PORT: String(port),
      BASE_URL: baseUrl,
      DATABASE_URL: schema.url,
      KEYV_URL: redis,
      ...apps,
      ...secrets,
      IDP_API_URL: `${platform.origin.replace('localhost', '127.0.0.1')}/sandbox`,
      IDP_AUTHORIZE_URL: `${platform.origin}/sandbox/connect/qrconnect`,
      LOGIN_RETURN_URL: `${baseUrl}/login/`,
      AUTH_REFRESH_COOKIE: '1',
      TRUSTED_PROXY_HOPS: '1',
    };
    const migrated = await run(['server/operate', 'migrate'], { env: right });
    expect(migrated.code, migrated.stderr).to.equal(0);
  });
  beforeEach(() => {
    front = { ...usual };
  });
  after(async () => {
    web?.closeAllConnections();
    web?.close();
    await platform?.stop();
    await schema?.drop();
    await unmigrated?.drop();
  });

  it('finds no defect in a correct configuration, and exits with 0', async () => {
    const { code, stdout, stderr } = await doctor();
    expect(stderr).to.equal('');
    const verdicts = stdout.split('\n').map((line) => line.slice(0, 17).trim());
    expect(code, stdout).to.equal(0);
    expect(verdicts.filter((line) => line.startsWith('ok'))).to.deep.equal([
      'ok     settings',
      'ok     database',
      'ok     clock',
      'ok     redis',
      'ok     platform',
      'ok     platform',
      'ok     platform',
      'ok     pages',
      'ok     pages',
      'ok     proxy',
      'ok     cookies',
    ]);
    expect(stdout).to.match(/\n\n0 errors, 0 warnings, 11 correct\.\n$/);
  });

  it('prints every line in Chinese on a Chinese terminal', async () => {
    front.cookies = 'changed';
    const changes = { LANG: '', LOGIN_RETURN_URL: '', AUTH_REFRESH_COOKIE: '', TRUSTED_PROXY_HOPS: '0', KEYV_URL: '' };
    const { code, stdout } = await doctor({
      ...changes,
      MINI_APP_ID: 'wx-somebody-else',
      DATABASE_URL: unmigrated.url,
    });
    expect(code, stdout).to.equal(1);
    expect(stdout).to.match(/\n\n\d 个错误，\d 个警告，\d 项正常。\n$/);
    const told = stdout
      .trim()
      .split('\n')
      .filter((line) => line !== '');
    for (const line of told)
      expect(line)
        .to.match(/\p{Script=Han}/u)
        .and.not.match(/\b(?:the|is|of|and|to) /);
  });

  it('signs nobody in, and leaves no data behind', async () => {
    await doctor();
    const client = new pg.Client({ connectionString: schema.url });
    await client.connect();
    const { rows } = await client.query('select count(*)::int as users from users');
    await client.end();
    expect(rows).to.deep.equal([{ users: 0 }]);
  });

  it('finds the service that runs behind its proxy, and does not disturb it', async () => {
    const server = await startServer(right as Record<string, string>);
    try {
      const { code, stdout } = await doctor();
      expect(code, stdout).to.equal(0);
      expect(stdout)
        .to.contain('leads to the running service')
        .and.match(/^ok {5}cookies {3}/m);
      for (const cookies of ['out of answers', 'out of requests', 'changed'] as const) {
        front.cookies = cookies;
        expect((await doctor()).stdout, cookies).to.match(/^error {2}cookies {3}a proxy (removes|changes) cookies/m);
      }
    } finally {
      await server.stop('SIGKILL');
    }
  });

  it('accepts missing tables, which the next start creates', async () => {
    const { code, stdout } = await doctor({ DATABASE_URL: unmigrated.url });
    expect(code, stdout).to.equal(0);
    expect(stdout).to.contain('its tables are updated at the next start');
  });

  it('warns that only one instance may run without Redis, and exits with 0', async () => {
    const { code, stdout } = await doctor({ KEYV_URL: '' });
    expect(code, stdout).to.equal(0);
    expect(stdout).to.match(/^warn {3}settings {2}KEYV_URL is not set/m);
  });

  it('warns of a page that cannot be framed and of a wrong clock, and exits with 0', async () => {
    for (const headers of [
      { ...html, 'X-Frame-Options': 'DENY' },
      { ...html, 'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'" },
    ]) {
      front.page = { status: 200, headers };
      const { code, stdout } = await doctor();
      expect(code, stdout).to.equal(0);
      expect(stdout).to.match(/^warn {3}pages {5}WEB_EMBED_REDIRECT_URI cannot be framed/m);
    }
    const ahead = path.join(repository, 'test/server/operate/clock-ahead.mjs');
    const { code, stdout } = await doctor({ NODE_OPTIONS: `--import ${ahead}` });
    expect(code, stdout).to.equal(0);
    expect(stdout).to.match(/^warn {3}clock {5}this machine's clock is 600 s ahead of the database's/m);
    expect(stdout).to.match(/-> keep NTP running/);
  });

  it('accepts a Redis whose first connection times out', async () => {
    const { hostname, port, pathname } = new URL(right.KEYV_URL!);
    let connections = 0;
    const slow = net.createServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
      // The first connection times out.
      if (connections === 1) return;
      const redis = net.connect(Number(port || 6379), hostname);
      redis.on('error', () => {});
      socket.pipe(redis).pipe(socket);
    });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    try {
      const { port: here } = slow.address() as AddressInfo;
      const { code, stdout } = await doctor({ KEYV_URL: `redis://127.0.0.1:${here}${pathname}` });
      expect(code, stdout).to.equal(0);
      expect(stdout).to.match(/^ok {5}redis {5}/m);
      expect(connections).to.equal(2);
    } finally {
      slow.close();
    }
  });

  it('names every missing setting, checks nothing, and exits with 2', async () => {
    const { code, stdout, stderr } = await doctor({ JWT_SECRET: '', WEB_APP_ID: '' });
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.contain('JWT_SECRET is missing').and.contain('WEB_APP_ID is missing');
  });

  /** Adds options to the URL of a database. The options that the URL already has choose the schema of the test. */
  const withOptions = (address: string, more: string): string => {
    const url = new URL(address);
    url.searchParams.set('options', [url.searchParams.get('options'), more].filter(Boolean).join(' '));
    return url.href;
  };

  type Wrong = {
    readonly name: string;
    readonly changes?: Environment;
    /** Changes to the proxy in front of the service. */
    readonly front?: Partial<Front>;
    readonly says: string;
    readonly mend: string;
  };

  /** Replaces placeholders in settings with values that are known only at run time. */
  const fillIn = (changes: Environment): Environment => {
    const known: Record<string, string> = {
      callback,
      closed: String(closed),
      platform: platform.origin,
      platformPort: new URL(platform.origin).port,
      site: right.BASE_URL!,
      unmigrated: unmigrated.url,
      readOnly: withOptions(schema.url, '-c default_transaction_read_only=on'),
      nowhere: schema.url.replace(/\/[^/?]+(?=\?|$)/, '/nowhere'),
    };
    return JSON.parse(JSON.stringify(changes).replace(/\{(\w+)\}/g, (_, name: string) => known[name]!)) as Environment;
  };

  for (const { name, changes = {}, front: changed = {}, says, mend } of cases<Wrong>('doctor', 'wrong')) {
    it(`reports ${name} with a remedy, and exits with 1`, async () => {
      Object.assign(front, changed);
      const { code, stdout, stderr } = await doctor(fillIn(changes));
      expect(stdout, stderr).to.match(new RegExp(says, 'm'));
      expect(
        stdout
          .split('\n')
          .filter((line) => line.includes('->'))
          .join('\n'),
        stdout,
      ).to.match(new RegExp(mend));
      expect(code).to.equal(1);
      // The output contains no secret, no password and no stack trace.
      expect(stdout + stderr)
        .to.not.contain('planted')
        .and.not.match(/\n\s+at /);
    });
  }

  describe('requests the app token, which phone numbers need,', () => {
    /** Runs the command against a platform that knows both applications and answers each path as given. */
    const withPlatform = async (answers: Readonly<Record<string, object>>): Promise<Outcome> => {
      const server = http.createServer((request, response) => {
        const { pathname } = new URL(request.url!, 'http://platform');
        response.end(JSON.stringify(answers[pathname] ?? { errcode: 40029 }));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      try {
        return await doctor({ IDP_API_URL: `http://127.0.0.1:${port}` });
      } finally {
        server.closeAllConnections();
        server.close();
      }
    };
    const token = { access_token: 'planted-token', expires_in: 7200 };

    it('and explains what to do if this machine may not request it', async () => {
      const { code, stdout } = await withPlatform({ '/cgi-bin/stable_token': { errcode: 40164 } });
      expect(stdout).to.match(/^error {2}platform {2}does not issue the app token.*\(errcode 40164\)\n.*-> .*IP/m);
      expect(code).to.equal(1);
    });

    it('and only warns if the mini-program may not request phone numbers, which not every service needs', async () => {
      const { code, stdout } = await withPlatform({
        '/cgi-bin/stable_token': token,
        '/wxa/business/getuserphonenumber': { errcode: 48001 },
      });
      expect(stdout).to.match(/^warn {3}platform {2}does not return phone numbers \(errcode 48001\)\n.*-> /m);
      expect(stdout).not.to.contain('planted');
      expect(code).to.equal(0);
    });
  });

  it('warns if NODE_ENV is not production', async () => {
    const { code, stdout } = await doctor({ NODE_ENV: '' });
    expect(code, stdout).to.equal(0);
    expect(stdout).to.match(/^warn {3}settings {2}complete, but NODE_ENV is not production/m);
  });
});
