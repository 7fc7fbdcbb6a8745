import { expect } from 'chai';
import { createDecipheriv } from 'node:crypto';
import {
  allowWeb,
  exchangeMini,
  exchangeWeb,
  fetchGlobalToken,
  loginMini,
  mini,
  startStandIn,
  web,
} from './stand-in.ts';
import type { Answer, StandIn } from './stand-in.ts';

describe("the stand-in's API", () => {
  let standIn: StandIn;
  beforeEach(async () => {
    standIn = await startStandIn();
  });
  afterEach(() => standIn.stop());

  const expectRefusal = ({ status, body }: Answer, errcode: number): void => {
    expect(status).to.equal(200);
    expect(body.errcode).to.equal(errcode);
    expect(body.errmsg).to.match(/, rid: [0-9a-f]+-[0-9a-f]{8}-[0-9a-f]{8}$/);
    expect(body).to.have.all.keys('errcode', 'errmsg');
  };

  describe('web code exchange', () => {
    it('brings tokens, openid, scope and the unionid', async () => {
      const { status, body, headers } = await exchangeWeb(standIn, await allowWeb(standIn, 'lin'));
      expect(status).to.equal(200);
      expect(headers['content-type']).to.equal('application/json; charset=utf-8');
      expect(body).to.have.all.keys('access_token', 'expires_in', 'refresh_token', 'openid', 'scope', 'unionid');
      expect(body).to.include({ expires_in: 7200, scope: 'snsapi_login' });
      expect(body.openid).to.match(/^[\w-]{1,64}$/);
    });

    it('exchanges a code once', async () => {
      const code = await allowWeb(standIn, 'lin');
      expect((await exchangeWeb(standIn, code)).body).to.have.property('openid');
      expectRefusal(await exchangeWeb(standIn, code), 40163);
    });

    it('of concurrent exchanges of one code, one succeeds', async () => {
      const code = await allowWeb(standIn, 'lin');
      const answers = await Promise.all(Array.from({ length: 10 }, () => exchangeWeb(standIn, code)));
      expect(answers.filter(({ body }) => 'openid' in body)).to.have.length(1);
      expect(answers.filter(({ body }) => body.errcode === 40163)).to.have.length(9);
    });

    it('lets a code live for 10 minutes', async () => {
      const [early, late] = [await allowWeb(standIn, 'lin'), await allowWeb(standIn, 'lin')];
      standIn.advance(599);
      expect((await exchangeWeb(standIn, early)).body).to.have.property('openid');
      standIn.advance(1);
      expectRefusal(await exchangeWeb(standIn, late), 42003);
    });

    it('forgets codes for good in the end', async () => {
      const code = await allowWeb(standIn, 'lin');
      standIn.advance(1200);
      expectRefusal(await exchangeWeb(standIn, code), 40029);
    });

    const mistakes: readonly (readonly [string, object, number])[] = [
      ['without appid', { appid: '' }, 41002],
      ['with an unknown appid', { appid: 'wx-other' }, 40013],
      ["with the mini-program's appid", { appid: mini.appId, secret: mini.secret }, 40013],
      ['without secret', { secret: '' }, 41004],
      ['with a wrong secret', { secret: 'wrong' }, 40125],
      ['with another grant_type', { grant_type: 'client_credential' }, 40002],
      ['without code', { code: '' }, 41008],
      ['with an unknown code', { code: 'unknown' }, 40029],
    ];
    for (const [words, others, errcode] of mistakes) {
      it(`${words}: errcode ${errcode}, and the code stays good`, async () => {
        const code = await allowWeb(standIn, 'lin');
        expectRefusal(await exchangeWeb(standIn, code, others), errcode);
        expect((await exchangeWeb(standIn, code)).body).to.have.property('openid');
      });
    }

    it('a rid changes every time', async () => {
      const texts = await Promise.all([exchangeWeb(standIn, 'unknown'), exchangeWeb(standIn, 'unknown')]);
      expect(texts[0]!.body.errmsg).not.to.equal(texts[1]!.body.errmsg);
    });

    it("takes no mini-program's code", async () => {
      const code = await loginMini(standIn, 'lin');
      expectRefusal(await exchangeWeb(standIn, code), 40029);
      expect((await exchangeMini(standIn, code)).body).to.have.property('openid');
    });

    it('asks for GET', async () => {
      const answer = await standIn.post('/sns/oauth2/access_token', {});
      expectRefusal(answer, 43001);
    });
  });

  describe('code to session', () => {
    it('brings a session_key of 16 bytes, openid and unionid', async () => {
      const { body } = await exchangeMini(standIn, await loginMini(standIn, 'chen'));
      expect(body).to.have.all.keys('session_key', 'openid', 'unionid');
      expect(body.session_key).to.have.length(24);
      expect(Buffer.from(body.session_key as string, 'base64')).to.have.length(16);
    });

    it('exchanges a code once, within 5 minutes', async () => {
      const [used, late] = [await loginMini(standIn, 'chen'), await loginMini(standIn, 'chen')];
      standIn.advance(299);
      expect((await exchangeMini(standIn, used)).body).to.have.property('openid');
      expectRefusal(await exchangeMini(standIn, used), 40163);
      standIn.advance(1);
      expectRefusal(await exchangeMini(standIn, late), 42003);
    });

    it('refuses wrong applications and missing codes like the web', async () => {
      const code = await loginMini(standIn, 'chen');
      expectRefusal(await exchangeMini(standIn, code, { appid: web.appId, secret: web.secret }), 40013);
      expectRefusal(await exchangeMini(standIn, code, { secret: 'wrong' }), 40125);
      expectRefusal(await exchangeMini(standIn, ''), 41008);
    });
  });

  describe('people', () => {
    const identify = async (person: string): Promise<Record<'web' | 'mini', Record<string, unknown>>> => ({
      web: (await exchangeWeb(standIn, await allowWeb(standIn, person))).body,
      mini: (await exchangeMini(standIn, await loginMini(standIn, person))).body,
    });

    it('have an openid per app and one unionid', async () => {
      const lin = await identify('lin');
      expect(lin.web.openid).not.to.equal(lin.mini.openid);
      expect(lin.web.unionid).to.equal(lin.mini.unionid);
      const chen = await identify('chen');
      expect(new Set([lin, chen].flatMap((of) => [of.web.openid, of.mini.openid, of.web.unionid]))).to.have.length(6);
    });

    it('are the same people after a restart', async () => {
      const before = await identify('lin');
      await standIn.stop();
      standIn = await startStandIn();
      const after = await identify('lin');
      expect(after.web.openid).to.equal(before.web.openid);
      expect(after.mini.openid).to.equal(before.mini.openid);
      expect(after.web.unionid).to.equal(before.web.unionid);
    });

    it('have a unionid only where the app is bound, which may change at any time', async () => {
      await standIn.request('PATCH', '/sandbox/control', { json: { apps: { mini: { bound: false } } } });
      const unbound = await identify('lin');
      expect(unbound.web).to.have.property('unionid');
      expect(unbound.mini).not.to.have.property('unionid');
      await standIn.request('PATCH', '/sandbox/control', { json: { apps: { mini: { bound: true } } } });
      const bound = await identify('lin');
      expect(bound.mini.unionid).to.equal(unbound.web.unionid);
      expect(bound.mini.openid).to.equal(unbound.mini.openid);
    });

    it('are about five, with names, pictures and numbers', async () => {
      const { people } = (await standIn.get('/control')).body as { people: { person: string; phone: string }[] };
      expect(people).to.have.length(5);
      const picture = await standIn.get('/people/lin.svg');
      expect(picture.headers['content-type']).to.equal('image/svg+xml');
      expect(picture.text).to.match(/^<svg /);
      expect((await standIn.get('/people/zhou.svg')).status).to.equal(404);
    });
  });

  describe('user info', () => {
    it('tells name and picture to who holds the credential', async () => {
      const { access_token, openid, unionid } = (await exchangeWeb(standIn, await allowWeb(standIn, 'wang')))
        .body as Record<string, string>;
      const { body } = await standIn.get('/sns/userinfo', { access_token: access_token!, openid: openid! });
      expect(body).to.include({ openid, unionid, headimgurl: `${standIn.origin}/sandbox/people/wang.svg` });
      expect(body.nickname, 'untrusted text').to.include('<b>');
    });

    it('has an empty picture for who has none', async () => {
      const { access_token, openid } = (await exchangeWeb(standIn, await allowWeb(standIn, 'zhou'))).body;
      const { body } = await standIn.get('/sns/userinfo', { access_token, openid } as Record<string, string>);
      expect(body).to.include({ nickname: '微信用户', headimgurl: '' });
    });

    it('refuses unknown, expired and missing credentials and foreign openids', async () => {
      const { access_token, openid } = (await exchangeWeb(standIn, await allowWeb(standIn, 'lin'))).body as Record<
        string,
        string
      >;
      const ask = (query: object): Promise<Answer> =>
        standIn.get('/sns/userinfo', { access_token: access_token!, openid: openid!, ...query });
      expectRefusal(await ask({ access_token: '' }), 41001);
      expectRefusal(await ask({ access_token: 'unknown' }), 40001);
      expectRefusal(await ask({ openid: '' }), 41003);
      expectRefusal(await ask({ openid: 'other' }), 40003);
      standIn.advance(7200);
      expectRefusal(await ask({}), 42001);
    });
  });

  describe('the global token', () => {
    it('is the same while it is valid, and counts down', async () => {
      const first = (await fetchGlobalToken(standIn)).body;
      expect(first).to.have.all.keys('access_token', 'expires_in');
      expect(first.expires_in).to.equal(7200);
      standIn.advance(100);
      expect((await fetchGlobalToken(standIn)).body).to.deep.equal({ ...first, expires_in: 7100 });
    });

    it('is another one in the last five minutes, while the old one still works', async () => {
      const first = (await fetchGlobalToken(standIn)).body.access_token as string;
      standIn.advance(6901);
      const second = (await fetchGlobalToken(standIn)).body.access_token as string;
      expect(second).not.to.equal(first);
      expectRefusal(await askPhone(first, 'unknown'), 40029);
      standIn.advance(299);
      expectRefusal(await askPhone(first, 'unknown'), 42001);
      expectRefusal(await askPhone(second, 'unknown'), 40029);
    });

    it('by force replaces the one before at once', async () => {
      const first = (await fetchGlobalToken(standIn)).body.access_token as string;
      await fetchGlobalToken(standIn, { force_refresh: true });
      expectRefusal(await askPhone(first, 'unknown'), 40001);
    });

    it('of the older call invalidates the one before', async () => {
      const query = { grant_type: 'client_credential', appid: mini.appId, secret: mini.secret };
      const first = (await standIn.get('/cgi-bin/token', query)).body.access_token as string;
      expectRefusal(await askPhone(first, 'unknown'), 40029);
      await standIn.get('/cgi-bin/token', query);
      expectRefusal(await askPhone(first, 'unknown'), 40001);
    });

    it('refuses what the others refuse, and what is no JSON', async () => {
      expectRefusal(await fetchGlobalToken(standIn, { appid: 'other' }), 40013);
      expectRefusal(await fetchGlobalToken(standIn, { appid: '' }), 41002);
      expectRefusal(await fetchGlobalToken(standIn, { secret: 'wrong' }), 40125);
      expectRefusal(await fetchGlobalToken(standIn, { secret: '' }), 41004);
      expectRefusal(await fetchGlobalToken(standIn, { grant_type: 'authorization_code' }), 40002);
      expectRefusal(await standIn.request('POST', '/sandbox/cgi-bin/stable_token', { text: '{"grant' }), 47001);
      expectRefusal(await standIn.get('/cgi-bin/stable_token'), 43002);
    });
  });

  const askPhone = (token: string, code: string): Promise<Answer> =>
    standIn.request('POST', `/sandbox/wxa/business/getuserphonenumber?access_token=${token}`, { json: { code } });

  describe('phone numbers', () => {
    const signIn = async (person: string): Promise<string> =>
      (await exchangeMini(standIn, await loginMini(standIn, person))).body.session_key as string;
    const tap = async (person: string): Promise<Record<string, string>> =>
      (await standIn.post('/mini/phone', { person })).body as Record<string, string>;
    const fetchToken = async (): Promise<string> => (await fetchGlobalToken(standIn)).body.access_token as string;

    it('are told once for a code, within 5 minutes', async () => {
      await signIn('lin');
      const token = await fetchToken();
      const { code } = await tap('lin');
      const { body } = await askPhone(token, code!);
      expect(body).to.deep.equal({
        errcode: 0,
        errmsg: 'ok',
        phone_info: {
          phoneNumber: '12000000001',
          purePhoneNumber: '12000000001',
          countryCode: '86',
          watermark: { timestamp: Math.floor(standIn.now().getTime() / 1000), appid: mini.appId },
        },
      });
      expectRefusal(await askPhone(token, code!), 40163);
      const late = await tap('lin');
      standIn.advance(300);
      expectRefusal(await askPhone(token, late.code!), 42003);
    });

    it('carry the code of the country abroad', async () => {
      await signIn('zhao');
      const { body } = await askPhone(await fetchToken(), (await tap('zhao')).code!);
      expect(body.phone_info).to.include({
        phoneNumber: '+447700900103',
        purePhoneNumber: '7700900103',
        countryCode: '44',
      });
    });

    it('are not told without a valid token, for no code and for the code of a login', async () => {
      await signIn('lin');
      const { code } = await tap('lin');
      expectRefusal(await askPhone('', code!), 41001);
      expectRefusal(await askPhone('unknown', code!), 40001);
      const token = await fetchToken();
      expectRefusal(await askPhone(token, ''), 41008);
      expectRefusal(await askPhone(token, await loginMini(standIn, 'lin')), 40029);
      expect((await askPhone(token, code!)).body.errcode).to.equal(0);
      standIn.advance(7200);
      expectRefusal(await askPhone(token, code!), 42001);
    });

    it('come encrypted by the old method, with the session_key of the newest login', async () => {
      const oldKey = await signIn('lin');
      const before = await tap('lin');
      expect(decrypt(before, oldKey)).to.include({ purePhoneNumber: '12000000001', countryCode: '86' });
      expect(decrypt(before, oldKey).watermark).to.include({ appid: mini.appId });
      const newKey = await signIn('lin');
      expect(newKey).not.to.equal(oldKey);
      const after = await tap('lin');
      expect(decrypt(after, newKey)).to.include({ purePhoneNumber: '12000000001' });
      expect(() => decrypt(after, oldKey)).to.throw();
    });

    it('need a login first by the old method', async () => {
      const { status, body } = await standIn.post('/mini/phone', { person: 'lin' });
      expect(status).to.equal(409);
      expect(body.message).to.include('session_key');
    });
  });
});

function decrypt({ encryptedData, iv }: Record<string, string>, sessionKey: string): Record<string, unknown> {
  const decipher = createDecipheriv('aes-128-cbc', Buffer.from(sessionKey, 'base64'), Buffer.from(iv!, 'base64'));
  const text = Buffer.concat([decipher.update(encryptedData!, 'base64'), decipher.final()]).toString();
  return JSON.parse(text) as Record<string, unknown>;
}
