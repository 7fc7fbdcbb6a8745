import { expect } from 'chai';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { startDevelopment } from '../support/development.ts';
import type { Development } from '../support/development.ts';
import { startStandIn, web } from '../server/sandbox/stand-in.ts';
import type { StandIn } from '../server/sandbox/stand-in.ts';

describe("the stand-in's pages in a browser", () => {
  let browser: Browser;
  let context: BrowserContext;
  let standIn: StandIn;
  let page: Page;
  let complaints: string[];

  before(async function () {
    browser = await launchBrowser(this);
  });
  after(() => browser?.close());
  beforeEach(async () => {
    standIn = await startStandIn();
    context = await browser.newContext();
    page = await context.newPage();
    complaints = [];
    page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterEach(async () => {
    await context.close();
    await standIn.stop();
    expect(complaints, 'errors in the console, including those of the policy').to.deep.equal([]);
  });

  const arrival = (): Promise<void> => page.waitForURL(/\/callback\?/);

  describe('of a service without a site', () => {
    let service: Development;
    before(async () => {
      service = await startDevelopment();
    });
    after(() => service.stop());

    for (const [language, words] of [
      [
        'zh-CN',
        { signedIn: '已登录', again: '再登录一次', failed: '没有登录', denied: '你拒绝了这次登录。', over: /已经结束/ },
      ],
      [
        'en-GB',
        {
          signedIn: 'Signed in',
          again: 'Sign in again',
          failed: 'Not signed in',
          denied: 'You declined this login.',
          over: /has ended/,
        },
      ],
    ] as const)
      it(`end a login on a page with the user, the data for a front end and a next step, in ${language}`, async () => {
        await context.close();
        context = await browser.newContext({ locale: language });
        page = await context.newPage();
        page.on('pageerror', (error) => complaints.push(error.message));
        const heading = page.locator('h1');
        await page.goto(service.origin);
        await page.selectOption('select', 'lin');
        await page.click('button[value=allow]');
        await heading.filter({ hasText: words.signedIn }).waitFor();
        expect(await page.title()).to.equal(words.signedIn);
        const told = JSON.parse((await page.textContent('pre'))!) as { user: { nickname: string; avatar_url: string } };
        expect(told).to.include.keys('access_token', 'refresh_token').and.include({ token_type: 'Bearer' });
        expect(await page.textContent('.person strong')).to.equal(told.user.nickname);
        const picture = page.locator('.person img');
        expect(await picture.getAttribute('src')).to.equal(told.user.avatar_url);
        await page.waitForFunction('document.querySelector(".person img").naturalWidth > 0');

        await page.click(`text=${words.again}`);
        await page.click('button[value=deny]');
        await heading.filter({ hasText: words.failed }).waitFor();
        expect(await page.locator('p[data-code]:visible').allTextContents()).to.deep.equal([words.denied]);
        // The state of the page belongs to a login that is over.
        await page.reload();
        await page.click('button[value=allow]');
        await heading.filter({ hasText: words.failed }).waitFor();
        expect((await page.locator('p[data-code]:visible').allTextContents()).join()).to.match(words.over);
      });
  });

  describe('the embedded script', () => {
    /** A page of the site, with the script and an empty container. */
    const openSite = async (): Promise<void> => {
      await page.goto(`${standIn.origin}/site`);
      await page.setContent('<link rel="icon" href="data:,"><div id="container"><p>here</p></div>');
      await page.addScriptTag({ url: `${standIn.origin}/sandbox/connect/js/wxLogin.js` });
    };
    const embed = (options: object = {}): Promise<void> => {
      const wanted = {
        id: 'container',
        appid: web.appId,
        scope: 'snsapi_login',
        redirect_uri: encodeURIComponent(standIn.callback),
        state: 'mine',
        ...options,
      };
      return page.evaluate(`new WxLogin(${JSON.stringify(wanted)})`);
    };
    const frame = (): FrameLocator => page.frameLocator('#container iframe');
    const frameUrl = (): string => page.frames()[1]!.url();

    it('puts an iframe with the QR code into the container', async () => {
      await openSite();
      await embed();
      await frame().locator('.impowerBox .qrcode').waitFor();
      expect(await page.locator('#container > *').count()).to.equal(1);
      expect(await page.getAttribute('#container iframe', 'sandbox')).to.equal(
        'allow-scripts allow-top-navigation allow-same-origin',
      );
    });

    it('with self_redirect true, the iframe goes to redirect_uri and the page stays', async () => {
      await openSite();
      await embed({ self_redirect: true });
      await frame().locator('button[value=allow]').click();
      await frame().locator('text=passed on').waitFor();
      expect(frameUrl()).to.match(/\/callback\?code=[\w-]+&state=mine$/);
      expect(page.url()).to.equal(`${standIn.origin}/site`);
    });

    it('without self_redirect, the page as a whole goes to redirect_uri', async () => {
      await openSite();
      await embed();
      await frame().locator('button[value=allow]').click();
      await arrival();
      expect(page.url()).to.match(/\/callback\?code=[\w-]+&state=mine$/);
    });

    it('does not encode redirect_uri, so that an unencoded one is cut off', async () => {
      await openSite();
      await embed({ redirect_uri: `${standIn.callback}?from=a&to=b`, self_redirect: true });
      await frame().locator('button[value=allow]').click();
      await frame().locator('text=passed on').waitFor();
      expect(new URL(frameUrl()).searchParams.get('from')).to.equal('a');
      expect(new URL(frameUrl()).searchParams.get('to')).to.equal(null);
    });
  });
});
