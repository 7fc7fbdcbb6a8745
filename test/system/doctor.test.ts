// `npm run doctor` as an operator runs it: on a right configuration, and on wrong ones, each with what mends it.
import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import pg from 'pg';
import { repository, run } from '../support/command.ts';
import type { Outcome } from '../support/command.ts';
import { startDevelopment } from '../support/development.ts';
import type { Development } from '../support/development.ts';
import { freePort } from '../support/ports.ts';
import { startServer } from '../support/processes.ts';
import { makeRedisRoom, makeSchema } from '../support/services.ts';
import type { Schema } from '../support/services.ts';

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

/** What stands before the service: TLS, pages, and a proxy that treats X-Forwarded-For as it is told to. */
type Front = { forwarding: 'set' | 'append' | 'leave'; page: http.OutgoingHttpHeaders; keepsCookies: boolean };

describe('npm run doctor', function () {
  const usual: Front = { forwarding: 'set', page: { 'content-type': 'text/html' }, keepsCookies: true };
  let front: Front;
  let web: https.Server;
  let schema: Schema;
  let unmigrated: Schema;
  let platform: Development;
  let right: Environment;
  let closed: number;

  const doctor = (changes: Environment = {}): Promise<Outcome> =>
    run(['--import', 'tsx', 'server/operate/doctor.ts'], { env: { ...right, ...changes } });

  before(async function () {
    schema = await makeSchema(this);
    unmigrated = await makeSchema(this);
    const { url: redis } = await makeRedisRoom(this);
    const [port, outside] = [await freePort(), await freePort()];
    closed = await freePort();
    const baseUrl = `https://localhost:${outside}`;
    web = https.createServer(tls, (request, response) => {
      if (request.url!.startsWith('/login/')) return void response.writeHead(200, front.page).end('<!doctype html>');
      if (!request.url!.startsWith('/api/auth/')) return void response.writeHead(404).end();
      const said = request.headers['x-forwarded-for'];
      const seen = request.socket.remoteAddress!;
      const headers = { ...request.headers };
      if (front.forwarding === 'set') headers['x-forwarded-for'] = seen;
      if (front.forwarding === 'append') headers['x-forwarded-for'] = [said, seen].filter(Boolean).join(', ');
      const forward = http.request({ host: '127.0.0.1', port, path: request.url, method: request.method, headers });
      forward.on('error', () => response.writeHead(502).end());
      forward.on('response', (answer) => {
        const { 'set-cookie': cookies, ...others } = answer.headers;
        response.writeHead(answer.statusCode!, {
          ...others,
          ...(cookies && front.keepsCookies ? { 'set-cookie': cookies } : {}),
        });
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
      IDP_STATIC_URL: `${platform.origin}/sandbox/connect/js/wxLogin.js`,
      LOGIN_RETURN_URL: `${baseUrl}/login/`,
      AUTH_REFRESH_COOKIE: '1',
      TRUSTED_PROXY_HOPS: '1',
    };
    const migrated = await run(['--import', 'tsx', 'server/operate/migrate.ts'], { env: right });
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

  it('finds a right configuration right, and ends with 0', async () => {
    const { code, stdout, stderr } = await doctor();
    expect(stderr).to.equal('');
    const verdicts = stdout.split('\n').map((line) => line.slice(0, 17).trim());
    expect(code, stdout).to.equal(0);
    expect(verdicts.filter((line) => line.startsWith('ok'))).to.deep.equal([
      'ok     settings',
      'ok     database',
      'ok     clock',
      'ok     redis',
      ...Array<string>(5).fill('ok     platform'),
      'ok     proxy',
      'ok     cookies',
      'ok     origins',
      'ok     origins',
    ]);
    expect(stdout).to.match(/\n\n0 errors, 0 warnings, 13 as they should be\.\n$/);
  });

  it('signs nobody in, and leaves nothing behind', async () => {
    await doctor();
    const client = new pg.Client({ connectionString: schema.url });
    await client.connect();
    const { rows } = await client.query('select count(*)::int as users from users');
    await client.end();
    expect(rows).to.deep.equal([{ users: 0 }]);
  });

  it('finds the service that runs behind its proxy, and leaves it alone', async () => {
    const server = await startServer(right as Record<string, string>);
    try {
      const { code, stdout } = await doctor();
      expect(code, stdout).to.equal(0);
      expect(stdout).to.contain('leads to the service that runs');
    } finally {
      await server.stop('SIGKILL');
    }
  });

  it('is content with tables that the next start makes', async () => {
    const { code, stdout } = await doctor({ DATABASE_URL: unmigrated.url });
    expect(code, stdout).to.equal(0);
    expect(stdout).to.contain('the start brings its tables up to date');
  });

  it('says of one instance without Redis what it may not do, and ends with 0', async () => {
    const { code, stdout } = await doctor({ KEYV_URL: '' });
    expect(code, stdout).to.equal(0);
    expect(stdout).to.match(/^warn {3}settings {2}KEYV_URL is not set/m);
  });

  it('names every setting that is missing, checks nothing, and ends with 2', async () => {
    const { code, stdout, stderr } = await doctor({ JWT_SECRET: '', WEB_APP_ID: '' });
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.contain('JWT_SECRET is missing').and.contain('WEB_APP_ID is missing');
  });

  type Wrong = {
    readonly name: string;
    readonly changes: () => Environment;
    /** How things stand before the service. */
    readonly front?: Partial<Front>;
    /** The line and what stands below it. */
    readonly says: RegExp;
    readonly mend: RegExp;
  };
  const wrong: readonly Wrong[] = [
    {
      name: 'a database that cannot be reached',
      changes: () => ({ DATABASE_URL: `postgres://duplex:planted-password@127.0.0.1:${closed}/duplex` }),
      says: /^error {2}database {2}PostgreSQL does not serve: .*ECONNREFUSED/m,
      mend: /check DATABASE_URL/,
    },
    {
      name: 'tables that are not up to date, where nobody brings them up to date',
      changes: () => ({ DATABASE_URL: unmigrated.url, AUTO_MIGRATE: '0' }),
      says: /^error {2}database {2}the tables are not up to date/m,
      mend: /npm run migrate/,
    },
    {
      name: 'a clock that is an hour off',
      changes: () => {
        const url = new URL(schema.url);
        url.searchParams.set('options', `${url.searchParams.get('options')!},pg_catalog`);
        return { DATABASE_URL: url.href };
      },
      says: /^error {2}clock {5}this machine's is 3(599|600)\.\d s behind the database's/m,
      mend: /NTP/,
    },
    {
      name: 'a Redis that cannot be reached',
      changes: () => ({ KEYV_URL: `redis://:planted-password@127.0.0.1:${closed}` }),
      says: /^error {2}redis {5}Redis does not serve: .*ECONNREFUSED/m,
      mend: /check KEYV_URL/,
    },
    {
      name: 'a platform that cannot be reached',
      changes: () => ({ IDP_API_URL: `https://127.0.0.1:${closed}` }),
      says: /^error {2}platform {2}IDP_API_URL cannot be reached \(ECONNREFUSED\)/m,
      mend: /firewall/,
    },
    {
      name: 'an address that is not the platform',
      changes: () => ({ IDP_API_URL: platform.origin }),
      says: /^error {2}platform {2}answers WEB_APP_ID as WeChat never does \(status_404\)/m,
      mend: /check IDP_API_URL/,
    },
    {
      name: 'an application that the platform does not know',
      changes: () => ({ MINI_APP_ID: 'wx-somebody-else' }),
      says: /^error {2}platform {2}does not know MINI_APP_ID \(errcode 40013\)/m,
      mend: /mp\.weixin\.qq\.com/,
    },
    {
      name: 'a secret of an application that was reset',
      changes: () => ({ WEB_APP_SECRET: 'planted-old-secret' }),
      says: /^error {2}platform {2}refuses WEB_APP_SECRET \(errcode 40125\)/m,
      mend: /open\.weixin\.qq\.com/,
    },
    {
      name: 'a domain that is not registered, to which no cookie comes',
      changes: () => ({ WEB_REDIRECT_URI: `https://login.example.com${callback}` }),
      says: /shows no QR code: the domain is not registered \(https:\/\/login\.example\.com\)[^]*^error {2}cookies {3}WEB_REDIRECT_URI is of another host/m,
      mend: /register login\.example\.com as 授权回调域/,
    },
    {
      name: 'fewer proxies than are said',
      changes: () => ({ TRUSTED_PROXY_HOPS: '2' }),
      front: { forwarding: 'append' },
      says: /^error {2}proxy {5}1 proxy in front .* TRUSTED_PROXY_HOPS is 2: whoever likes can choose/m,
      mend: /set TRUSTED_PROXY_HOPS=1/,
    },
    {
      name: 'a proxy that is not said',
      changes: () => ({ TRUSTED_PROXY_HOPS: '0' }),
      says: /^error {2}proxy {5}1 proxy in front .* TRUSTED_PROXY_HOPS is 0: everybody has the address of a proxy/m,
      mend: /set TRUSTED_PROXY_HOPS=1/,
    },
    {
      name: 'a proxy that writes nothing down',
      changes: () => ({}),
      front: { forwarding: 'leave' },
      says: /^error {2}proxy {5}0 proxies in front/m,
      mend: /let it set X-Forwarded-For/,
    },
    {
      name: 'a web server that forwards elsewhere',
      changes: () => {
        return { PORT: String(closed) };
      },
      says: /^error {2}proxy {5}.* does not lead to this service \(it answers 502\)/m,
      mend: /forward \/api\/auth\//,
    },
    {
      name: 'a certificate that nobody trusts',
      changes: () => ({ NODE_EXTRA_CA_CERTS: '' }),
      says: /^error {2}proxy {5}BASE_URL cannot be reached from here \((DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE)\)/m,
      mend: /certificate/,
    },
    {
      name: 'a proxy that takes cookies away',
      changes: () => ({}),
      front: { keepsCookies: false },
      says: /^error {2}cookies {3}a proxy on the way takes Set-Cookie away/m,
      mend: /below \/api\/auth/,
    },
    {
      name: 'a page for the end of a login that is not there',
      changes: () => ({ LOGIN_RETURN_URL: `${right.BASE_URL}/gone/` }),
      says: /^error {2}origins {3}LOGIN_RETURN_URL is no page \(status 404\)/m,
      mend: /auth: \/api\/auth/,
    },
    {
      name: 'a page of the QR code that no frame may hold',
      changes: () => ({}),
      front: { page: { 'content-type': 'text/html', 'x-frame-options': 'DENY' } },
      says: /^error {2}origins {3}WEB_EMBED_REDIRECT_URI may stand in no frame/m,
      mend: /frame-ancestors 'self'/,
    },
    {
      name: 'pages of another origin that may not call, and cannot refresh',
      changes: () => ({ LOGIN_RETURN_URL: `http://localhost:${new URL(platform.origin).port}/login/` }),
      says: /^error {2}cookies {3}AUTH_REFRESH_COOKIE=1, and LOGIN_RETURN_URL is of another origin[^]*^error {2}origins {3}CORS_ORIGINS lacks/m,
      mend: /add http:\/\/localhost:\d+ to CORS_ORIGINS/,
    },
  ];

  for (const { name, changes, front: changed = {}, says, mend } of wrong) {
    it(`tells ${name}, says what to do, and ends with 1`, async () => {
      if (name.includes('clock')) await shiftClock(schema.url);
      Object.assign(front, changed);
      const { code, stdout, stderr } = await doctor(changes());
      expect(stdout, stderr).to.match(says);
      expect(
        stdout
          .split('\n')
          .filter((line) => line.includes('->'))
          .join('\n'),
        stdout,
      ).to.match(mend);
      expect(code).to.equal(1);
      // Neither secrets nor passwords, nor a stack.
      expect(stdout + stderr)
        .to.not.contain('planted')
        .and.not.match(/\n\s+at /);
    });
  }

  it('warns where NODE_ENV would start development', async () => {
    const { code, stdout } = await doctor({ NODE_ENV: '' });
    expect(code, stdout).to.equal(0);
    expect(stdout).to.match(/^warn {3}settings {2}complete, but NODE_ENV is not production/m);
  });
});

/** A function of that name, in the schema that stands before PostgreSQL's own: this database is an hour ahead. */
async function shiftClock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "create or replace function clock_timestamp() returns timestamptz language sql as $$ select now() + interval '1 hour' $$",
  );
  await client.end();
}
