// Tests that a foreign page cannot change the session of a reader's browser. For every way of signing in, the foreign
// page begins a login in that browser, and finishes it with the attacker's unused code and state.
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import type { Config, Environment } from '../../../server/login-config.ts';
import type { Development } from '../../support/development.ts';
import { deploySite, provider } from './deployed.ts';
import type { Deployed } from './deployed.ts';
import * as reader from './signing-in.ts';
import { expectSignedIn, leaveForProvider, says, showQrCode } from './signing-in.ts';
import { decide } from '../sign-in-contract.ts';

const evil = 'https://evil.test/';

type Way = {
  readonly name: string;
  readonly env: Environment;
  readonly alter?: (config: Config) => Config;
  readonly signIn: (page: Page) => Promise<void>;
};

const byRedirect = async (page: Page): Promise<void> => {
  await leaveForProvider(page);
  await decide(page);
};
const byQrCode = async (page: Page): Promise<void> => decide(await showQrCode(page));
const cookie = { AUTH_REFRESH_COOKIE: '1' };
/**
 * Removes the sign-in page, which the configuration has if BASE_URL is that of a site. With AUTH_REFRESH_COOKIE, the
 * service refuses to start without this page.
 */
const withoutPage = (config: Config): Config => ({ ...config, loginReturnUrl: undefined });

const ways: readonly Way[] = [
  { name: 'by redirect, with the refresh token in a cookie', env: cookie, signIn: byRedirect },
  { name: 'by redirect, with the refresh token in the page', env: {}, signIn: byRedirect },
  { name: 'by the QR code, with the refresh token in a cookie', env: cookie, signIn: byQrCode },
  { name: 'by the QR code, with the refresh token in the page', env: {}, signIn: byQrCode },
  { name: 'by the QR code, where the callback answers JSON', env: {}, alter: withoutPage, signIn: byQrCode },
  {
    name: 'by the QR code, with settings that the service refuses when it starts',
    env: cookie,
    alter: withoutPage,
    signIn: byQrCode,
  },
];

