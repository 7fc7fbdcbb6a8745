// The guide's pages on one origin with the login service, in a browser: both web variants, and one refresh for many
// 401s.
import { expect } from 'chai';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { articleText, writeFiles } from '../support/articles.ts';
import { launchBrowser } from '../support/browser.ts';
import { blocksAt, makePorts, send, startCommand, startLogin } from '../support/guide.ts';
import type { Ports, Running, TokenAnswer } from '../support/guide.ts';
import { freePort } from '../support/ports.ts';
import { withServer } from '../support/serve.ts';
import { skip } from '../support/services.ts';
import { decide, signInContract } from './sign-in-contract.ts';

describe('the pages of the guide for integrators', function () {
  let folder: string;
  let ports: Ports;
  let site: string;
  let login: Running;
  let watcher: Running;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  before(async function () {
    browser = await launchBrowser(this);
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-guide-'));
    ports = await makePorts();
    site = `http://localhost:${ports.site}`;
    login = await startLogin({ ports, folder, section: 'One origin' });
    // The info string of a fence has the language, then the name of the file.
    const files = blocksAt(ports).flatMap(({ info, text }) => {
      const name = /^(?:html|js browser) (\S+)$/.exec(info)?.[1];
      return name === undefined ? [] : [[name, text] as const];
    });
    writeFiles(path.join(folder, 'static'), Object.fromEntries(files));
    writeFiles(path.join(folder, 'content'), { 'algo-one.md': articleText() });
    const [command] = blocksAt(ports, 'sh site');
    watcher = await startCommand(`${command!.text.trim()} --port ${ports.site}`, {
      env: {
        CONTENT_DIR: path.join(folder, 'content'),
        STATIC_DIR: path.join(folder, 'static'),
        DEST_DIR: path.join(folder, 'public'),
        AUTH_ORIGIN: `http://127.0.0.1:${ports.login}`,
      },
      ready: 'Ctrl+C',
    });
  });
  after(async () => {
    await browser?.close();
    await watcher?.stop();
    await login?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const message = (text: RegExp): Promise<void> => page.locator('#message').filter({ hasText: text }).waitFor();

  signInContract(
    () => ({
      site,
      service: `http://localhost:${ports.login}`,
      pages: { redirect: '/sign-in/', embedded: '/sign-in/embedded.html', relay: '/sign-in/relay.html' },
      message: '#message',
      words: {
        declined: /^Please begin again/,
        over: /^Please begin again \(invalid_state\)/,
        notBegunHere: /^Please begin again\.$/,
        qrCodeExpired: /has expired/,
      },
      leave: (page) => page.locator('#begin').click(),
      showQrCode: () => Promise.resolve(),
      async welcomes(page, name) {
        await page.locator('#message').filter({ hasText: 'Welcome, ' }).waitFor();
        expect(await page.locator('#message').textContent()).to.equal(`Welcome, ${name}.`);
      },
      tokensKey: 'tokens',
      module: '/sign-in/client.js',
      me: '/api/auth/me',
    }),
    () => context,
  );

  describe('by redirect, from another site that CORS_ORIGINS names', () => {
    it('sign in', async () => {
      const [script] = blocksAt(ports, 'js browser sign-in/redirect.js');
      const elsewhere = await makePorts();
      const service = `http://localhost:${elsewhere.login}`;
      const pages = path.join(folder, 'elsewhere');
      writeFiles(pages, {
        'index.html': blocksAt(ports, 'html sign-in/index.html')[0]!.text,
        'redirect.js': script!.text.replaceAll('/api/auth', `${service}/api/auth`),
      });
      // By number and by name, the same machine is two sites.
      await withServer(pages, async (port) => {
        const origin = `http://127.0.0.1:${port}`;
        const env = { CORS_ORIGINS: origin, LOGIN_RETURN_URL: `${origin}/`, BASE_URL: service };
        const other = await startLogin({
          ports: elsewhere,
          folder: path.join(folder, 'other'),
          section: 'Try it with curl',
          env,
        });
        try {
          await page.goto(origin);
          await page.locator('#begin').click();
          await decide(page);
          await message(/^Welcome, 晓雨/);
          expect(new URL(page.url()).origin).to.equal(origin);
        } finally {
          await other.stop();
        }
      });
    });
  });

  it('refresh by the cookie with AUTH_REFRESH_COOKIE=1, unchanged', async () => {
    await login.stop();
    login = await startLogin({ ports, folder, section: 'One origin', env: { AUTH_REFRESH_COOKIE: '1' } });
    await page.goto(`${site}/sign-in/`);
    await page.locator('#begin').click();
    await decide(page);
    await message(/^Welcome/);
    const answers = await page.evaluate(`import('/sign-in/client.js').then(({ call }) => {
      const { refresh_token, ...tokens } = JSON.parse(localStorage.getItem('tokens'));
      localStorage.setItem('tokens', JSON.stringify({ ...tokens, access_token: 'over' }));
      return call('/api/auth/me').then(({ status }) => [refresh_token, status]);
    })`);
    expect(answers).to.deep.equal([undefined, 200]);
  });
});

describe('the nginx snippet of the guide for integrators', function () {
  let folder: string;
  let login: Running;
  let stop: () => Promise<void>;
  let site: string;
  let direct: string;

  before(async function () {
    if (spawnSync('nginx', ['-v']).status !== 0) skip(this, 'skipped: no nginx on the path');
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-guide-'));
    const ports = await makePorts();
    const port = await freePort();
    site = `http://localhost:${port}`;
    direct = `http://localhost:${ports.login}`;
    login = await startLogin({
      ports,
      folder,
      section: 'Try it with curl',
      env: { BASE_URL: site, TRUSTED_PROXY_HOPS: '1', LIMIT_ADDRESS_PER_MINUTE: '3' },
    });
    const [snippet] = blocksAt(ports, 'nginx');
    mkdirSync(path.join(folder, 'logs'));
    const conf = path.join(folder, 'nginx.conf');
    writeFileSync(
      conf,
      `daemon off; pid ${folder}/pid; error_log stderr; events {}
http {
  access_log ${folder}/logs/access.log;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server { listen 127.0.0.1:${port}; location /ready { return 204; } ${snippet!.text} }
}`,
    );
    execFileSync('nginx', ['-t', '-p', folder, '-c', conf], { stdio: 'pipe' });
    const child = spawn('nginx', ['-p', folder, '-c', conf], { stdio: 'ignore' });
    stop = async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    };
    while (!(await fetch(`${site}/ready`).catch(() => undefined))) await new Promise((next) => setImmediate(next));
  });
  after(async () => {
    await stop?.();
    await login?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('carries a login, a refresh and the account', async () => {
    const state = 'through-nginx';
    const begun = await fetch(`${site}/api/auth/idp/web/login?state=${state}`, { redirect: 'manual' });
    expect(begun.status).to.equal(302);
    expect(begun.headers.get('x-request-id')).to.match(/^[0-9a-f]{32}$/);
    expect(begun.headers.getSetCookie()[0]).to.match(/^flow=.*HttpOnly/);
    const { data } = await send('POST', `${direct}/sandbox/web/login`, { body: { person: 'lin', state } });
    const { data: tokens } = await send('GET', data.location as string);
    const body = { refresh_token: tokens.refresh_token };
    const { access_token: token } = (await send('POST', `${site}/api/auth/refresh`, { body })).data as TokenAnswer;
    expect((await send('GET', `${site}/api/auth/me`, { token })).statusCode).to.equal(200);
    const written = readFileSync(path.join(folder, 'logs/access.log'), 'utf8');
    expect(written, 'no code, no state').not.to.match(/code|state/);
  });

  it('counts the address that nginx saw, regardless of the client’s headers', async () => {
    const statuses: number[] = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) {
      const headers = { 'X-Forwarded-For': address };
      const target = `${site}/api/auth/idp/web/login?state=${address}`;
      statuses.push((await fetch(target, { headers, redirect: 'manual' })).status);
    }
    expect(statuses.at(-1)).to.equal(429);
  });

  it('hides metrics and stand-in from the outside', async () => {
    for (const target of ['/metrics', '/openapi.json', '/sandbox/connect/js/wxLogin.js']) {
      expect((await fetch(`${site}${target}`)).status, target).to.be.oneOf([403, 404]);
    }
  });
});
