import { expect } from 'chai';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
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
    expect(complaints, 'errors in the console, those of the policy among them').to.deep.equal([]);
  });

  const openQrCode = (): Promise<unknown> => {
    const query = new URLSearchParams({
      appid: web.appId,
      redirect_uri: standIn.callback,
      response_type: 'code',
      scope: 'snsapi_login',
      state: 'mine',
    });
    return page.goto(`${standIn.origin}/sandbox/connect/qrconnect?${query.toString()}#wechat_redirect`);
  };
  const arrival = (): Promise<void> => page.waitForURL(/\/callback\?/);

  describe('the QR code', () => {
    it('leads on when somebody allows beside it', async () => {
      await openQrCode();
      await page.click('button[value=allow]');
      await arrival();
      expect(page.url()).to.match(/\/callback\?code=[\w-]+&state=mine$/);
    });

    it('leads on without a code when somebody denies', async () => {
      await openQrCode();
      await page.click('button[value=deny]');
      await arrival();
      expect(page.url()).to.match(/\/callback\?state=mine$/);
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

    for (const [words, options] of [
      ['false', { self_redirect: false }],
      ['absent', {}],
    ] as const) {
      it(`with self_redirect ${words}, the page as a whole goes to redirect_uri`, async () => {
        await openSite();
        await embed(options);
        await frame().locator('button[value=allow]').click();
        await arrival();
        expect(page.url()).to.match(/\/callback\?code=[\w-]+&state=mine$/);
      });
    }

    it('sends no message: a page has only redirect_uri to learn from', async () => {
      await openSite();
      await page.evaluate('window.heard = []; addEventListener("message", (event) => heard.push(event.data))');
      await embed({ self_redirect: true });
      await frame().locator('button[value=allow]').click();
      await frame().locator('text=passed on').waitFor();
      expect(await page.evaluate('heard')).to.deep.equal([]);
    });

    it('joins redirect_uri as it comes, so that one that was not encoded loses its rest', async () => {
      await openSite();
      await embed({ redirect_uri: `${standIn.callback}?from=a&to=b`, self_redirect: true });
      await frame().locator('button[value=allow]').click();
      await frame().locator('text=passed on').waitFor();
      expect(new URL(frameUrl()).searchParams.get('from')).to.equal('a');
      expect(new URL(frameUrl()).searchParams.get('to')).to.equal(null);
    });

    it('passes style, href and stylelite on, and calls onReady', async () => {
      await openSite();
      await page.evaluate(
        `new Promise((resolve) => new WxLogin({
          id: 'container', appid: '${web.appId}', scope: 'snsapi_login', state: 'mine',
          redirect_uri: encodeURIComponent('${standIn.callback}'),
          style: 'white', stylelite: 1, onReady: resolve,
          href: 'data:text/css,' + encodeURIComponent('.impowerBox .qrcode { width: 77px }'),
        }))`,
      );
      expect(await frame().locator('body').getAttribute('class')).to.equal('qr embedded white lite');
      expect(await frame().locator('.title').isVisible()).to.equal(false);
      expect((await frame().locator('.qrcode').boundingBox())!.width).to.equal(77);
    });
  });

  for (const [words, width] of [
    ['a phone', 360],
    ['a desk', 1280],
  ] as const) {
    it(`fits ${words}`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await openQrCode();
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
    });
  }
});