describe('a login that a foreign page begins and finishes', function () {
  this.timeout(180_000);
  let site: string;
  let deployed: Deployed;
  let service: Development;
  /** False if the callback answers JSON: then nobody, the attacker included, can have a login code. */
  let hasLoginCodes: boolean;
  let context: BrowserContext;
  let page: Page;
  let foreign: Page;

  before(async function () {
    deployed = await deploySite(this);
    ({ site } = deployed);
  });
  after(() => deployed?.remove());

  /** The attacker's own unused code: `chen` scanned and confirmed, and nobody has sent the code. */
  const obtainCode = async (state: string): Promise<string> => {
    const { body } = await service.send('POST', '/sandbox/web/login', { json: { person: 'chen', state } });
    return String(body.code);
  };
  /** The refresh token of the attacker's own session, from another browser. */
  const signInElsewhere = async (): Promise<string> => {
    const state = 'elsewhere';
    await service.send('GET', `/api/auth/idp/web/login?state=${state}`);
    const json = { code: await obtainCode(state), state };
    const answer = await fetch(`${service.origin}/api/auth/idp/web/code`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    });
    const [, inCookie] = /__Host-refresh=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
    return inCookie ?? String(((await answer.json()) as Record<string, unknown>).refresh_token);
  };
  /** The attacker's login code, which their own callback returned to the page. */
  const obtainLoginCode = async (state: string): Promise<string> => {
    const headers = { Accept: 'text/html' };
    const begun = await fetch(`${service.origin}/api/auth/idp/web/login?state=${state}`, {
      headers,
      redirect: 'manual',
    });
    const flow = begun.headers.get('set-cookie')!.split(';')[0]!;
    const address = `${service.origin}/api/auth/idp/web/callback?code=${await obtainCode(state)}&state=${state}`;
    const { headers: answered } = await fetch(address, { headers: { ...headers, Cookie: flow }, redirect: 'manual' });
    const [, loginCode] = /login_code=([^&]+)/.exec(answered.get('location') ?? '') ?? [];
    if (loginCode === undefined) throw new Error('the callback returned no login code');
    return loginCode;
  };

  /** The foreign page opens a window, as after a click, and begins a login in it. */
  const beginInVictim = async (state: string): Promise<Page> => {
    const opened = foreign.waitForEvent('popup');
    await foreign.evaluate(
      `window.victim = open(${JSON.stringify(`${site}/api/auth/idp/web/login?state=${state}`)}), undefined`,
    );
    const popup = await opened;
    await popup.waitForURL((url) => url.href.startsWith(provider));
    expect((await context.cookies(site)).map(({ name }) => name)).to.include('__Host-flow');
    return popup;
  };
  const finishInVictim = async (popup: Page, address: string): Promise<void> => {
    await foreign.evaluate(`victim.location = ${JSON.stringify(address)}, undefined`);
    await popup.waitForURL((url) => url.origin === site);
    await popup.waitForLoadState('networkidle');
  };

  const byReturnPage = 'by the page that the callback leads to';
  const attacks: Readonly<Record<string, () => Promise<void>>> = {
    async 'by the callback'() {
      const popup = await beginInVictim('EVIL');
      await finishInVictim(popup, `${site}/api/auth/idp/web/callback?code=${await obtainCode('EVIL')}&state=EVIL`);
    },
    async 'by the page that the QR code leads to'() {
      const popup = await beginInVictim('EVIL');
      await finishInVictim(popup, `${site}/login/?code=${await obtainCode('EVIL')}&state=EVIL`);
      await says(popup, /。/);
    },
    async [byReturnPage]() {
      const popup = await beginInVictim('EVIL');
      await finishInVictim(popup, `${site}/login/#login_code=${await obtainLoginCode('EVIL-2')}&state=EVIL-2`);
      await says(popup, /。/);
    },
    async 'by requests of the foreign page'() {
      await beginInVictim('EVIL');
      const proofs = [
        ['/idp/web/code', { code: await obtainCode('EVIL'), state: 'EVIL' }],
        ['/refresh', { refresh_token: await signInElsewhere() }],
        ['/logout', {}],
      ] as const;
      for (const [path, proof] of proofs) {
        const answers = await foreign.evaluate(`(async () => {
          const text = ${JSON.stringify(JSON.stringify(proof))};
          const send = (options) => fetch(${JSON.stringify(`${site}/api/auth${path}`)}, { method: 'POST', credentials: 'include', ...options })
            .then(() => 'sent', () => 'refused');
          return [
            await send({ mode: 'no-cors', body: text }),
            await send({ mode: 'no-cors', body: new Blob([text]) }),
            await send({ mode: 'no-cors' }),
            await send({ headers: { 'Content-Type': 'application/json' }, body: text }),
          ];
        })()`);
        expect(answers).to.deep.equal(['sent', 'sent', 'sent', 'refused']);
        // A plain-text form with one field, whose body is the JSON.
        const navigated = foreign.waitForURL((url) => url.origin === site);
        await foreign.evaluate(`{
          const form = document.createElement('form');
          Object.assign(form, { method: 'post', enctype: 'text/plain', action: ${JSON.stringify(`${site}/api/auth${path}`)} });
          const name = ${JSON.stringify(`${JSON.stringify({ ...proof, rest: '' }).slice(0, -2)}`)};
          form.append(Object.assign(document.createElement('input'), { name, value: '"}' }));
          document.body.append(form);
          form.submit();
        }`);
        await navigated;
        await foreign.goto(evil);
      }
    },
    async 'by the sign-in page in a frame'() {
      await beginInVictim('EVIL');
      const addresses = [`?code=${await obtainCode('EVIL')}&state=EVIL`];
      if (hasLoginCodes) addresses.push(`#login_code=${await obtainLoginCode('EVIL-2')}&state=EVIL-2`);
      for (const address of addresses) {
        await foreign.evaluate(`new Promise((loaded) => {
          const frame = document.createElement('iframe');
          Object.assign(frame, { src: ${JSON.stringify(`${site}/login/${address}`)}, onload: loaded });
          document.body.append(frame);
        })`);
      }
    },
  };

  for (const { name, env, alter, signIn } of ways) {
    describe(name, () => {
      const hasCookie = env.AUTH_REFRESH_COOKIE === '1';
      let id: string;
      let cookieBefore: string | undefined;

      // Signs the reader in only once, so that an attack that takes the session also fails all later tests.
      before(async () => {
        service = await deployed.startService(env, alter);
        hasLoginCodes = alter === undefined;
        ({ context, page } = await deployed.openReader(service));
        await context.route(`${evil}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Look!' }));
        await page.goto(`${site}/login/`);
        await signIn(page);
        await says(page, '已登录');
        await expectSignedIn(page, '晓雨');
        id = (await reader.read(page, 'account'))!.id!;
      });
      after(async () => {
        await context?.close();
        await service?.stop();
      });
      beforeEach(async () => {
        cookieBefore = await refreshCookie();
        expect(cookieBefore !== undefined).to.equal(hasCookie);
        foreign = await context.newPage();
        await foreign.goto(evil);
      });
      afterEach(async () => {
        for (const other of context.pages()) if (other !== page) await other.close();
        await context.clearCookies({ name: '__Host-flow' });
      });

      const refreshCookie = async (): Promise<string | undefined> =>
        (await context.cookies(site)).find((one) => one.name === '__Host-refresh')?.value;

      for (const [how, attack] of Object.entries(attacks)) {
        if (how === byReturnPage && alter !== undefined) continue;
        it(`${how}, leaves the reader's session where it was`, async () => {
          await attack();
          expect(await refreshCookie(), 'the cookie').to.equal(cookieBefore);
          // The reader's page still belongs to the reader, also after a refresh.
          await reader.spoilAccessToken(page);
          expect(await reader.callFiveTimes(page)).to.deep.equal(Array(5).fill(200));
          expect(await whoAmI(page)).to.equal(id);
          expect((await reader.read(page, 'account'))!.id).to.equal(id);
          await page.reload();
          await expectSignedIn(page, '晓雨');
        });
      }
    });
  }
});

const whoAmI = (page: Page): Promise<unknown> =>
  page.evaluate(`import('/js/login.js').then(async ({ call }) => (await (await call('/me')).json()).id)`);
