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

  const arrival = (): Promise<void> => page.waitForURL(/\/callback\?/);

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

    it('joins redirect_uri as it comes, so that one that was not encoded loses its rest', async () => {
      await openSite();
      await embed({ redirect_uri: `${standIn.callback}?from=a&to=b`, self_redirect: true });
      await frame().locator('button[value=allow]').click();
      await frame().locator('text=passed on').waitFor();
      expect(new URL(frameUrl()).searchParams.get('from')).to.equal('a');
      expect(new URL(frameUrl()).searchParams.get('to')).to.equal(null);
    });
  });
});
