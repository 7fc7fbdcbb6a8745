// The guide's pages on one origin with the login service, in a browser: both web variants, and one refresh for many 401s.
import { expect } from 'chai';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { articleText, writeFiles } from '../support/articles.ts';
import { launchBrowser } from '../support/browser.ts';
import { blocksAt, makePorts, send, signIn, startCommand, startLogin } from '../support/guide.ts';
import type { Ports, Running, TokenAnswer } from '../support/guide.ts';
import { freePort } from '../support/ports.ts';
import { withServer } from '../support/serve.ts';
import { skip } from '../support/services.ts';

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
    login = await startLogin({ ports, folder, section: '2' });
    // A file's name stands behind its language.
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
      ready: ' follows ',
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

  const decide = async (place: Page | FrameLocator, { person = 'lin', choice = 'allow' } = {}): Promise<void> => {
    await place.locator('select').selectOption(person);
    await place.locator(`button[value=${choice}]`).click();
  };
  const message = (text: RegExp): Promise<void> => page.locator('#message').filter({ hasText: text }).waitFor();
  const readTokens = async (): Promise<TokenAnswer | null> =>
    JSON.parse(await page.evaluate(`localStorage.getItem('tokens')`)) as TokenAnswer | null;
  const expectSignedIn = async (): Promise<void> => {
    const { access_token: token } = (await readTokens())!;
    expect((await send('GET', `${site}/api/auth/me`, { token })).data).to.include({ last_login_src: 'web' });
  };

  describe('by redirect', () => {
    const begin = async (): Promise<void> => {
      await page.goto(`${site}/sign-in/`);
      await page.locator('#begin').click();
      await page.waitForURL(`http://localhost:${ports.login}/sandbox/**`);
    };

    it('sign in, and leave no code in the address', async () => {
      await begin();
      await decide(page);
      await message(/^Welcome, 晓雨/);
      expect(page.url()).to.equal(`${site}/sign-in/`);
      await expectSignedIn();
    });

    it('show the nickname of a stranger as text', async () => {
      await begin();
      await decide(page, { person: 'wang' });
      await message(/<b>/);
      expect(await page.locator('#message b').count()).to.equal(0);
    });

    it('offer to begin again after a denial', async () => {
      await begin();
      await decide(page, { choice: 'deny' });
      await message(/begin again \(access_denied\)/);
      expect(await readTokens()).to.equal(null);
    });

    it("refuse somebody else's login code", async () => {
      const posts: string[] = [];
      page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())));
      await page.goto(`${site}/sign-in/#login_code=stolen&state=theirs`);
      await message(/begin again/);
      expect(posts).to.deep.equal([]);
    });

    it('say nothing of a second callback to who is signed in', async () => {
      await begin();
      await decide(page);
      await message(/^Welcome/);
      await page.goto(`${site}/api/auth/idp/web/callback?code=again&state=again`);
      await page.waitForURL(`${site}/sign-in/`);
      expect(await page.locator('#message').textContent()).to.equal('');
      await expectSignedIn();
    });
  });

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
      // By number and by name the same machine is two sites.
      await withServer(pages, async (port) => {
        const origin = `http://127.0.0.1:${port}`;
        const env = { CORS_ORIGINS: origin, LOGIN_RETURN_URL: `${origin}/`, BASE_URL: service };
        const other = await startLogin({ ports: elsewhere, folder: path.join(folder, 'other'), section: '1', env });
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

  describe('with the QR code in the page', () => {
    const frame = (): FrameLocator => page.frameLocator('iframe');

    it('sign in without leaving', async () => {
      await page.goto(`${site}/sign-in/embedded.html`);
      await decide(frame());
      await message(/^Welcome, 晓雨/);
      expect(page.url()).to.equal(`${site}/sign-in/embedded.html`);
      await expectSignedIn();
    });

    it('offer to begin again after a denial', async () => {
      await page.goto(`${site}/sign-in/embedded.html`);
      await decide(frame(), { choice: 'deny' });
      await message(/begin again/);
      expect(await readTokens()).to.equal(null);
    });

    it('take the QR code away when its state is over', async () => {
      await page.clock.install();
      await page.goto(`${site}/sign-in/embedded.html`);
      await frame().locator('select').waitFor();
      await page.clock.fastForward('04:59');
      expect(await page.locator('iframe').count()).to.equal(1);
      await page.clock.fastForward('00:01');
      await message(/expired/);
      expect(await page.locator('iframe').count()).to.equal(0);
    });

    it('hear the relay in their own iframe alone', async () => {
      await page.goto(`${site}/sign-in/embedded.html`);
      await frame().locator('select').waitFor();
      // A message of this origin that does not come from the iframe; the page has seen it when ours has come back.
      await page.evaluate(`new Promise((heard) => {
        addEventListener('message', heard, { once: true });
        postMessage({ code: 'planted', state: 'planted' }, location.origin);
      })`);
      expect(await page.locator('#message').textContent()).to.equal('');
      await decide(frame());
      await message(/^Welcome/);
    });
  });

  describe('with the client', () => {
    const tabs = async (): Promise<readonly Page[]> => [page, await context.newPage()];
    const spoil = `localStorage.setItem('tokens', JSON.stringify({ ...JSON.parse(localStorage.getItem('tokens')), access_token: 'over' }))`;
    const callMe = `import('/sign-in/client.js').then(({ call }) =>
      Promise.all(Array.from({ length: 5 }, () => call('/api/auth/me').then(({ status }) => status))))`;
    let refreshes: number;

    beforeEach(async () => {
      refreshes = 0;
      context.on('request', (request) => void (request.url().endsWith('/api/auth/refresh') && (refreshes += 1)));
      await page.goto(`${site}/sign-in/`);
    });
    const store = async (): Promise<TokenAnswer> => {
      const tokens = await signIn(`http://localhost:${ports.login}`, 'zhou');
      await page.evaluate(`localStorage.setItem('tokens', ${JSON.stringify(JSON.stringify(tokens))})`);
      return tokens;
    };

    it('refresh once for the 401s of two tabs', async () => {
      await store();
      const [first, second] = await tabs();
      await second!.goto(`${site}/sign-in/`);
      await page.evaluate(spoil);
      const answers = await Promise.all([first!.evaluate(callMe), second!.evaluate(callMe)]);
      expect(answers).to.deep.equal([Array(5).fill(200), Array(5).fill(200)]);
      expect(refreshes).to.equal(1);
    });

    it('forget the tokens of a session that has ended', async () => {
      const { access_token: token } = await store();
      await send('POST', `${site}/api/auth/logout`, { token });
      expect(await page.evaluate(callMe)).to.deep.equal(Array(5).fill(401));
      expect(refreshes).to.equal(1);
      expect(await readTokens()).to.equal(null);
    });

    it('keep the tokens when the service is away for a moment', async () => {
      const { refresh_token } = await store();
      await page.evaluate(spoil);
      await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: '{}' }));
      expect(await page.evaluate(callMe)).to.deep.equal(Array(5).fill(401));
      expect(await readTokens()).to.include({ refresh_token });
      await page.unroute('**/api/auth/refresh');
      expect(await page.evaluate(callMe)).to.deep.equal(Array(5).fill(200));
    });

    it('refresh by the cookie with AUTH_REFRESH_COOKIE=1, unchanged', async () => {
      await login.stop();
      login = await startLogin({ ports, folder, section: '2', env: { AUTH_REFRESH_COOKIE: '1' } });
      await page.locator('#begin').click();
      await decide(page);
      await message(/^Welcome/);
      expect(await readTokens()).not.to.have.property('refresh_token');
      await page.evaluate(spoil);
      expect(await page.evaluate(callMe)).to.deep.equal(Array(5).fill(200));
      expect(refreshes).to.equal(1);
    });
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
      section: '1',
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
    const { data: tokens } = await send('GET', (data.locations as string[])[0]!);
    const body = { refresh_token: tokens.refresh_token };
    const { access_token: token } = (await send('POST', `${site}/api/auth/refresh`, { body })).data as TokenAnswer;
    expect((await send('GET', `${site}/api/auth/me`, { token })).statusCode).to.equal(200);
    const written = readFileSync(path.join(folder, 'logs/access.log'), 'utf8');
    expect(written, 'no code, no state').not.to.match(/code|state/);
  });

  it('counts the address that nginx saw, whatever the client says', async () => {
    const statuses: number[] = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) {
      const headers = { 'X-Forwarded-For': address };
      const target = `${site}/api/auth/idp/web/login?state=${address}`;
      statuses.push((await fetch(target, { headers, redirect: 'manual' })).status);
    }
    expect(statuses.at(-1)).to.equal(429);
  });

  it('keeps figures and stand-in from the outside', async () => {
    for (const target of ['/metrics', '/openapi.json', '/sandbox/', '/sandbox/control']) {
      expect((await fetch(`${site}${target}`)).status, target).to.be.oneOf([403, 404]);
    }
  });
});
