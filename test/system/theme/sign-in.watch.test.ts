// Signing in on the site as an author sees it: behind the proxy of `gulp watch`, with `node server` and its stand-in.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { writeFiles } from '../../support/articles.ts';
import { launchBrowser } from '../../support/browser.ts';
import { startDevelopment } from '../../support/development.ts';
import type { Development } from '../../support/development.ts';
import { freePort } from '../../support/ports.ts';
import { withServer } from '../../support/serve.ts';
import { desk, findFaults, layoutShift, phone } from '../../look/measure.ts';
import { withWatcher } from '../../support/watcher.ts';
import * as reader from './signing-in.ts';
import {
  corner,
  decide,
  expectPicture,
  expectSignedIn,
  expectSignedOut,
  leaveForProvider,
  says,
  showQrCode,
} from './signing-in.ts';
import { until } from './visit.ts';

describe('signing in on the site, behind gulp watch', function () {
  this.timeout(180_000);
  let site: string;
  let service: Development;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let sent: string[];
  let complaints: string[];
  let stop: () => Promise<unknown>;

  before(async function () {
    browser = await launchBrowser(this);
    const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
    writeFiles(folder, reader.files);
    const port = await freePort();
    site = `http://localhost:${port}`;
    service = await startDevelopment({ BASE_URL: site });
    const folders = ['content', 'static', 'dest'].flatMap((name) => [`--${name}`, path.join(folder, name)]);
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let watching!: Promise<void>;
    await new Promise<void>((ready, fail) => {
      const work = (): Promise<void> => (ready(), ended);
      const env = { AUTH_ORIGIN: service.origin };
      watching = withWatcher([...folders, '--port', String(port)], work, env);
      watching.catch(fail);
    });
    stop = async () => {
      end();
      await watching;
      rmSync(folder, { recursive: true, force: true });
    };
  });
  after(async () => {
    await browser?.close();
    await stop?.();
    await service?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    sent = reader.listen(context);
    complaints = reader.complaintsOf(context);
    page = await context.newPage();
  });
  afterEach(async () => {
    await context.close();
    await service.send('DELETE', '/sandbox/control');
    expect(complaints).to.deep.equal([]);
  });

  const open = (hash = ''): Promise<unknown> => page.goto(`${site}/login/${hash}`);
  const spoil = (fault: object): Promise<unknown> =>
    service.send('PATCH', '/sandbox/control', { json: { faults: [fault] } });
  const signIn = async (person?: string): Promise<void> => {
    await open();
    await decide(await showQrCode(page), person === undefined ? {} : { person });
    await says(page, '已登录');
  };
  const state = (): Promise<string | null> => page.evaluate(`sessionStorage.getItem('login state')`);

  describe('by redirect', () => {
    it('goes the eight steps, and back to where the reader came from', async () => {
      await page.goto(site + reader.post);
      await corner(page).click();
      await page.waitForURL(`${site}/login/`);
      await leaveForProvider(page);
      const provider = new URL(page.url());
      expect(provider.origin).to.equal(service.origin);
      expect(provider.searchParams.get('state')).to.match(/^[0-9a-f]{32}$/);
      expect(provider.searchParams.get('redirect_uri')).to.equal(`${site}/api/auth/idp/web/callback`);
      await decide(page, { person: 'chen' });
      await says(page, '已登录');
      await expectSignedIn(page, '志远 Chen');
      expect(page.url(), 'nothing stays in the address').to.equal(`${site}/login/`);
      expect(await state(), 'the state counts once').to.equal(null);
      expect(sent.filter((path) => path === '/idp/web/code')).to.have.length(1);
      expect(await page.evaluate('document.activeElement.textContent')).to.equal('账号');

      await page.reload();
      await expectSignedIn(page, '志远 Chen');
      await page.getByRole('link', { name: '回到刚才的页面' }).click();
      await page.waitForURL(site + reader.post);
      await corner(page, '志远 Chen').waitFor();
      expect(sent.filter((path) => path === '/idp/web/code')).to.have.length(1);
    });

    it('shows a picture on other pages that asks nobody for it', async () => {
      await signIn('chen');
      await expectPicture(page);
      const foreign: string[] = [];
      page.on('request', (request) => void (request.url().startsWith(site) || foreign.push(request.url())));
      sent.length = 0;
      await page.goto(site + reader.post, { waitUntil: 'load' });
      await expectPicture(page);
      expect(foreign.filter((url) => !url.startsWith('data:'))).to.deep.equal([]);
      expect(sent).to.deep.equal([]);
    });

    it('says kindly that the reader declined', async () => {
      await open();
      await leaveForProvider(page);
      await decide(page, { choice: 'deny' });
      await says(page, '你取消了登录');
      await expectSignedOut(page);
      expect(page.url()).to.equal(`${site}/login/`);
    });

    it('says that the login is over, and begins again', async () => {
      await open();
      await leaveForProvider(page);
      await service.send('GET', `/api/auth/idp/web/callback?state=${new URL(page.url()).searchParams.get('state')}`);
      await decide(page);
      await says(page, '已经过期，或者已经用过');
      await leaveForProvider(page);
      await decide(page);
      await expectSignedIn(page, '晓雨');
    });

    it('takes no harm from a callback that comes twice, and says nothing of it', async () => {
      await spoil({ call: 'authorize', kind: 'same_code_twice', times: 1 });
      await open();
      await leaveForProvider(page);
      await decide(page);
      await expectSignedIn(page, '晓雨');
      await open('#error=invalid_state');
      await page.reload();
      await expectSignedIn(page, '晓雨');
      expect(await page.locator('.login-message').textContent()).to.equal('');
    });

    it('refuses a login that another tab or another person began, and sends nothing', async () => {
      await open('#login_code=somebodys&state=somebodys');
      await says(page, '不是从这个标签页开始的');
      expect(page.url()).to.equal(`${site}/login/`);
      await open();
      await leaveForProvider(page);
      await page.goto('about:blank');
      await open('#login_code=somebodys&state=somebodys');
      await says(page, '不是从这个标签页开始的');
      expect(sent).not.to.include('/idp/web/code');
      await expectSignedOut(page);
    });

    it('has a word for each way to fail', async () => {
      for (const [error, words] of [
        ['access_denied', '你取消了登录'],
        ['invalid_state', '已经过期'],
        ['invalid_grant', '已经过期'],
        ['identity_conflict', '不同的账号'],
        ['rate_limited', '太频繁'],
        ['temporarily_unavailable', '暂时没有回应'],
        ['gateway_timeout', '暂时没有回应'],
        ['server_error', '出了问题'],
      ] as const) {
        await page.goto('about:blank');
        await open(`#error=${error}`);
        await says(page, words);
        expect(page.url()).to.equal(`${site}/login/`);
      }
    });

    it('stays on the page when the service is away', async () => {
      await page.route('**/api/auth/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
      await open();
      for (const button of ['.leave', '.show-qr-code']) {
        await page.reload();
        await page.locator(button).click();
        await says(page, '登录服务暂时没有回应');
      }
      await page.route('**/api/auth/**', (route) => route.abort());
      await page.reload();
      await page.locator('.leave').click();
      await says(page, '登录服务暂时没有回应');
      expect(page.url()).to.equal(`${site}/login/`);
    });
  });

  describe('by the QR code in the page', () => {
    it('goes the eight steps without leaving, and never touches the callback', async () => {
      await open();
      const frame = await showQrCode(page);
      expect(await page.locator('.qr-code iframe').getAttribute('title')).to.equal('微信登录二维码');
      expect(await state()).to.match(/^[0-9a-f]{32}$/);
      await page.evaluate('window.stayed = true');
      // Untrusted text: it is a name, whatever it says.
      await decide(frame, { person: 'wang' });
      await expectSignedIn(page, '小明 <b>&amp;</b> "O\'Ming"');
      expect(await page.evaluate('window.stayed')).to.equal(true);
      expect(await page.locator('iframe, .account-name b').count()).to.equal(0);
      expect(await state()).to.equal(null);
      expect(sent).not.to.include('/idp/web/callback');
    });

    it('says kindly that the reader declined', async () => {
      await open();
      await decide(await showQrCode(page), { choice: 'deny' });
      await says(page, '你取消了登录');
      expect(await page.locator('iframe').count()).to.equal(0);
      await spoil({ call: 'authorize', kind: 'authdeny' });
      const frame = await showQrCode(page);
      await says(page, '请用微信扫描');
      await decide(frame, { choice: 'deny' });
      await says(page, '你取消了登录');
      await expectSignedOut(page);
    });

    it('takes the code away when its state is over', async () => {
      await page.clock.install();
      await open();
      await showQrCode(page);
      await page.clock.fastForward('04:00');
      expect(await page.locator('iframe').count()).to.equal(1);
      await page.clock.fastForward('01:00');
      await says(page, '二维码已经过期');
      expect(await page.locator('iframe').count()).to.equal(0);
      await decide(await showQrCode(page));
      await expectSignedIn(page, '晓雨');
    });

    it('hears the relay in its own frame alone', async () => {
      await open();
      const frame = await showQrCode(page);
      const mine = JSON.stringify({ code: 'forged', state: await state() });
      // From this page, and from a stranger who got into the frame. What is posted is heard in order.
      await page.evaluate(`new Promise((heard) => {
        dispatchEvent(new MessageEvent('message', {
          origin: 'https://evil.test', source: document.querySelector('iframe').contentWindow, data: ${mine},
        }));
        addEventListener('message', heard, { once: true });
        postMessage(${mine}, location.origin);
      })`);
      expect(sent).not.to.include('/idp/web/code');
      await decide(frame);
      await expectSignedIn(page, '晓雨');
    });

    it('shows nothing in a frame of anybody else', async () => {
      await page.route('**/framing', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<iframe src="/login/"></iframe>' }),
      );
      await page.goto(`${site}/framing`);
      const framed = page.frameLocator('iframe').locator('body');
      await framed.waitFor({ state: 'attached' });
      expect(await framed.isVisible()).to.equal(false);
    });

    it('hands code and state to nobody of another origin who frames it', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
      const text = `<script>heard = []; addEventListener('message', ({ data }) => heard.push(data))</script>
        <iframe src="${site}/login/?code=somebodys&state=theirs"></iframe>`;
      writeFiles(folder, { 'index.html': text });
      await withServer(folder, async (port) => {
        await page.goto(`http://127.0.0.1:${port}/`);
        const frame = page.frames().find((one) => one.url().startsWith(`${site}/login/`))!;
        // What is posted arrives in order: whatever the relay said came before.
        await frame.evaluate(`parent.postMessage('last', '*')`);
        await until(page, `heard.includes('last')`);
        expect(await page.evaluate('heard')).to.deep.equal(['last']);
        expect(await frame.locator('body').isVisible()).to.equal(false);
      });
      rmSync(folder, { recursive: true, force: true });
    });

    it('says what went wrong, and begins again', async () => {
      await open();
      for (const [errcode, words] of [
        [-1, '暂时没有回应'],
        [40163, '已经失效，或者已经用过'],
        [40226, '有风险'],
      ] as const) {
        await spoil({ call: 'web_code', kind: 'errcode', errcode, times: 1 });
        await decide(await showQrCode(page));
        await says(page, words);
      }
      await expectSignedOut(page);
      await decide(await showQrCode(page));
      await expectSignedIn(page, '晓雨');
    });

    it('says how long to wait after too many logins, and offers the other way without the script', async () => {
      await page.route('**/wxLogin.js', (route) => route.abort());
      await open();
      await page.locator('.show-qr-code').click();
      await says(page, '没有加载成功');
      const json = { error: 'rate_limited', code: 'rate_limited_address' };
      await page.route('**/idp/web/login?*', (route) =>
        route.fulfill({ status: 429, headers: { 'Retry-After': '42' }, json }),
      );
      await page.locator('.show-qr-code').click();
      await says(page, '请在 42 秒后再试');
    });

    it('names the address that the service was set up for', async () => {
      await page.goto(`${site.replace('localhost', '127.0.0.1')}/login/`);
      await page.locator('.show-qr-code').click();
      await says(page, `登录服务是为 ${site} 设置的`);
    });
  });

  describe('signed in', () => {
    it('renews once for all requests of all tabs that meet a 401', async () => {
      await signIn();
      const tabs = [page, await context.newPage(), await context.newPage()];
      await Promise.all(tabs.slice(1).map((tab) => tab.goto(`${site}/login/`)));
      for (const tab of tabs) await expectSignedIn(tab, '晓雨');
      await reader.spoilAccessToken(page);
      const answers = await Promise.all(tabs.map(reader.callFiveTimes));
      expect(answers).to.deep.equal(tabs.map(() => Array(5).fill(200)));
      expect(sent.filter((path) => path === '/refresh')).to.have.length(1);
    });

    it('learns that the session has ended, on all pages', async () => {
      await signIn();
      const other = await context.newPage();
      await other.goto(site + reader.post);
      await corner(other, '晓雨').waitFor();
      const tokens = await reader.read(page, 'tokens');
      await service.send('POST', '/api/auth/logout', { bearer: tokens!.access_token! });
      await page.reload();
      await says(page, '登录已经失效');
      await expectSignedOut(page);
      await corner(other).waitFor();
      expect(sent.filter((path) => path === '/refresh')).to.have.length(1);
    });

    it('signs out, here and at the service, when a refresh names another account, and goes on as nobody', async () => {
      await signIn();
      const other = await context.newPage();
      await other.goto(site + reader.post);
      let renewed: { access_token?: string; refresh_token?: string } = {};
      await page.route('**/api/auth/refresh', async (route) => {
        const answer = await route.fetch();
        const tokens = (await answer.json()) as typeof renewed & { user: object };
        renewed = tokens;
        await route.fulfill({ response: answer, json: { ...tokens, user: { ...tokens.user, id: 'somebody-else' } } });
      });
      await reader.spoilAccessToken(page);
      // The page stands open, and a script of it asks.
      expect(await reader.callFiveTimes(page)).to.deep.equal(Array(5).fill(401));
      await says(page, '变成了另一个账号的');
      await expectSignedOut(page);
      await corner(other).waitFor();
      expect(sent.filter((path) => ['/refresh', '/logout'].includes(path))).to.deep.equal(['/refresh', '/logout']);
      expect((await service.send('GET', '/api/auth/me', { bearer: renewed.access_token! })).status).to.equal(401);
      await page.unroute('**/api/auth/refresh');
      await decide(await showQrCode(page), { person: 'chen' });
      await expectSignedIn(page, '志远 Chen');
    });

    it('keeps what it has while the service is away', async () => {
      await signIn();
      await reader.spoilAccessToken(page);
      await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: '{}' }));
      await page.reload();
      await says(page, '显示的是上次的信息');
      await expectSignedIn(page, '晓雨');
      await page.unroute('**/api/auth/refresh');
      await page.reload();
      expect(await reader.callFiveTimes(page)).to.deep.equal(Array(5).fill(200));
    });

    it('signs out: here, in other tabs and at the service', async () => {
      await signIn();
      const other = await context.newPage();
      await other.goto(site + reader.post);
      const { access_token: bearer, refresh_token } = (await reader.read(page, 'tokens'))!;
      await page.getByRole('button', { name: '退出登录' }).click();
      await says(page, '已退出登录');
      await expectSignedOut(page);
      await corner(other).waitFor();
      expect((await service.send('GET', '/api/auth/me', { bearer: bearer! })).status).to.equal(401);
      expect((await service.send('POST', '/api/auth/refresh', { json: { refresh_token } })).status).to.equal(400);
    });

    it('forgets when nobody came for 30 days', async () => {
      await signIn();
      await page.clock.install({ time: Date.now() + 31 * 86_400_000 });
      await page.goto(site + reader.post);
      await corner(page).waitFor();
    });

    it('shows the first character of a name whose picture is not there', async () => {
      await context.route('**/people/*.svg', (route) => route.fulfill({ status: 404 }));
      await signIn('chen');
      for (const address of [reader.post, '/login/']) {
        await page.goto(site + address);
        expect(await page.evaluate(`getComputedStyle(document.querySelector('.face'), '::before').content`)).to.equal(
          '"志"',
        );
      }
    });

    it('shows a picture that no page may copy on the page of the login alone', async () => {
      // What asks by CORS names its origin.
      await context.route('**/people/*.svg', (route) =>
        route.request().headers().origin === undefined ? route.continue() : route.abort(),
      );
      await signIn('chen');
      await page.locator('.person .face img').waitFor();
      expect(await reader.read(page, 'account')).not.to.have.property('picture');
    });
  });

  it('pleases axe in every state and both schemes, stands still, and needs no mouse', async () => {
    for (const [screen, colorScheme] of [
      [phone, 'light'],
      [desk, 'dark'],
    ] as const) {
      const context = await browser.newContext({ ...screen, colorScheme });
      const visited = await context.newPage();
      await visited.goto(`${site}/login/`);
      expect(await visited.evaluate(layoutShift)).to.be.below(0.02);
      expect(await findFaults(visited)).to.deep.equal([]);
      await showQrCode(visited);
      expect(await findFaults(visited)).to.deep.equal([]);
      await context.close();
    }
    await open();
    const press = async (name: string): Promise<void> => {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    };
    await press('显示二维码');
    await reader.qrCode(page).getByRole('button', { name: '允许' }).press('Enter');
    await says(page, '已登录');
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      expect(await findFaults(page)).to.deep.equal([]);
    }
    await page.reload();
    await expectSignedIn(page, '晓雨');
    expect(await page.evaluate(layoutShift)).to.be.below(0.02);
    await press('退出登录');
    await says(page, '已退出登录');
    expect(await page.evaluate('document.activeElement.className')).to.equal('show-qr-code');
  });

  it('says without script what is missing', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(site + reader.post);
    await corner(still).click();
    await still.getByText('登录需要启用 JavaScript').waitFor();
    expect(await still.getByRole('button').count()).to.equal(0);
    await plain.close();
  });
});
