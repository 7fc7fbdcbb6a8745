// Tests that every client of the login service must pass: its pages sign people in by redirect and by a QR code.
import { expect } from 'chai';
import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { until } from './theme/visit.ts';

type Words = 'declined' | 'over' | 'notBegunHere' | 'qrCodeExpired';

/** A client of the login service, as its pages show it. */
export type SignInClient = {
  /** The origin of its pages, and that of the service itself. */
  readonly site: string;
  readonly service: string;
  /** Paths below `site`: the start of each way, and the last page of the QR code's frame. */
  readonly pages: Readonly<Record<'redirect' | 'embedded' | 'relay', string>>;
  readonly message: string;
  readonly words: Readonly<Record<Words, RegExp>>;
  /** Clicks what leads to the provider. */
  readonly leave: (page: Page) => Promise<void>;
  /** Shows the QR code, if the page does not show it at once. */
  readonly showQrCode: (page: Page) => Promise<void>;
  /** Resolves when the page says that this person has signed in. */
  readonly welcomes: (page: Page, name: string) => Promise<void>;
  /** The key of the tokens in localStorage. */
  readonly tokensKey: string;
  /** A module whose `call` sends requests of the signed-in user, and its path of the user's own data. */
  readonly module: string;
  readonly me: string;
};

/** Chooses a person of the stand-in on the provider's page, and allows or denies the login. */
export async function decide(
  place: Page | FrameLocator,
  { person = 'lin', choice = 'allow' }: { person?: string; choice?: 'allow' | 'deny' } = {},
): Promise<void> {
  await place.locator('select').selectOption(person);
  await place.locator(`button[value=${choice}]`).click();
}

/** Paths of the requests that are sent to the login service from here on. */
export function listen(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/auth/')) sent.push(pathname.slice('/api/auth'.length));
  });
  return sent;
}

/** The browser's stored value of a key. */
export const readStored = async (page: Page, key: string): Promise<Record<string, string> | null> =>
  JSON.parse(await page.evaluate<string>(`localStorage.getItem('${key}')`)) as Record<string, string> | null;

export const spoilTokens = (page: Page, key: string): Promise<unknown> =>
  page.evaluate(
    `localStorage.setItem('${key}', JSON.stringify({ ...JSON.parse(localStorage.getItem('${key}')), access_token: 'over' }))`,
  );

/** Five requests at once, as one script of the page would send them: their statuses. */
export const callTimes = (page: Page, { module, me }: Pick<SignInClient, 'module' | 'me'>): Promise<unknown> =>
  page.evaluate(`import('${module}').then(({ call }) =>
    Promise.all(Array.from({ length: 5 }, () => call('${me}').then(({ status }) => status))))`);

