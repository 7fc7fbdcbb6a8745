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

    it('leads on when somebody allows on the phone', async () => {
      await openQrCode();
      const opening = context.waitForEvent('page');
      await page.click('text=打开扫码后的手机页面');
      const phone = await opening;
      await page.waitForSelector('text=扫描成功');
      await phone.selectOption('select', 'chen');
      await phone.click('button[value=allow]');
      await phone.waitForSelector('text=已允许');
      await arrival();
      expect(page.url()).to.match(/\/callback\?code=/);
    });

    it('leads on without a code when somebody denies', async () => {
      await openQrCode();
      await page.click('button[value=deny]');
      await arrival();
      expect(page.url()).to.match(/\/callback\?state=mine$/);
    });

    it('says when it has expired, and offers another', async () => {
      await openQrCode();
      standIn.advance(300);
      await page.waitForSelector('text=二维码已过期');
      expect(await page.isVisible('.qrcode')).to.equal(false);
      await page.click('text=刷新二维码');
      await page.waitForSelector('.qrcode');
      await page.click('button[value=allow]');
      await arrival();
    });

    for (const kind of ['same_code_twice', 'two_codes']) {
      it(`calls back again after the first has answered: ${kind}`, async () => {
        await standIn.spoil({ call: 'authorize', kind, times: 1 });
        await openQrCode();
        await page.click('button[value=allow]');
        await arrival();
        await waitFor(() => standIn.visits().length === 2);
        const [shown, repeated] = standIn.visits();
        expect(new URL(page.url()).search).to.equal(shown!.replace('/callback', ''));
        expect(repeated === shown).to.equal(kind === 'same_code_twice');
        expect(repeated).to.match(/state=mine$/);
      });
    }
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

  describe('the control page', () => {
    const read = async (): Promise<Record<string, unknown>> => (await standIn.get('/control')).body;

    it('switches faults on and off', async () => {
      await page.goto(`${standIn.origin}/sandbox/`);
      await page.selectOption('[name=call]', 'web_code');
      await page.selectOption('[name=kind]', 'errcode');
      await page.fill('[name=errcode]', '45009');
      await page.fill('[name=times]', '2');
      await page.click('#switch-on');
      await page.waitForSelector('text=还有 2 次');
      expect((await read()).faults).to.deep.equal([
        { id: '1', call: 'web_code', kind: 'errcode', errcode: 45009, times: 2 },
      ]);
      await page.click('[name=switch-off]');
      await page.waitForSelector('[name=switch-off]', { state: 'detached' });
      expect((await read()).faults).to.deep.equal([]);
    });

    it('offers for each call what fits it', async () => {
      await page.goto(`${standIn.origin}/sandbox/`);
      const { kinds } = (await read()) as { kinds: Record<string, string[]> };
      for (const [call, fitting] of Object.entries(kinds)) {
        await page.selectOption('[name=call]', call);
        const offered = await page.$$eval('[name=kind] option', (options) =>
          options
            .filter((option) => !(option as { disabled?: boolean }).disabled)
            .map((option) => option.getAttribute('value')),
        );
        expect(offered, call).to.have.members(fitting);
        expect(fitting).to.include(await page.inputValue('[name=kind]'));
      }
    });

    it('says what is wrong', async () => {
      await page.goto(`${standIn.origin}/sandbox/`);
      await page.fill('[name=times]', '0');
      await page.click('#switch-on');
      await page.waitForSelector('text=1 to 1000');
      // The refused request itself.
      expect(complaints.splice(0)).to.have.length(1);
    });

    it('binds apps, resets, and brings codes of mini-programs', async () => {
      await page.goto(`${standIn.origin}/sandbox/`);
      await page.uncheck('[name=bound][value=mini]');
      await page.waitForSelector('[name=bound][value=mini]:not([checked])');
      await waitFor(async () => JSON.stringify(await read()).includes('"bound":false'));
      await page.click('#reset');
      await waitFor(async () => !JSON.stringify(await read()).includes('"bound":false'));
      await page.waitForSelector('[name=bound][value=mini][checked]');
      await page.click('#mini [value=login]');
      await page.waitForSelector('output:has-text("code")');
    });

    for (const [words, width] of [
      ['a phone', 360],
      ['a desk', 1280],
    ] as const) {
      it(`fits ${words}, like all its pages`, async () => {
        await page.setViewportSize({ width, height: 800 });
        for (const address of ['/sandbox/', '/login/']) {
          await page.goto(`${standIn.origin}${address}`);
          expect(await page.evaluate('document.documentElement.scrollWidth'), address).to.equal(width);
        }
        await openQrCode();
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      });
    }
  });
});

async function waitFor(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
