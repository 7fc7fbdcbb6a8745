// Signing in on the site as an author sees it: behind the proxy of `gulp watch`, with `node server` and its stand-in.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import nock from 'nock';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { writeFiles } from '../../support/articles.ts';
import { launchBrowser } from '../../support/browser.ts';
import { startDevelopment } from '../../support/development.ts';
import type { Development } from '../../support/development.ts';
import { freePort } from '../../support/ports.ts';
import { desk, findFaults, layoutShift, phone } from '../../look/measure.ts';
import { withWatcher } from '../../support/watcher.ts';
import * as reader from './signing-in.ts';
import {
  corner,
  expectPicture,
  expectSignedIn,
  expectSignedOut,
  leaveForProvider,
  says,
  showQrCode,
  siteClient,
} from './signing-in.ts';
import { decide, listen, signInContract } from '../sign-in-contract.ts';
import { cases } from '../../support/cases.ts';

describe('signing in on the site, behind gulp watch', function () {
  this.timeout(180_000);
  let site: string;
  let service: Development;
  let provider: string;
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
    provider = service.origin.replace('localhost', '127.0.0.1');
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
    sent = listen(context);
    complaints = reader.complaintsOf(context);
    page = await context.newPage();
  });
  afterEach(async () => {
    await context.close();
    nock.cleanAll();
    expect(complaints).to.deep.equal([]);
  });

  const open = (hash = ''): Promise<unknown> => page.goto(`${site}/login/${hash}`);
  const signIn = async (person?: string): Promise<void> => {
    await open();
    await decide(await showQrCode(page), person === undefined ? {} : { person });
    await says(page, '已登录');
  };

  signInContract(
    () => siteClient(site, service),
    () => context,
  );

  it('explains how to leave WeChat only to readers on a phone inside WeChat; nothing else differs', async () => {
    for (const [userAgent, isTold] of cases<[string, boolean]>('sign-in', 'programs')) {
      const inside = await browser.newContext({ ...phone, userAgent });
      const tab = await inside.newPage();
      await tab.goto(`${site}/login/`);
      await tab.locator('.show-qr-code').waitFor();
      const told = await tab.getByText('在浏览器打开').isVisible();
      expect(told, userAgent).to.equal(isTold);
      expect(await findFaults(tab), userAgent).to.deep.equal([]);
      await showQrCode(tab);
      await inside.close();
    }
  });

  describe('by redirect', () => {
    it('takes the eight steps, and offers a link back to the page that the reader came from', async () => {
      await page.goto(site + reader.post);
      await corner(page).click();
      await page.waitForURL(`${site}/login/`);
      await leaveForProvider(page);
      await decide(page, { person: 'chen' });
      await says(page, '已登录');
      await expectSignedIn(page, '志远 Chen');
      expect(await page.evaluate(`sessionStorage.getItem('login state')`), 'a state is used once').to.equal(null);
      expect(sent.filter((path) => path === '/idp/web/code')).to.have.length(1);
      expect(await page.evaluate('document.activeElement.textContent')).to.equal('账号');

      await page.reload();
      await expectSignedIn(page, '志远 Chen');
      await page.getByRole('link', { name: '回到刚才的页面' }).click();
      await page.waitForURL(site + reader.post);
      await corner(page, '志远 Chen').waitFor();
      expect(sent.filter((path) => path === '/idp/web/code')).to.have.length(1);
    });

    it('shows the picture of the user on other pages without a request', async () => {
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

    it('has a message for each error', async () => {
      for (const [error, words] of cases<[string, string]>('sign-in', 'errors')) {
        await page.goto('about:blank');
        await open(`#error=${error}`);
        await says(page, words);
        expect(page.url()).to.equal(`${site}/login/`);
      }
    });

    it('stays on the page when the service is down', async () => {
      await page.route('**/api/auth/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
      await open();
      for (const button of ['.leave', '.show-qr-code']) {
        await page.reload();
        await page.locator(button).click();
        await says(page, '登录服务暂时没有响应');
      }
      // The service that the site names is down, and another service runs.
      await page.unroute('**/api/auth/**');
      await page.route('**/login/', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace('/api/auth', '/elsewhere') });
      });
      await page.route('**/elsewhere/**', (route) => route.abort());
      await page.reload();
      await page.locator('.leave').click();
      await says(page, '登录服务暂时没有响应');
      expect(page.url()).to.equal(`${site}/login/`);
    });
  });

  describe('by the QR code in the page', () => {
    it('shows nothing in a frame of another page', async () => {
      await page.route('**/framing', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<iframe src="/login/"></iframe>' }),
      );
      await page.goto(`${site}/framing`);
      const framed = page.frameLocator('iframe').locator('body');
      await framed.waitFor({ state: 'attached' });
      expect(await framed.isVisible()).to.equal(false);
    });

    it('explains an error, and lets the reader begin again', async () => {
      await open();
      for (const [errcode, words] of [
        [-1, '暂时没有响应'],
        [40163, '已经失效，或者已经用过'],
        [40226, '有风险'],
      ] as const) {
        nock(provider, { allowUnmocked: true })
          .get('/sandbox/sns/oauth2/access_token')
          .query(true)
          .reply(200, { errcode });
        await decide(await showQrCode(page));
        await says(page, words);
      }
      await expectSignedOut(page);
      await decide(await showQrCode(page));
      await expectSignedIn(page, '晓雨');
    });

    it('says how long to wait after too many logins, and offers the other way if the script fails', async () => {
      await page.route('**/wxLogin.js', (route) => route.abort());
      await open();
      await page.locator('.show-qr-code').click();
      await says(page, '加载失败');
      const json = { error: 'rate_limited', code: 'rate_limited_address' };
      await page.route('**/idp/web/login?*', (route) =>
        route.fulfill({ status: 429, headers: { 'Retry-After': '42' }, json }),
      );
      await page.locator('.show-qr-code').click();
      await says(page, '请在 42 秒后再试');
    });

    it('fails with a reason if a response is broken or the storage is full', async () => {
      await open();
      for (const address of ['**/idp/web/login?*', '**/idp/web/code']) {
        await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<p>maintenance' }));
        if (address.endsWith('code')) await decide(await showQrCode(page));
        else await page.locator('.show-qr-code').click();
        await says(page, '登录服务出了问题');
        await page.unroute(address);
      }
      await page.evaluate(`{
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (key, value) {
          if (key === full) throw new DOMException('full', 'QuotaExceededError');
          setItem.call(this, key, value);
        };
        undefined;
      }`);
      for (const key of ['login tokens', 'login account']) {
        await page.evaluate(`full = '${key}'`);
        await decide(await showQrCode(page));
        await says(page, '浏览器没能保存本站的数据');
        await expectSignedOut(page);
      }
      await page.evaluate("full = 'login state'");
      for (const button of ['.leave', '.show-qr-code']) {
        await page.locator(button).click();
        await says(page, '浏览器没能保存本站的数据');
      }
      expect(await page.evaluate('document.documentElement.dataset.arriving')).to.equal(undefined);
    });

    it('says at once that nothing can be stored, if the browser blocks storage', async () => {
      await page.addInitScript(`{
        const get = () => {
          throw new DOMException('blocked', 'SecurityError');
        };
        for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get });
      }`);
      await open('#login_code=x');
      await says(page, '浏览器没能保存本站的数据');
      expect(await page.evaluate('document.documentElement.dataset.arriving')).to.equal(undefined);
    });

    it('names the address that the service was set up for', async () => {
      await page.goto(`${site.replace('localhost', '127.0.0.1')}/login/`);
      await page.locator('.show-qr-code').click();
      await says(page, `登录服务是为 ${site} 设置的`);
    });
  });

  describe('signed in', () => {
    it('shows on all pages that the session has ended', async () => {
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
    });

    it('signs out on all pages when a refresh returns another account, and says so', async () => {
      await signIn();
      const other = await context.newPage();
      await other.goto(site + reader.post);
      await page.route('**/api/auth/refresh', async (route) => {
        const response = await route.fetch();
        const tokens = (await response.json()) as { user: object };
        await route.fulfill({ response, json: { ...tokens, user: { ...tokens.user, id: 'somebody-else' } } });
      });
      await reader.spoilAccessToken(page);
      // The page is open, and one of its scripts sends a request.
      await reader.callFiveTimes(page);
      await says(page, '已经换成了另一个');
      await expectSignedOut(page);
      await corner(other).waitFor();
      await page.unroute('**/api/auth/refresh');
      await decide(await showQrCode(page), { person: 'chen' });
      await expectSignedIn(page, '志远 Chen');
    });

    it('signs out in this tab, in other tabs and at the service', async () => {
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

    it('forgets a user after 30 days without a visit', async () => {
      await signIn();
      await page.clock.install({ time: Date.now() + 31 * 86_400_000 });
      await page.goto(site + reader.post);
      await corner(page).waitFor();
    });

    it('shows the first character of the name if the picture is missing', async () => {
      await context.route('**/people/*.svg', (route) => route.fulfill({ status: 404 }));
      await signIn('chen');
      for (const address of [reader.post, '/login/']) {
        await page.goto(site + address);
        expect(await page.evaluate(`getComputedStyle(document.querySelector('.face'), '::before').content`)).to.equal(
          '"志"',
        );
      }
    });

    it('shows a picture that cannot be copied only on the login page', async () => {
      // A CORS request has an Origin header.
      await context.route('**/people/*.svg', (route) =>
        route.request().headers().origin === undefined ? route.continue() : route.abort(),
      );
      await signIn('chen');
      await page.locator('.person .face img').waitFor();
      expect(await reader.read(page, 'account')).not.to.have.property('picture');
    });
  });

  it('passes axe in every state and both schemes, does not shift, and works without a mouse', async () => {
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
    await reader
      .qrCode(page)
      .getByRole('button', { name: /^(?:允许|Allow)$/ })
      .press('Enter');
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

  it('explains that signing in needs JavaScript if scripts are disabled', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(site + reader.post);
    await corner(still).click();
    await still.getByText('登录需要启用 JavaScript').waitFor();
    await still.getByRole('button').first().waitFor({ state: 'hidden' });
    expect(await still.getByRole('button').count()).to.equal(0);
    await plain.close();
  });
});
