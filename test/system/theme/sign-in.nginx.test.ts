// Signing in on the site as it is deployed, with the refresh token in a cookie.
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import type { Development } from '../../support/development.ts';
import { deploySite } from './deployed.ts';
import type { Deployed } from './deployed.ts';
import * as reader from './signing-in.ts';
import { expectSignedIn, expectSignedOut, leaveForProvider, says, showQrCode, siteClient } from './signing-in.ts';
import { decide, signInContract } from '../sign-in-contract.ts';

describe('signing in on the site, behind nginx', function () {
  this.timeout(180_000);
  let site: string;
  let deployed: Deployed;
  let service: Development;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  before(async function () {
    deployed = await deploySite(this);
    ({ site } = deployed);
    service = await deployed.startService({ AUTH_REFRESH_COOKIE: '1' });
  });
  after(async () => {
    await deployed?.remove();
    await service?.stop();
  });
  beforeEach(async () => {
    ({ context, page } = await deployed.openReader(service));
    complaints = reader.complaintsOf(context);
  });
  afterEach(async () => {
    await context.close();
    // The browser reports that it refuses to show this page in a frame of another origin.
    expect(complaints.filter((text) => !text.includes('frame-ancestors'))).to.deep.equal([]);
  });

  const open = (): Promise<unknown> => page.goto(`${site}/login/`);
  const signIn = async (): Promise<void> => {
    await open();
    await decide(await showQrCode(page));
    await says(page, '已登录');
  };

  signInContract(
    () => siteClient(site, service),
    () => context,
  );

  it('writes no code and no state to the logs', async () => {
    await page.goto(`${site}/login/`);
    await leaveForProvider(page);
    const { searchParams } = new URL(page.url());
    await decide(page, { person: 'chen' });
    await expectSignedIn(page, '志远 Chen');
    expect(deployed.nginx.logs()).to.include('/api/auth/idp/web/callback').and.not.include(searchParams.get('state'));
  });

  it('keeps the refresh token in a cookie that scripts cannot read', async () => {
    await signIn();
    expect(await reader.read(page, 'tokens')).to.have.all.keys('access_token');
    const cookie = (await context.cookies()).find(({ name }) => name === '__Host-refresh');
    expect(cookie).to.include({ httpOnly: true, secure: true, sameSite: 'Strict' });
  });

  it('signs out, cookie and all', async () => {
    await signIn();
    const { access_token: bearer } = (await reader.read(page, 'tokens'))!;
    await page.getByRole('button', { name: '退出登录' }).click();
    await says(page, '已退出登录');
    await expectSignedOut(page);
    expect((await context.cookies()).map(({ name }) => name)).not.to.include('__Host-refresh');
    expect((await service.send('GET', '/api/auth/me', { bearer: bearer! })).status).to.equal(401);
  });

  it("signs out, cookie and all, when the cookie is another person's", async () => {
    const { context: elsewhere, page: visited } = await deployed.openReader(service);
    await visited.goto(`${site}/login/`);
    await decide(await showQrCode(visited), { person: 'chen' });
    await expectSignedIn(visited, '志远 Chen');
    const foreign = (await elsewhere.cookies()).find(({ name }) => name === '__Host-refresh')!;
    const { access_token: bearer } = (await reader.read(visited, 'tokens'))!;
    await elsewhere.close();

    await signIn();
    await context.addCookies([foreign]);
    await reader.spoilAccessToken(page);
    const signedOut = page.waitForResponse('**/api/auth/logout');
    await page.reload();
    await says(page, '已经换成了另一个');
    await expectSignedOut(page);
    await signedOut;
    expect((await context.cookies()).map(({ name }) => name)).not.to.include('__Host-refresh');
    expect((await service.send('GET', '/api/auth/me', { bearer: bearer! })).status).to.equal(401);
  });

  it('returns to the sign-in page when a login cannot begin', async () => {
    await page.goto(`${site}/api/auth/idp/web/login?state=no%20state`);
    await page.waitForURL(`${site}/login/`);
    await says(page, '没有登录成功');
  });

  it('loads no script of the provider on other pages', async () => {
    await page.goto(site + reader.post);
    const loaded = await page.evaluate(`new Promise((done) => {
      const script = document.createElement('script');
      Object.assign(script, { src: 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js' });
      script.onload = () => done(true);
      script.onerror = () => done(false);
      document.head.append(script);
    })`);
    expect(loaded).to.equal(false);
    expect(complaints.splice(0)).to.have.length(1);
  });

  // This suite comes last because it stops the service.
  describe('in the end', () => {
    it('stays on the page while the service is down, and still shows the signed-in user', async () => {
      await signIn();
      const other = await deployed.browser.newContext({ ignoreHTTPSErrors: true });
      const visited = await other.newPage();
      await visited.goto(`${site}/login/`);
      await service.stop();
      service = { ...service, stop: () => Promise.resolve() };
      for (const button of ['.leave', '.show-qr-code']) {
        await visited.locator(button).click();
        await says(visited, '登录服务暂时没有响应');
        await visited.reload();
      }
      await page.reload();
      await says(page, '显示的是上次的信息');
      await expectSignedIn(page, '晓雨');
      await other.close();
    });
  });
});
