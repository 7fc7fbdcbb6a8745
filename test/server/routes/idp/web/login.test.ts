// GET /api/auth/idp/web/login, from outside.
import { expect } from 'chai';
import { baseUrl, fresh, idp, startBackend, useBackend } from '../../../../support/login.ts';
import type { Backend } from '../../../../support/login.ts';
import { send } from '../../../../support/raw-client.ts';
import { begin, browser, expectProblem } from '../../asking.ts';

describe('GET /api/auth/idp/web/login', () => {
  const backend = useBackend();

  it('redirects to the provider with the query in the required order and with the fragment', async () => {
    const { state, answer } = await begin(backend);
    const callback = encodeURIComponent(`${baseUrl}/api/auth/idp/web/callback`);
    expect(answer.status).to.equal(302);
    expect(answer.headers.get('location')).to.equal(
      `${idp}/authorize?appid=wx-web&redirect_uri=${callback}&response_type=code&scope=snsapi_login&state=${state}#idp_redirect`,
    );
  });

  it('returns the options of the embedded QR code to clients that accept JSON', async () => {
    const { state, answer } = await begin(backend, { Accept: 'application/json' });
    expect(answer.status).to.equal(200);
    const { authorize_url: authorizeUrl, ...rest } = answer.body;
    expect(rest).to.deep.equal({
      script_url: `${idp}/login.js`,
      appid: 'wx-web',
      scope: 'snsapi_login',
      redirect_uri: `${baseUrl}/login/`,
      state,
      expires_in: 300,
    });
    expect(authorizeUrl).to.contain(encodeURIComponent(`${baseUrl}/login/`));
    expect(answer.headers.get('vary')).to.contain('Accept');
  });

  it('returns them also to a client that names the charset of JSON', async () => {
    for (const accept of [
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8, */*;q=0.1',
      'application/json; charset=utf8',
      'application/json; charset="UTF-8"',
      'application/json; charset="Utf8", text/html;q=0.5',
    ])
      expect((await begin(backend, { Accept: accept })).answer.status, accept).to.equal(200);
    for (const accept of [
      'text/html; charset=utf-8, application/json;q=0.9',
      'text/html; charset=utf8, application/json;q=0.9',
      '*/*; charset=utf-8',
      'text/html',
    ])
      expect((await begin(backend, { Accept: accept })).answer.status, accept).to.equal(302);
  });

  it('returns the same options to a fetch that accepts anything, which generated clients send', async () => {
    const fetched = { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin', Accept: '*/*' };
    expect((await begin(backend, fetched)).answer.status).to.equal(200);
    expect((await begin(backend, { ...fetched, Accept: 'text/html' })).answer.status).to.equal(302);
    expect((await begin(backend, { Accept: '*/*' })).answer.status, 'curl').to.equal(302);
  });

  it('redirects a browser to LOGIN_RETURN_URL while Redis is down, and logs and counts the error', async () => {
    const page = `${baseUrl}/login/`;
    const alone = await startBackend({ KEYV_URL: 'redis://127.0.0.1:1', LOGIN_RETURN_URL: page });
    try {
      expect(alone.log()).to.match(/"level":"warn".*"errorCode":"ECONNREFUSED".*KEYV_URL/);
      const navigation = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };
      const answer = await alone.get('/api/auth/idp/web/login?state=abc', { headers: navigation });
      expect(answer.status).to.equal(303);
      expect(answer.headers.get('location')).to.equal(`${page}#error=temporarily_unavailable`);
      expect(alone.log()).to.match(/"level":"error".*"problem":"store_unavailable".*"msg":"request"/);
      const { text } = await alone.get('/metrics');
      expect(text).to.contain('duplex_logins_total{channel="web",result="store_unavailable"} 1');
    } finally {
      await alone.stop();
    }
  });

  it('sets the flow cookie only for this host, and reuses an existing one', async () => {
    const { answer, cookie } = await begin(backend);
    const [set] = answer.headers.getSetCookie();
    expect(set).to.match(/^__Host-flow=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    expect((await begin(backend, { Cookie: cookie })).cookie).to.equal(cookie);
    expect((await begin(backend, { Cookie: '__Host-flow=short' })).cookie).not.to.contain('short');
    expect((await begin(backend)).cookie, 'of another browser').not.to.equal(cookie);
  });

  for (const state of ['', 'x'.repeat(129), 'a%20b', 'a%2Bb', '%E4%BD%A0', 'a%00', 'a;b']) {
    it(`refuses the state "${state.slice(0, 12)}"`, async () => {
      const code = state === '' ? 'missing_parameter' : 'malformed_parameter';
      expectProblem(await backend.get(`/api/auth/idp/web/login?state=${state}`), 400, ['invalid_request', code]);
    });
  }

  it('accepts a state of 1 and of 128 characters of every allowed kind', async () => {
    for (const state of ['a', 'Az09._~-'.repeat(16)]) {
      expect((await backend.get(`/api/auth/idp/web/login?state=${state}`)).status).to.equal(302);
    }
  });

  it('refuses a parameter that is given twice', async () => {
    expectProblem(await backend.get('/api/auth/idp/web/login?state=a&state=b'), 400, [
      'invalid_request',
      'duplicate_parameter',
    ]);
  });

  it('refuses HEAD', async () => {
    expect((await backend.request('HEAD', '/api/auth/idp/web/login?state=a')).status).to.equal(405);
  });

  describe('for what a page of another site makes a browser fetch', () => {
    let shipped: Backend;
    before(async () => {
      const env = { LIMIT_ADDRESS_PER_MINUTE: '3', LOGIN_RETURN_URL: `${baseUrl}/login/` };
      shipped = await startBackend({ ...env, CORS_ORIGINS: 'https://site.test' });
    });
    after(() => shipped.stop());
    const sent = (mode: string, dest: string, more: Record<string, string> = {}): Record<string, string> => ({
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': mode,
      ...(dest === '' ? {} : { 'Sec-Fetch-Dest': dest }),
      ...more,
    });
    const foreign: readonly [string, Record<string, string>][] = [
      ['a picture', sent('no-cors', 'image', { Accept: 'image/avif,image/webp,*/*;q=0.8' })],
      ['a frame', sent('navigate', 'iframe', { Accept: 'text/html' })],
      ['a frame in a browser of 2019', sent('nested-navigate', '', { Accept: 'text/html' })],
      ['an object', sent('navigate', 'object')],
      ['a script that does not ask to read the answer', sent('no-cors', 'empty')],
      [
        'a script that asks to read the answer',
        sent('cors', 'empty', { Origin: 'https://evil.test', Accept: 'application/json' }),
      ],
      [
        'a document that Chromium prerenders',
        sent('navigate', 'document', { 'Sec-Fetch-Site': 'none', 'Sec-Purpose': 'prefetch;prerender' }),
      ],
      ['a request without a destination', { 'Sec-Fetch-Site': 'cross-site' }],
    ];
    const start = (state: string, headers: Record<string, string>) =>
      send(shipped.origin, { method: 'GET', target: `/api/auth/idp/web/login?state=${state}`, headers });

    for (const [what, headers] of foreign) {
      it(`refuses ${what}, stores nothing and counts nothing`, async () => {
        for (let count = 0; count < 4; count += 1) {
          const state = fresh('state');
          const answer = await start(state, headers);
          expect(answer.status).to.equal(400);
          expect(JSON.parse(answer.text)).to.include({ error: 'invalid_state', code: 'state_unknown' });
          expect(answer.text).to.contain('CORS_ORIGINS');
          expect(answer.headers['set-cookie']).to.equal(undefined);
          const back = await shipped.get(`/api/auth/idp/web/callback?code=c&state=${state}`);
          expect(back.body.code).to.equal('state_unknown');
        }
      });
    }

    it('accepts navigations, also those of browsers of 2019, and scripts of an origin in CORS_ORIGINS', async () => {
      const script = sent('cors', 'empty', { Origin: 'https://site.test', Accept: 'application/json' });
      const navigation = sent('navigate', 'document', { Accept: 'text/html' });
      const statuses: number[] = [];
      for (const headers of [navigation, sent('navigate', ''), script, navigation]) {
        statuses.push((await start(fresh('state'), headers)).status);
      }
      expect(statuses, 'the fourth is one too many').to.deep.equal([302, 302, 200, 303]);
    });
  });

  describe('with LOGIN_RETURN_URL', () => {
    const page = 'https://site.test/account';
    const returning = useBackend({ LOGIN_RETURN_URL: page });

    it('redirects a browser there if a login cannot begin, and answers scripts with the problem', async () => {
      const address = '/api/auth/idp/web/login?state=no%20state';
      const left = await returning.get(address, { headers: { ...browser, 'Sec-Fetch-Dest': 'document' } });
      expect([left.status, left.headers.get('location')]).to.deep.equal([303, `${page}#error=invalid_request`]);
      for (const dest of ['empty', '']) {
        const headers = { ...browser, 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': dest };
        expectProblem(await returning.get(address, { headers }), 400, ['invalid_request', 'malformed_parameter']);
      }
    });
  });
});
