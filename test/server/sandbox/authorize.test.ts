import { expect } from 'chai';
import { exchangeWeb, startStandIn, web } from './stand-in.ts';
import type { Answer, StandIn } from './stand-in.ts';

describe("the stand-in's QR code", () => {
  let standIn: StandIn;
  beforeEach(async () => {
    standIn = await startStandIn();
  });
  afterEach(() => standIn.stop());

  const open = (others: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    standIn.get('/connect/qrconnect', {
      appid: web.appId,
      redirect_uri: standIn.callback,
      response_type: 'code',
      scope: 'snsapi_login',
      state: 'mine',
      ...others,
    });
  const openTicket = async (others: Readonly<Record<string, string>> = {}): Promise<string> =>
    /data-ticket="([\w-]+)"/.exec((await open(others)).text)![1]!;
  const decide = (ticket: string, others: object = {}): Promise<Answer> =>
    standIn.post('/connect/decide', { ticket, person: 'lin', allow: true, ...others });
  const locationsOf = ({ body }: Answer): string[] => body.locations as string[];
  const queryOf = (address: string): Record<string, string> => Object.fromEntries(new URL(address).searchParams);

  describe('page', () => {
    it('shows a QR code that leads to the page on the phone', async () => {
      const { status, text, headers } = await open();
      expect(status).to.equal(200);
      expect(headers['content-type']).to.include('text/html');
      const [, source] = /<img class="qrcode" src="([^"]+)"/.exec(text)!;
      const picture = await standIn.request('GET', source!);
      expect(picture.headers['content-type']).to.equal('image/svg+xml');
      expect(picture.text).to.match(/^<svg [^>]*viewBox/);
      const [, phone] = /href="[^"]*(\/sandbox\/connect\/phone\/[^"]+)"/.exec(text)!;
      expect((await standIn.request('GET', phone!)).text).to.include('网页登录授权');
    });

    it('offers about five people and both decisions', async () => {
      const { text } = await open();
      expect(text.match(/<option value="\w+">/g)).to.have.length(5);
      expect(text).to.include('允许').and.include('拒绝');
    });

    it('has a policy without inline scripts, and frames of this machine alone', async () => {
      const policy = (await open()).headers['content-security-policy'];
      expect(policy).to.include("default-src 'none'").and.include("script-src 'self'");
      expect(policy).to.include("frame-ancestors 'self' http://localhost:* http://127.0.0.1:*");
      expect(policy).not.to.include('unsafe');
    });

    it("puts a site's own style after its own, and no script address", async () => {
      expect((await open({ href: 'https://site.test/qr.css' })).text).to.include('href="https://site.test/qr.css"');
      expect((await open({ href: 'javascript:alert(1)' })).text).not.to.include('javascript:');
    });

    it('escapes what the address brings', async () => {
      const { text } = await open({ href: 'https://site.test/"><script>alert(1)</script>' });
      expect(text).not.to.include('<script>alert');
    });

    const mistakes: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
      ['another appid', { appid: 'wx-other' }, 'AppID 参数错误'],
      ['another origin', { redirect_uri: 'https://elsewhere.test/callback' }, 'redirect_uri 参数错误'],
      ['no redirect_uri', { redirect_uri: '' }, 'redirect_uri 参数错误'],
      ['another scope', { scope: 'snsapi_userinfo' }, 'Scope 参数错误'],
      ['another response_type', { response_type: 'token' }, 'response_type 参数错误'],
    ];
    for (const [words, others, title] of mistakes) {
      it(`refuses ${words}`, async () => {
        const { status, text } = await open(others);
        expect(status).to.equal(400);
        expect(text).to.include(title).and.not.include('data-ticket');
      });
    }

    it('refuses a redirect_uri that was encoded twice, or not at all', async () => {
      const twice = await open({ redirect_uri: encodeURIComponent(standIn.callback) });
      expect(twice.text).to.include('redirect_uri 参数错误');
      const once = await open({ redirect_uri: `${standIn.callback}?from=a&to=b` });
      expect(once.status).to.equal(200);
    });
  });

  describe('decision', () => {
    it('allowed leads to redirect_uri with code and state', async () => {
      const locations = locationsOf(await decide(await openTicket()));
      expect(locations).to.have.length(1);
      expect(locations[0]).to.match(/^http:\/\/localhost:\d+\/callback\?code=[\w-]{32}&state=mine$/);
      expect((await exchangeWeb(standIn, queryOf(locations[0]!).code!)).body).to.have.property('openid');
    });

    it('keeps the query of the redirect_uri, and a state as it was', async () => {
      const state = 'A-Z.a_z~0&=%/';
      const ticket = await openTicket({ redirect_uri: `${standIn.callback}?from=a`, state });
      const [location] = locationsOf(await decide(ticket));
      expect(queryOf(location!)).to.include({ from: 'a', state });
    });

    it('without a state brings none', async () => {
      const [location] = locationsOf(await decide(await openTicket({ state: '' })));
      expect(queryOf(location!)).to.have.all.keys('code');
    });

    it('denied leads to redirect_uri with the state and no code', async () => {
      const locations = locationsOf(await decide(await openTicket(), { allow: false }));
      expect(locations).to.deep.equal([`${standIn.callback}?state=mine`]);
    });

    it('denied brings code=authdeny when that is switched on', async () => {
      await standIn.spoil({ call: 'authorize', kind: 'authdeny' });
      const locations = locationsOf(await decide(await openTicket(), { allow: false }));
      expect(locations).to.deep.equal([`${standIn.callback}?code=authdeny&state=mine`]);
      expect(queryOf(locationsOf(await decide(await openTicket()))[0]!).code).not.to.equal('authdeny');
    });

    it('allowed counts as denied when that is switched on', async () => {
      await standIn.spoil({ call: 'authorize', kind: 'deny', times: 1 });
      expect(locationsOf(await decide(await openTicket()))).to.deep.equal([`${standIn.callback}?state=mine`]);
      expect(queryOf(locationsOf(await decide(await openTicket()))[0]!)).to.have.property('code');
    });

    it('leads to the same callback twice when that is switched on', async () => {
      await standIn.spoil({ call: 'authorize', kind: 'same_code_twice', times: 1 });
      const locations = locationsOf(await decide(await openTicket()));
      expect(locations).to.have.length(2);
      expect(locations[0]).to.equal(locations[1]);
    });

    it('leads to two callbacks of one state with two good codes when that is switched on', async () => {
      await standIn.spoil({ call: 'authorize', kind: 'two_codes', times: 1 });
      const [first, second] = locationsOf(await decide(await openTicket())).map(queryOf);
      expect(first!.state).to.equal(second!.state);
      expect(first!.code).not.to.equal(second!.code);
      const openids = await Promise.all(
        [first!, second!].map(async ({ code }) => (await exchangeWeb(standIn, code!)).body.openid),
      );
      expect(openids[0]).to.be.a('string').and.equal(openids[1]);
    });

    it('falls once', async () => {
      const ticket = await openTicket();
      await decide(ticket);
      expect((await decide(ticket, { person: 'chen' })).status).to.equal(409);
    });

    it('names the people when one is unknown', async () => {
      const { status, body } = await decide(await openTicket(), { person: 'nobody' });
      expect(status).to.equal(400);
      expect(body.allowed).to.include('lin');
    });

    it('of an unknown QR code is refused', async () => {
      expect((await decide('unknown')).status).to.equal(404);
      expect((await standIn.post('/connect/decide', { person: 'lin' })).status).to.equal(400);
    });
  });

  describe('life', () => {
    const look = async (ticket: string): Promise<unknown> => (await standIn.get(`/connect/status/${ticket}`)).body;

    it('goes from waiting over scanned to decided', async () => {
      const ticket = await openTicket();
      expect(await look(ticket)).to.deep.equal({ status: 'waiting' });
      await standIn.get(`/connect/phone/${ticket}`);
      expect(await look(ticket)).to.deep.equal({ status: 'scanned' });
      const locations = locationsOf(await decide(ticket));
      expect(await look(ticket)).to.deep.equal({ status: 'decided', locations });
    });

    it('ends after 5 minutes: no picture, no decision', async () => {
      const ticket = await openTicket();
      standIn.advance(299);
      expect((await standIn.get(`/connect/qrcode/${ticket}`)).status).to.equal(200);
      standIn.advance(1);
      expect(await look(ticket)).to.deep.equal({ status: 'expired' });
      expect((await standIn.get(`/connect/qrcode/${ticket}`)).status).to.equal(410);
      expect((await decide(ticket)).status).to.equal(410);
    });

    it('is over at once when that is switched on', async () => {
      await standIn.spoil({ call: 'authorize', kind: 'expired_qr', times: 1 });
      const expired = await openTicket();
      expect(await look(expired)).to.deep.equal({ status: 'expired' });
      expect((await decide(expired)).status).to.equal(410);
      expect(await look(await openTicket())).to.deep.equal({ status: 'waiting' });
    });
  });

  describe('without a page', () => {
    it('gives programs a code and the callback', async () => {
      const { body } = await standIn.post('/web/login', { person: 'chen', state: 'mine' });
      expect(body.locations).to.deep.equal([`${standIn.callback}?code=${String(body.code)}&state=mine`]);
      expect((await exchangeWeb(standIn, body.code as string)).body).to.have.property('openid');
    });

    it('denies, and refuses foreign redirect_uris', async () => {
      const denied = await standIn.post('/web/login', { person: 'chen', state: 'mine', allow: false });
      expect(denied.body).to.deep.equal({ code: null, locations: [`${standIn.callback}?state=mine`] });
      const foreign = await standIn.post('/web/login', { person: 'chen', redirect_uri: 'https://elsewhere.test/' });
      expect(foreign.status).to.equal(400);
      expect(foreign.body.allowed).to.deep.equal([standIn.origin]);
    });
  });
});
