import { expect } from 'chai';
import { startStandIn, web } from './stand-in.ts';
import type { Answer, StandIn, StandInOptions } from './stand-in.ts';
import { cases } from '../../support/cases.ts';

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
  const decide = (others: object): Promise<Answer> => standIn.post('/web/login', { person: 'lin', ...others });

  it('has a policy without inline scripts, and can be framed only by pages of this machine', async () => {
    const { status, headers } = await open();
    expect(status).to.equal(200);
    const policy = headers['content-security-policy'];
    expect(policy).to.include("default-src 'none'").and.include("script-src 'self'");
    expect(policy).to.include("frame-ancestors 'self' http://localhost:* http://127.0.0.1:*");
    expect(policy).not.to.include('unsafe');
  });

  it('is in the language of its reader, and in Chinese by default', async () => {
    const query = new URLSearchParams({ appid: web.appId, redirect_uri: standIn.callback, scope: 'snsapi_login' });
    for (const [language, lang, button] of [
      ['en-US,en;q=0.9', 'en', '>Allow</button>'],
      ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN', '>允许</button>'],
      ['de', 'zh-CN', '>允许</button>'],
    ] as const) {
      const target = `/sandbox/connect/qrconnect?${query}`;
      const { text } = await standIn.request('GET', target, { headers: { 'Accept-Language': language } });
      expect(text, language).to.include(`<html lang="${lang}">`).and.include(button);
    }
    expect((await open()).text).to.include('<html lang="zh-CN">');
  });

  it('shows the outcome only if no page waits for it', async () => {
    const at = async (changes: Readonly<Record<string, string>>, options: StandInOptions): Promise<string> => {
      const other = await startStandIn(options);
      try {
        const query = { appid: web.appId, redirect_uri: other.callback, scope: 'snsapi_login', ...changes };
        return (await other.get('/connect/qrconnect', query)).text;
      } finally {
        await other.stop();
      }
    };
    expect(await at({}, { isAlone: true }))
      .to.include('<template id="signed-in">')
      .and.include('>再登录一次</a>');
    for (const [changes, options] of [
      [{}, {}],
      [{ login_type: 'jssdk' }, { isAlone: true }],
      [{ redirect_uri: 'http://localhost:1/login/' }, { isAlone: true }],
    ] as const)
      expect(await at(changes, options)).not.to.include('<template');
  });

  it('adds the stylesheet of a site, but no javascript: address and no unescaped text', async () => {
    expect((await open({ href: 'https://site.test/qr.css' })).text).to.include('href="https://site.test/qr.css"');
    expect((await open({ href: 'javascript:alert(1)' })).text).not.to.include('javascript:');
    const { text } = await open({ href: 'https://site.test/"><script>alert(1)</script>' });
    expect(text).not.to.include('<script>alert');
  });

  const mistakes: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = cases<
    [string, Readonly<Record<string, string>>, string]
  >('sandbox', 'mistakes');
  for (const [words, others, title] of mistakes) {
    it(`refuses ${words}`, async () => {
      const { status, text } = await open(others);
      expect(status).to.equal(400);
      expect(text).to.include(title).and.include('<html lang="zh-CN">').and.not.include('<button');
      const query = new URLSearchParams({
        appid: web.appId,
        redirect_uri: standIn.callback,
        scope: 'snsapi_login',
        ...others,
      });
      const english = await standIn.request('GET', `/sandbox/connect/qrconnect?${query}`, {
        headers: { 'Accept-Language': 'en' },
      });
      expect(english.text)
        .to.include('<html lang="en">')
        .and.not.match(/\p{Script=Han}/u);
    });
  }

  it('redirects to redirect_uri with code and state, and keeps the query of redirect_uri', async () => {
    const state = 'A-Z.a_z~0&=%/';
    const { body } = await decide({ state, redirect_uri: `${standIn.callback}?from=a` });
    const { origin, pathname, searchParams } = new URL(body.location as string);
    expect(origin + pathname).to.equal(standIn.callback);
    expect(Object.fromEntries(searchParams)).to.deep.equal({ from: 'a', code: body.code, state });
  });

  it('redirects to redirect_uri with the state, and without a code, if somebody declines', async () => {
    expect((await decide({ state: 'mine', allow: false })).body.location).to.equal(`${standIn.callback}?state=mine`);
  });

  it('lists the allowed values of a wrong parameter', async () => {
    for (const [wrong, allowed] of [
      [{ person: 'nobody' }, 'lin'],
      [{ redirect_uri: 'https://elsewhere.test/' }, standIn.origin],
      [{ allow: 'yes' }, true],
    ] as const) {
      const { status, body } = await decide(wrong);
      expect(status).to.equal(400);
      expect(body.allowed).to.include(allowed);
    }
  });
});
