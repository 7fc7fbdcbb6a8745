import { expect } from 'chai';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { startDevelopment } from '../support/development.ts';
import type { Development } from '../support/development.ts';

describe('signing in with a browser', () => {
  let browser: Browser;
  let backend: Development;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  before(async function () {
    browser = await launchBrowser(this);
    backend = await startDevelopment();
  });
  after(async () => {
    await browser?.close();
    await backend?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    complaints = [];
    page.on('console', (line) => /Content Security Policy/.test(line.text()) && complaints.push(line.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterEach(async () => {
    await context.close();
    await backend.send('DELETE', '/sandbox/control');
    expect(complaints).to.deep.equal([]);
  });

  const spoil = (fault: object): Promise<unknown> =>
    backend.send('PATCH', '/sandbox/control', { json: { faults: [fault] } });
  const openLogin = async (): Promise<void> => {
    await page.goto(`${backend.origin}/login/`);
    await page.waitForSelector('#signed-out:not([hidden])');
  };
  const leaveForQrCode = async (): Promise<void> => {
    await openLogin();
    await page.click('#redirect');
    await page.waitForSelector('.qrcode');
  };
  const embedQrCode = async (): Promise<FrameLocator> => {
    await openLogin();
    await page.click('#embed');
    const frame = page.frameLocator('#qr-code iframe');
    await frame.locator('.qrcode').waitFor();
    return frame;
  };
  const signedIn = async (name: string): Promise<void> => {
    await page.waitForSelector('#signed-in:not([hidden])');
    expect(await page.textContent('#name')).to.equal(name);
  };
  const message = (words: string): Promise<unknown> => page.waitForSelector(`#message:has-text("${words}")`);
  const callbacks = (): readonly Record<string, unknown>[] =>
    backend.lines().filter(({ route }) => route === '/api/auth/idp/web/callback');

  describe('by redirect', () => {
    it('brings the person back signed in, and leaves nothing in the address', async () => {
      await leaveForQrCode();
      expect(new URL(page.url()).pathname).to.equal('/sandbox/connect/qrconnect');
      await page.selectOption('select', 'chen');
      await page.click('button[value=allow]');
      await signedIn('志远 Chen');
      expect(page.url()).to.equal(`${backend.origin}/login/`);
      expect(await page.getAttribute('#picture', 'src')).to.equal(`${backend.origin}/sandbox/people/chen.svg`);
      await page.reload();
      await signedIn('志远 Chen');
    });

    it('says so when the person denies', async () => {
      await leaveForQrCode();
      await page.click('button[value=deny]');
      await message('拒绝');
      expect(await page.isVisible('#signed-out')).to.equal(true);
    });

    it('says so when the denial brings code=authdeny', async () => {
      await spoil({ call: 'authorize', kind: 'authdeny' });
      await leaveForQrCode();
      await page.click('button[value=deny]');
      await message('拒绝');
    });

    it('offers to start again when the confirmation meets a state that is gone', async () => {
      await leaveForQrCode();
      const state = new URL(page.url()).searchParams.get('state')!;
      await backend.send('GET', `/api/auth/idp/web/callback?state=${state}`);
      await page.click('button[value=allow]');
      await message('请重新开始');
      await page.click('#redirect');
      await page.click('button[value=allow]');
      await signedIn('晓雨');
    });

    for (const kind of ['same_code_twice', 'two_codes']) {
      it(`takes no harm from a callback that comes twice: ${kind}`, async () => {
        await spoil({ call: 'authorize', kind, times: 1 });
        const before = callbacks().length;
        await leaveForQrCode();
        await page.click('button[value=allow]');
        await signedIn('晓雨');
        while (callbacks().length < before + 2) await page.evaluate('new Promise(requestAnimationFrame)');
        expect(
          callbacks()
            .slice(before)
            .map(({ problem }) => problem),
        ).to.deep.equal([undefined, 'state_unknown']);
        await page.click('#refresh');
        await message('令牌已刷新');
        await page.reload();
        await signedIn('晓雨');
      });
    }

    it('says nothing of a second callback to somebody who is signed in', async () => {
      await leaveForQrCode();
      await page.click('button[value=allow]');
      await signedIn('晓雨');
      await page.goto(`${backend.origin}/login/#error=invalid_state`);
      await page.reload();
      await signedIn('晓雨');
      expect(await page.textContent('#message')).to.equal('');
    });

    it('refuses a login that another page began', async () => {
      await openLogin();
      await page.goto('about:blank');
      const posted: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));
      await page.goto(`${backend.origin}/login/#login_code=somebodys&state=somebodys`);
      await message('不是从本页开始');
      expect(posted).to.deep.equal([]);
      expect(page.url()).to.equal(`${backend.origin}/login/`);
    });

    it('begins at the name that the provider sends browsers back to', async () => {
      await page.goto(`${backend.origin.replace('localhost', '127.0.0.1')}/login/`);
      expect(page.url()).to.equal(`${backend.origin}/login/`);
    });

    it('takes over when the QR code was renewed', async () => {
      await spoil({ call: 'authorize', kind: 'expired_qr', times: 1 });
      await openLogin();
      await page.click('#redirect');
      await page.waitForSelector('text=二维码已过期');
      await page.click('text=刷新二维码');
      await page.waitForSelector('.qrcode');
      await page.click('button[value=allow]');
      await signedIn('晓雨');
    });
  });

  describe('by the embedded QR code', () => {
    it('signs in without leaving the page', async () => {
      const frame = await embedQrCode();
      await page.evaluate('window.stayed = true');
      await frame.locator('select').selectOption('zhao');
      await frame.locator('button[value=allow]').click();
      await signedIn('静静🌿');
      expect(await page.evaluate('window.stayed')).to.equal(true);
      expect(await page.locator('iframe').count()).to.equal(0);
    });

    it('never touches the callback', async () => {
      const before = callbacks().length;
      const frame = await embedQrCode();
      await frame.locator('button[value=allow]').click();
      await signedIn('晓雨');
      expect(callbacks()).to.have.length(before);
    });

    for (const kind of ['deny', 'authdeny']) {
      it(`says so when the person denies: ${kind}`, async () => {
        await spoil({ call: 'authorize', kind });
        const frame = await embedQrCode();
        await frame.locator('button[value=deny]').click();
        await message('拒绝');
        expect(await page.locator('iframe').count()).to.equal(0);
        expect(await page.isVisible('#signed-out')).to.equal(true);
      });
    }

    it('offers to start again after 5 minutes', async () => {
      await page.clock.install();
      await embedQrCode();
      await page.clock.fastForward('05:00');
      await message('已过期，请重新开始');
      expect(await page.locator('iframe').count()).to.equal(0);
      const frame = page.frameLocator('#qr-code iframe');
      await page.click('#embed');
      await frame.locator('button[value=allow]').click();
      await signedIn('晓雨');
    });

    it('works with self_redirect false as well: the page itself comes back with the code', async () => {
      await openLogin();
      await page.evaluate(`(async () => {
        const state = 'made-by-the-test';
        sessionStorage.setItem('state', state);
        const answer = await fetch('/api/auth/idp/web/login?state=' + state, { headers: { Accept: 'application/json' } });
        const { script_url, appid, scope, redirect_uri } = await answer.json();
        await new Promise((resolve) => {
          const script = document.createElement('script');
          document.head.append(Object.assign(script, { src: script_url, onload: resolve }));
        });
        new WxLogin({ id: 'qr-code', appid, scope, redirect_uri: encodeURIComponent(redirect_uri), state });
      })()`);
      await page.frameLocator('#qr-code iframe').locator('button[value=allow]').click();
      await signedIn('晓雨');
      expect(page.url()).to.equal(`${backend.origin}/login/`);
    });

    it('listens to its own frame alone', async () => {
      await embedQrCode();
      const state = await page.evaluate('sessionStorage.getItem("state")');
      // From this page, and from a stranger who got into the frame.
      await page.evaluate(`window.postMessage({ code: 'forged', state: ${JSON.stringify(state)} }, location.origin)`);
      await page.evaluate(`window.dispatchEvent(new MessageEvent('message', {
        origin: 'https://evil.test',
        source: document.querySelector('iframe').contentWindow,
        data: { code: 'forged', state: ${JSON.stringify(state)} },
      }))`);
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
      expect(await page.evaluate('sessionStorage.getItem("state")'), 'the state is unspent').to.equal(state);
      await page.frameLocator('#qr-code iframe').locator('button[value=allow]').click();
      await signedIn('晓雨');
    });

    it('hands code and state to nobody of another origin who frames it', async () => {
      const other = backend.origin.replace('localhost', '127.0.0.1');
      const body = `<script>heard = []; addEventListener('message', ({ data }) => heard.push(data))</script>
        <iframe src="${backend.origin}/login/?code=somebodys&state=theirs"></iframe>`;
      await page.route(`${other}/framing`, (route) => route.fulfill({ contentType: 'text/html', body }));
      // Without the policy that shuts such frames out, too: the page has to hold by itself.
      await page.route(`${backend.origin}/login/?*`, async (route) => {
        const response = await route.fetch();
        const headers = { ...response.headers(), 'content-security-policy': '' };
        await route.fulfill({ response, headers });
      });
      await page.goto(`${other}/framing`);
      const frame = page.frames().find((one) => one.url().startsWith(`${backend.origin}/login/`))!;
      // What is posted arrives in order: whatever the relay said came before.
      await frame.evaluate(`import('/login/login.js').then(() => parent.postMessage('last', '*'))`);
      await page.waitForFunction(`heard.includes('last')`);
      expect(await page.evaluate('heard')).to.deep.equal(['last']);
    });

    it('shows a name as text', async () => {
      const frame = await embedQrCode();
      await frame.locator('select').selectOption('wang');
      await frame.locator('button[value=allow]').click();
      await signedIn('小明 <b>&amp;</b> "O\'Ming"');
      expect(await page.locator('#name b').count()).to.equal(0);
    });

    it('says so when the provider fails', async () => {
      await spoil({ call: 'web_code', kind: 'errcode', errcode: -1, times: 1 });
      const frame = await embedQrCode();
      await frame.locator('button[value=allow]').click();
      await message('繁忙');
    });
  });

  it('signs out: the session is over for its tokens, too', async () => {
    const frame = await embedQrCode();
    await frame.locator('button[value=allow]').click();
    await signedIn('晓雨');
    const { access_token, refresh_token } = JSON.parse(
      (await page.evaluate('localStorage.getItem("tokens")')) as string,
    ) as Record<string, string>;
    await page.click('#sign-out');
    await message('已退出登录');
    expect(await page.isVisible('#signed-out')).to.equal(true);
    expect((await backend.send('GET', '/api/auth/me', { bearer: access_token! })).status).to.equal(401);
    expect((await backend.send('POST', '/api/auth/refresh', { json: { refresh_token } })).status).to.equal(400);
  });

  it('signs out, here and at the service, when a refresh names another account', async () => {
    const frame = await embedQrCode();
    await frame.locator('button[value=allow]').click();
    await signedIn('晓雨');
    let renewed: { access_token?: string } = {};
    await page.route('**/api/auth/refresh', async (route) => {
      const answer = await route.fetch();
      const tokens = (await answer.json()) as typeof renewed & { user: object };
      renewed = tokens;
      await route.fulfill({ response: answer, json: { ...tokens, user: { ...tokens.user, id: 'somebody-else' } } });
    });
    await page.click('#refresh');
    await message('变成了另一个账号的');
    expect(await page.isVisible('#signed-out')).to.equal(true);
    expect(await page.evaluate('localStorage.getItem("tokens")')).to.equal(null);
    expect((await backend.send('GET', '/api/auth/me', { bearer: renewed.access_token! })).status).to.equal(401);
  });

  it('renews a refused access token once, however many ask at a time', async () => {
    const frame = await embedQrCode();
    await frame.locator('button[value=allow]').click();
    await signedIn('晓雨');
    const refreshes: string[] = [];
    page.on('request', (request) => request.url().endsWith('/refresh') && refreshes.push(request.url()));
    await page.evaluate(`{
      localStorage.setItem('tokens', JSON.stringify({ ...JSON.parse(localStorage.getItem('tokens')), access_token: 'stale' }));
      for (let count = 0; count < 3; count += 1) {
        document.body.append(Object.assign(document.createElement('iframe'), { src: '/login/', name: 'more' }));
      }
    }`);
    for (let count = 0; count < 3; count += 1) {
      await page.frameLocator('[name=more]').nth(count).locator('#signed-in:not([hidden])').waitFor();
    }
    expect(refreshes).to.have.length(1);
  });
});
