// GET /api/auth/idp/web/login, from outside.
import { expect } from 'chai';
import nock from 'nock';
import { baseUrl, idp, startBackend } from '../../../../support/login.ts';
import type { Backend } from '../../../../support/login.ts';
import { begin, browser, expectProblem } from '../../asking.ts';

describe('GET /api/auth/idp/web/login', () => {
  let backend: Backend;
  before(async () => (backend = await startBackend()));
  after(() => backend.stop());
  afterEach(() => {
    nock.cleanAll();
  });

  it("redirects to the provider with the query in the seed's order and the fragment", async () => {
    const { state, answer } = await begin(backend);
    const callback = encodeURIComponent(`${baseUrl}/api/auth/idp/web/callback`);
    expect(answer.status).to.equal(302);
    expect(answer.headers.get('location')).to.equal(
      `${idp}/authorize?appid=wx-web&redirect_uri=${callback}&response_type=code&scope=snsapi_login&state=${state}#idp_redirect`,
    );
  });

  it('answers what the embedded QR code needs to who accepts JSON', async () => {
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

  it('leads a person back while Redis is away, logs it as an error and counts it', async () => {
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

  it('sets the flow cookie for this host alone, and reuses the one that came', async () => {
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

  it('takes a state of 1 and of 128 characters of every allowed kind', async () => {
    for (const state of ['a', 'Az09._~-'.repeat(16)]) {
      expect((await backend.get(`/api/auth/idp/web/login?state=${state}`)).status).to.equal(302);
    }
  });

  it('refuses a parameter that was given twice', async () => {
    expectProblem(await backend.get('/api/auth/idp/web/login?state=a&state=b'), 400, [
      'invalid_request',
      'duplicate_parameter',
    ]);
  });

  it('is not started by a HEAD', async () => {
    expect((await backend.request('HEAD', '/api/auth/idp/web/login?state=a')).status).to.equal(405);
  });

  describe('with LOGIN_RETURN_URL', () => {
    const page = 'https://site.test/account';
    let returning: Backend;
    before(async () => (returning = await startBackend({ LOGIN_RETURN_URL: page })));
    after(() => returning.stop());

    it('sends a person there whose login cannot begin, and tells scripts the problem', async () => {
      const address = '/api/auth/idp/web/login?state=no%20state';
      const left = await returning.get(address, { headers: { ...browser, 'Sec-Fetch-Dest': 'document' } });
      expect([left.status, left.headers.get('location')]).to.deep.equal([303, `${page}#error=invalid_request`]);
      for (const headers of [browser, { ...browser, 'Sec-Fetch-Dest': 'empty' }]) {
        expectProblem(await returning.get(address, { headers }), 400, ['invalid_request', 'malformed_parameter']);
      }
    });
  });
});