/** Call it in a `describe` whose hooks start the client, and make a context for each test. */
export function signInContract(client: () => SignInClient, context: () => BrowserContext): void {
  describe('as every client of the service', () => {
    let page: Page;
    let sent: string[];
    beforeEach(async () => {
      page = await context().newPage();
      sent = listen(context());
    });

    const open = (way: 'redirect' | 'embedded', hash = ''): Promise<unknown> =>
      page.goto(`${client().site}${client().pages[way]}${hash}`);
    const says = (words: Words): Promise<void> =>
      page.locator(client().message).filter({ hasText: client().words[words] }).waitFor();
    const leave = async (): Promise<URL> => {
      await client().leave(page);
      await page.locator('.qrcode').waitFor();
      return new URL(page.url());
    };
    const frame = (): FrameLocator => page.frameLocator('iframe');
    const showQrCode = async (): Promise<FrameLocator> => {
      await client().showQrCode(page);
      await frame().locator('.qrcode').waitFor();
      return frame();
    };
    const signIn = async (): Promise<void> => {
      await open('embedded');
      await decide(await showQrCode());
      await client().welcomes(page, '晓雨');
    };

    const readTokens = () => readStored(page, client().tokensKey);
    const spoilAccessToken = () => spoilTokens(page, client().tokensKey);
    const callFiveTimes = (tab: Page) => callTimes(tab, client());
    /** The service's answer to the holder of an access token. */
    const ask = async (method: string, target: string, bearer: string): Promise<number> => {
      const headers = { Authorization: `Bearer ${bearer}` };
      return (await fetch(`${client().service}/api/auth${target}`, { method, headers })).status;
    };

    describe('by redirect', () => {
      it('signs in, leaves nothing in the address, and shows no error for a second callback', async () => {
        await open('redirect');
        const { searchParams } = await leave();
        expect(searchParams.get('state')).to.match(/^[\w-]{32,}$/);
        const callback = searchParams.get('redirect_uri')!;
        expect(callback).to.equal(`${client().site}/api/auth/idp/web/callback`);
        // A name is untrusted text, so it is never shown as HTML.
        await decide(page, { person: 'wang' });
        await client().welcomes(page, '小明 <b>&amp;</b> "O\'Ming"');
        expect(await page.locator('b').count()).to.equal(0);
        const address = `${client().site}${client().pages.redirect}`;
        expect(page.url()).to.equal(address);
        await page.goto(`${callback}?code=again&state=${searchParams.get('state')!}`);
        await page.waitForURL(address);
        expect(await page.locator(client().message).textContent()).to.not.match(client().words.over);
        expect(await callFiveTimes(page)).to.deep.equal(Array(5).fill(200));
      });

      it('says so when somebody declines, also with code=authdeny', async () => {
        await open('redirect');
        await leave();
        await decide(page, { choice: 'deny' });
        await says('declined');
        const { searchParams } = await leave();
        await page.goto(`${searchParams.get('redirect_uri')!}?code=authdeny&state=${searchParams.get('state')!}`);
        await says('declined');
        expect(await readTokens()).to.equal(null);
      });

      it('offers to begin again when the login is over', async () => {
        await open('redirect');
        const { searchParams } = await leave();
        await fetch(`${client().service}/api/auth/idp/web/callback?state=${searchParams.get('state')!}`);
        await decide(page);
        await says('over');
        const again = await leave();
        expect(again.searchParams.get('state'), 'a state is not predictable').to.not.equal(searchParams.get('state'));
        await decide(page);
        await client().welcomes(page, '晓雨');
      });

      it('refuses a login that another page began, and sends nothing', async () => {
        for (const begun of [false, true]) {
          await open('redirect');
          if (begun) await leave();
          await page.goto('about:blank');
          await open('redirect', '#login_code=somebodys&state=somebodys');
          await says('notBegunHere');
          expect(page.url()).to.equal(`${client().site}${client().pages.redirect}`);
        }
        expect(sent).not.to.include('/idp/web/code');
        expect(await readTokens()).to.equal(null);
      });
    });

    describe('by the QR code in the page', () => {
      it('signs in without leaving, and never touches the callback', async () => {
        await open('embedded');
        await page.evaluate('window.stayed = true');
        await decide(await showQrCode(), { person: 'zhao' });
        await client().welcomes(page, '静静🌿');
        expect(await page.evaluate('window.stayed')).to.equal(true);
        expect(await page.locator('iframe').count()).to.equal(0);
        expect(sent).not.to.include('/idp/web/callback');
        expect(await callFiveTimes(page)).to.deep.equal(Array(5).fill(200));
      });

      it('says so when somebody declines', async () => {
        await open('embedded');
        await decide(await showQrCode(), { choice: 'deny' });
        await says('declined');
        expect(await page.locator('iframe').count()).to.equal(0);
        expect(await readTokens()).to.equal(null);
      });

      it('removes the QR code when its state expires', async () => {
        await page.clock.install();
        await open('embedded');
        await showQrCode();
        await page.clock.fastForward('04:00');
        expect(await page.locator('iframe').count()).to.equal(1);
        await page.clock.fastForward('01:00');
        await says('qrCodeExpired');
        expect(await page.locator('iframe').count()).to.equal(0);
      });

      it('hears the relay only in its own frame', async () => {
        await open('embedded');
        await showQrCode();
        const source = new URL((await page.locator('iframe').getAttribute('src'))!);
        const forged = JSON.stringify({ code: 'forged', state: source.searchParams.get('state') });
        // From this page, and from a foreign page in the frame. Messages arrive in order.
        await page.evaluate(`new Promise((heard) => {
        dispatchEvent(new MessageEvent('message', {
          origin: 'https://evil.test', source: document.querySelector('iframe').contentWindow, data: ${forged},
        }));
        addEventListener('message', heard, { once: true });
        postMessage(${forged}, location.origin);
      })`);
        expect(sent).not.to.include('/idp/web/code');
        await decide(frame());
        await client().welcomes(page, '晓雨');
      });

      it('gives code and state to nobody of another origin that frames the relay', async () => {
        const relay = `${client().site}${client().pages.relay}?code=somebodys&state=theirs`;
        const body = `<script>heard = []; addEventListener('message', ({ data }) => heard.push(data))</script>
        <iframe src="${relay}"></iframe>`;
        const other = `${new URL(client().site).protocol}//framing.test/`;
        await page.route(other, (route) => route.fulfill({ contentType: 'text/html', body }));
        await page.goto(other);
        // The frame has loaded. Messages arrive in order, so those of the relay came before.
        await page.evaluate(`postMessage('last', '*')`);
        await until(page, `heard.includes('last')`);
        expect(await page.evaluate('heard')).to.deep.equal(['last']);
      });
    });

    describe('signed in', () => {
      it('renews once for all requests of all tabs that meet a 401', async () => {
        await signIn();
        const tabs = [page, await context().newPage(), await context().newPage()];
        for (const tab of tabs.slice(1)) await tab.goto(page.url());
        await spoilAccessToken();
        expect(await Promise.all(tabs.map(callFiveTimes))).to.deep.equal(tabs.map(() => Array(5).fill(200)));
        expect(sent.filter((target) => target === '/refresh')).to.have.length(1);
      });

      it('forgets a session that has ended', async () => {
        await signIn();
        expect(await ask('POST', '/logout', (await readTokens())!.access_token!)).to.equal(204);
        expect(await callFiveTimes(page)).to.deep.equal(Array(5).fill(401));
        expect(sent.filter((target) => target === '/refresh')).to.have.length(1);
        expect(await readTokens()).to.equal(null);
      });

      it('signs out, here and at the service, when a refresh names another account', async () => {
        await signIn();
        let renewed = '';
        await page.route('**/api/auth/refresh', async (route, request) => {
          const response = await fetch(`${client().service}/api/auth/refresh`, {
            method: 'POST',
            headers: {
              'Content-Type': 'application/json',
              Origin: client().site,
              Cookie: (await request.headerValue('Cookie')) ?? '',
            },
            body: request.postData(),
          });
          const tokens = (await response.json()) as { access_token: string; user: object };
          renewed = tokens.access_token;
          await route.fulfill({
            headers: { 'Set-Cookie': response.headers.getSetCookie().join('\n') },
            json: { ...tokens, user: { ...tokens.user, id: 'somebody-else' } },
          });
        });
        await spoilAccessToken();
        expect(await callFiveTimes(page)).to.deep.equal(Array(5).fill(401));
        expect(await readTokens()).to.equal(null);
        expect(sent.slice(-2)).to.deep.equal(['/refresh', '/logout']);
        expect(await ask('GET', '/me', renewed)).to.equal(401);
      });

      it('keeps its tokens while the service is unavailable', async () => {
        await signIn();
        await spoilAccessToken();
        await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: '{}' }));
        expect(await callFiveTimes(page)).to.deep.equal(Array(5).fill(401));
        expect(await readTokens()).to.include({ access_token: 'over' });
        await page.unroute('**/api/auth/refresh');
        expect(await callFiveTimes(page)).to.deep.equal(Array(5).fill(200));
      });
    });
  });
}
