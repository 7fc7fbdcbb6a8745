// The five endpoints of the login controller, from outside.
import { expect } from 'chai';
import nock from 'nock';
import {
  allowMiniCode,
  allowWebCode,
  baseUrl,
  cookieOf,
  fresh,
  idp,
  signInByPage,
  signInMini,
  signInWeb,
  startBackend,
  tokensOf,
} from '../../support/login.ts';
import type { Answer, Backend } from '../../support/login.ts';

const browser = {
  Accept: 'text/html,application/xhtml+xml',
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'navigate',
};

function expectProblem(answer: Answer, status: number, [error, code]: [string, string]): void {
  expect(answer.body, answer.text).to.include({ status, error, code });
  expect(answer.status).to.equal(status);
  expect(answer.headers.get('content-type')).to.equal('application/problem+json');
  expect(answer.headers.get('cache-control')).to.equal('no-store');
}

describe('login controller', () => {
  let backend: Backend;
  before(async () => (backend = await startBackend()));
  after(() => backend.stop());
  afterEach(() => {
    nock.cleanAll();
  });

  const begin = async (at: Backend = backend, headers: Record<string, string> = {}) => {
    const state = fresh('state');
    const answer = await at.get(`/api/auth/idp/web/login?state=${state}`, { headers });
    return { state, answer, cookie: cookieOf(answer) };
  };

  describe('GET /api/auth/idp/web/login', () => {
    it("redirects to the provider with the query in the seed's order and the fragment", async () => {
      const { state, answer } = await begin();
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

    it('sets the flow cookie for this host alone, and reuses the one that came', async () => {
      const { answer, cookie } = await begin();
      const [set] = answer.headers.getSetCookie();
      expect(set).to.match(/^__Host-flow=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
      expect((await begin(backend, { Cookie: cookie })).cookie).to.equal(cookie);
      expect((await begin(backend, { Cookie: '__Host-flow=short' })).cookie).not.to.contain('short');
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
  });

  describe('GET /api/auth/idp/web/callback', () => {
    it('answers the token pair for a stored state, and says that the user is new', async () => {
      const answer = await signInWeb(backend, { openid: fresh('web'), unionid: fresh('union') });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body).to.include({ token_type: 'Bearer', expires_in: 7200, refresh_expires_in: 2592000 });
      expect(answer.body.user).to.include({ created: true, nickname: null });
      expect(answer.headers.get('cache-control')).to.equal('no-store');
    });

    it('rejects a state that is not stored, and asks the provider nothing', async () => {
      expectProblem(await backend.get(`/api/auth/idp/web/callback?code=c&state=${fresh('state')}`), 400, [
        'invalid_state',
        'state_unknown',
      ]);
      expectProblem(await backend.get('/api/auth/idp/web/callback?code=c&state=a%20b'), 400, [
        'invalid_state',
        'state_unknown',
      ]);
      expectProblem(await backend.get('/api/auth/idp/web/callback?code=c'), 400, [
        'invalid_request',
        'missing_parameter',
      ]);
    });

    it('consumes the state: a second callback finds none', async () => {
      const { state } = await begin();
      const code = fresh('code');
      allowWebCode(code, { openid: fresh('web') });
      const target = `/api/auth/idp/web/callback?code=${code}&state=${state}`;
      expect((await backend.get(target)).status).to.equal(200);
      expectProblem(await backend.get(target), 400, ['invalid_state', 'state_unknown']);
    });

    it('lets one of many callbacks of one state through, and the code out once', async () => {
      const { state } = await begin();
      const code = fresh('code');
      allowWebCode(code, { openid: fresh('web') });
      const target = `/api/auth/idp/web/callback?code=${code}&state=${state}`;
      const answers = await Promise.all(Array.from({ length: 20 }, () => backend.get(target)));
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
      expect(answers.filter(({ body }) => body.code === 'state_unknown')).to.have.length(19);
    });

    it('answers a denial with access_denied, spends its state, and a denial of an unknown state with invalid_state', async () => {
      for (const denial of ['', '&code=', '&code=authdeny']) {
        const { state } = await begin();
        const target = `/api/auth/idp/web/callback?state=${state}${denial}`;
        expectProblem(await backend.get(target), 403, ['access_denied', 'user_denied']);
        expectProblem(await backend.get(target), 400, ['invalid_state', 'state_unknown']);
      }
    });

    it('wants the flow cookie from a browser, and spends the state of one that lacks it', async () => {
      for (const headers of [{ Accept: 'text/html' }, { 'Sec-Fetch-Site': 'none' }]) {
        const { state, cookie } = await begin();
        const target = `/api/auth/idp/web/callback?code=${fresh('code')}&state=${state}`;
        expectProblem(await backend.get(target, { headers }), 400, ['invalid_state', 'state_unknown']);
        expectProblem(await backend.get(target, { headers: { ...headers, Cookie: cookie } }), 400, [
          'invalid_state',
          'state_unknown',
        ]);
      }
    });

    it("refuses a browser with another browser's cookie, and takes its own", async () => {
      const other = await begin();
      const mine = await begin();
      expectProblem(
        await backend.get(`/api/auth/idp/web/callback?code=${fresh('code')}&state=${mine.state}`, {
          headers: { ...browser, Cookie: other.cookie },
        }),
        400,
        ['invalid_state', 'state_unknown'],
      );
      const again = await begin();
      const code = fresh('code');
      allowWebCode(code, { openid: fresh('web') });
      const target = `/api/auth/idp/web/callback?code=${code}&state=${again.state}`;
      expect((await backend.get(target, { headers: { ...browser, Cookie: again.cookie } })).status).to.equal(200);
    });

    it('wants no cookie from other clients, Node among them', async () => {
      const { state } = await begin();
      const code = fresh('code');
      allowWebCode(code, { openid: fresh('web') });
      const headers = { 'Sec-Fetch-Mode': 'cors', Accept: '*/*' };
      expect(
        (await backend.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, { headers })).status,
      ).to.equal(200);
    });

    it('sends a code out at most once, whoever repeats it with another state', async () => {
      const code = fresh('code');
      allowWebCode(code, { openid: fresh('web') });
      const one = await begin();
      expect((await backend.get(`/api/auth/idp/web/callback?code=${code}&state=${one.state}`)).status).to.equal(200);
      const two = await begin();
      expectProblem(await backend.get(`/api/auth/idp/web/callback?code=${code}&state=${two.state}`), 400, [
        'invalid_grant',
        'idp_code_used',
      ]);
      const failing = fresh('code');
      nock(idp).get('/sns/oauth2/access_token').query(true).reply(500);
      const three = await begin();
      expect((await backend.get(`/api/auth/idp/web/callback?code=${failing}&state=${three.state}`)).status).to.equal(
        502,
      );
      const four = await begin();
      expectProblem(await backend.get(`/api/auth/idp/web/callback?code=${failing}&state=${four.state}`), 400, [
        'invalid_grant',
        'idp_code_used',
      ]);
    });

    it('keeps the name and picture that the provider tells, and does without them', async () => {
      const person = { openid: fresh('web') };
      nock(idp).get('/sns/userinfo').query({ access_token: 'planted-idp-token', openid: person.openid }).reply(200, {
        openid: person.openid,
        nickname: '林夏',
        headimgurl: 'https://pictures.test/1.png',
        unionid: '',
      });
      expect((await signInWeb(backend, person)).body.user).to.include({
        nickname: '林夏',
        avatar_url: 'https://pictures.test/1.png',
      });
      expect((await signInMini(backend, { openid: fresh('mini') })).body.user).to.include({
        nickname: null,
        avatar_url: null,
      });
    });
  });

  describe('with LOGIN_RETURN_URL', () => {
    const page = 'https://site.test/account';
    let returning: Backend;
    before(async () => (returning = await startBackend({ LOGIN_RETURN_URL: page })));
    after(() => returning.stop());

    const arrive = async (): Promise<{ state: string; loginCode: string }> => {
      const { state, cookie } = await begin(returning);
      const code = fresh('code');
      allowWebCode(code, { openid: fresh('web') });
      const answer = await returning.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, {
        headers: { ...browser, Cookie: cookie },
      });
      expect(answer.status).to.equal(303);
      const match = /^https:\/\/site\.test\/account#login_code=([\w-]{43})&state=(.+)$/.exec(
        answer.headers.get('location')!,
      );
      expect(match?.[2]).to.equal(state);
      expect(answer.text).to.equal('');
      return { state, loginCode: match![1]! };
    };

    it('sends a browser there with a login code that works once', async () => {
      const { state, loginCode } = await arrive();
      const body = { login_code: loginCode, state };
      const first = await returning.post('/api/auth/idp/web/code', body);
      expect(first.status, first.text).to.equal(200);
      expect(first.body.user).to.include({ created: true });
      expectProblem(await returning.post('/api/auth/idp/web/code', body), 400, ['invalid_grant', 'login_code_invalid']);
    });

    it('binds the login code to the state, and spends it on a wrong one', async () => {
      const { state, loginCode } = await arrive();
      const wrong = { login_code: loginCode, state: fresh('state') };
      expectProblem(await returning.post('/api/auth/idp/web/code', wrong), 400, [
        'invalid_grant',
        'login_code_invalid',
      ]);
      const right = { login_code: loginCode, state };
      expectProblem(await returning.post('/api/auth/idp/web/code', right), 400, [
        'invalid_grant',
        'login_code_invalid',
      ]);
    });

    it('gives one of many redemptions the tokens', async () => {
      const { state, loginCode } = await arrive();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => returning.post('/api/auth/idp/web/code', { login_code: loginCode, state })),
      );
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    });

    it('sends a person there whose login cannot begin, and tells scripts the problem', async () => {
      const address = '/api/auth/idp/web/login?state=no%20state';
      const left = await returning.get(address, { headers: { ...browser, 'Sec-Fetch-Dest': 'document' } });
      expect([left.status, left.headers.get('location')]).to.deep.equal([303, `${page}#error=invalid_request`]);
      for (const headers of [browser, { ...browser, 'Sec-Fetch-Dest': 'empty' }]) {
        expectProblem(await returning.get(address, { headers }), 400, ['invalid_request', 'malformed_parameter']);
      }
    });

    it('sends a browser there with the error, and answers others with the problem', async () => {
      const { state, cookie } = await begin(returning);
      const denied = await returning.get(`/api/auth/idp/web/callback?state=${state}`, {
        headers: { ...browser, Cookie: cookie },
      });
      expect(denied.status).to.equal(303);
      expect(denied.headers.get('location')).to.equal(`${page}#error=access_denied`);
      const again = await returning.get(`/api/auth/idp/web/callback?state=${state}`, {
        headers: { ...browser, Cookie: cookie },
      });
      expect(again.headers.get('location')).to.equal(`${page}#error=invalid_state`);
      expectProblem(await returning.get(`/api/auth/idp/web/callback?state=${state}`), 400, [
        'invalid_state',
        'state_unknown',
      ]);
    });
  });

  describe('POST /api/auth/idp/web/code', () => {
    it('signs in with the code of the embedded QR code, once', async () => {
      const { state, cookie } = await begin(backend, { Accept: 'application/json' });
      const code = fresh('code');
      allowWebCode(code, { openid: fresh('web') });
      const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
      const first = await backend.post('/api/auth/idp/web/code', { code, state }, { headers });
      expect(first.status, first.text).to.equal(200);
      expectProblem(await backend.post('/api/auth/idp/web/code', { code, state }, { headers }), 400, [
        'invalid_state',
        'state_unknown',
      ]);
    });

    it('wants the flow cookie from a browser', async () => {
      const { state } = await begin();
      const headers = { 'Sec-Fetch-Site': 'same-origin' };
      expectProblem(await backend.post('/api/auth/idp/web/code', { code: fresh('code'), state }, { headers }), 400, [
        'invalid_state',
        'state_unknown',
      ]);
    });

    const bodies: readonly [string, unknown, [string, string]][] = [
      ['nothing', {}, ['invalid_request', 'missing_parameter']],
      ['no state', { code: 'c' }, ['invalid_request', 'missing_parameter']],
      ['no state beside a login code', { login_code: 'c' }, ['invalid_request', 'missing_parameter']],
      ['both codes', { code: 'c', login_code: 'd', state: 's' }, ['invalid_request', 'malformed_parameter']],
      ['a number for a code', { code: 1, state: 's' }, ['invalid_request', 'malformed_parameter']],
      ['a number for a state', { code: 'c', state: 1 }, ['invalid_request', 'malformed_parameter']],
      ['an unknown login code', { login_code: 'c', state: 's' }, ['invalid_grant', 'login_code_invalid']],
      ['an unknown state', { code: 'c', state: 's' }, ['invalid_state', 'state_unknown']],
    ];
    for (const [what, body, problem] of bodies) {
      it(`refuses ${what}`, async () =>
        expectProblem(await backend.post('/api/auth/idp/web/code', body), 400, problem));
    }
  });

  describe('POST /api/auth/idp/mini/login', () => {
    it('answers the token pair, and the same user to who comes again', async () => {
      const person = { openid: fresh('mini') };
      const first = await signInMini(backend, person);
      const second = await signInMini(backend, person);
      expect(first.body.user).to.include({ created: true });
      expect(second.body.user).to.include({ created: false });
      expect(tokensOf(second).userId).to.equal(tokensOf(first).userId);
    });

    it('ends in one user with the web login when the applications are bound', async () => {
      const unionid = fresh('union');
      const web = await signInWeb(backend, { openid: fresh('web'), unionid });
      const mini = await signInMini(backend, { openid: fresh('mini'), unionid });
      expect(tokensOf(mini).userId).to.equal(tokensOf(web).userId);
    });

    it('exchanges a code once, however often it is posted at the same time', async () => {
      const code = fresh('code');
      allowMiniCode(code, { openid: fresh('mini') });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => backend.post('/api/auth/idp/mini/login', { code })),
      );
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
      expect(answers.filter(({ body }) => body.code === 'idp_code_used')).to.have.length(9);
    });

    it('lets a code be posted again that never left', async () => {
      const code = fresh('code');
      const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      const scope = nock(idp).persist().get('/sns/jscode2session').query(true).replyWithError(refused);
      expectProblem(await backend.post('/api/auth/idp/mini/login', { code }), 503, [
        'temporarily_unavailable',
        'idp_unreachable',
      ]);
      scope.persist(false);
      nock.cleanAll();
      allowMiniCode(code, { openid: fresh('mini') });
      expect((await backend.post('/api/auth/idp/mini/login', { code })).status).to.equal(200);
    });

    it('never tells the session key, an openid or a unionid', async () => {
      const person = { openid: fresh('planted-openid'), unionid: fresh('planted-unionid') };
      const answer = await signInMini(backend, person);
      expect(answer.text).not.to.match(/tiihtNczf5v6AKRyjwEUhQ|planted/);
    });
  });

  describe('POST /api/auth/refresh', () => {
    it('gives the next pair of the same user, and the identical pair within the grace', async () => {
      const { refresh, userId } = tokensOf(await signInMini(backend, { openid: fresh('mini') }));
      const next = await backend.post('/api/auth/refresh', { refresh_token: refresh });
      expect(tokensOf(next).userId).to.equal(userId);
      expect(tokensOf(next).refresh).not.to.equal(refresh);
      expect((await backend.post('/api/auth/refresh', { refresh_token: refresh })).body).to.deep.equal(next.body);
    });

    it('ends the session when a token comes again that is two generations old', async () => {
      const first = tokensOf(await signInMini(backend, { openid: fresh('mini') }));
      const second = tokensOf(await backend.post('/api/auth/refresh', { refresh_token: first.refresh }));
      const third = tokensOf(await backend.post('/api/auth/refresh', { refresh_token: second.refresh }));
      expectProblem(await backend.post('/api/auth/refresh', { refresh_token: first.refresh }), 400, [
        'invalid_grant',
        'refresh_token_reused',
      ]);
      expectProblem(await backend.post('/api/auth/refresh', { refresh_token: third.refresh }), 400, [
        'invalid_grant',
        'refresh_token_revoked',
      ]);
      expectProblem(await backend.get('/api/auth/me', { bearer: third.access }), 401, [
        'invalid_token',
        'session_revoked',
      ]);
    });

    it('refuses an access token, garbage and nothing', async () => {
      const { access } = tokensOf(await signInMini(backend, { openid: fresh('mini') }));
      for (const token of [access, 'garbage', 'a.b.c']) {
        expectProblem(await backend.post('/api/auth/refresh', { refresh_token: token }), 400, [
          'invalid_grant',
          'refresh_token_invalid',
        ]);
      }
      expectProblem(await backend.post('/api/auth/refresh', {}), 400, ['invalid_request', 'missing_parameter']);
    });
  });

  describe('with AUTH_REFRESH_COOKIE=1', () => {
    let cookies: Backend;
    const page = 'https://login.test/login/';
    before(async () => (cookies = await startBackend({ AUTH_REFRESH_COOKIE: '1', LOGIN_RETURN_URL: page })));
    after(() => cookies.stop());
    const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };

    it("lets a web login's refresh token travel in the cookie alone", async () => {
      const answer = await signInByPage(cookies, { openid: fresh('web') });
      expect(answer.body).not.to.have.property('refresh_token');
      const [set] = answer.headers.getSetCookie();
      expect(set).to.match(/^__Host-refresh=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/);
      const refreshed = await cookies.post('/api/auth/refresh', undefined, {
        headers: { Cookie: cookieOf(answer), ...sameOrigin },
      });
      expect(refreshed.status, refreshed.text).to.equal(200);
      expect(refreshed.body).not.to.have.property('refresh_token');
      expect(cookieOf(refreshed)).not.to.equal(cookieOf(answer));
    });

    it('takes the cookie from pages of the same origin alone', async () => {
      const cookie = cookieOf(await signInByPage(cookies, { openid: fresh('web') }));
      for (const headers of [
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { Origin: 'https://evil.test' },
        {},
      ]) {
        const answer = await cookies.post('/api/auth/refresh', undefined, {
          headers: { Cookie: cookie, ...headers } as Record<string, string>,
        });
        expectProblem(answer, 400, ['invalid_grant', 'refresh_token_invalid']);
      }
      const own = await cookies.post('/api/auth/refresh', undefined, { headers: { Cookie: cookie, Origin: baseUrl } });
      expect(own.status).to.equal(200);
    });

    it('never sets the cookie from the callback, a GET that any page can make a browser send', async () => {
      for (const headers of [{}, { Accept: 'text/html' }, { 'Sec-Fetch-Site': 'cross-site', Accept: 'image/*' }]) {
        const [state, code] = [fresh('state'), fresh('code')];
        const begun = await cookies.get(`/api/auth/idp/web/login?state=${state}`, { headers });
        allowWebCode(code, { openid: fresh('web') });
        const answer = await cookies.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, {
          headers: { ...headers, Cookie: cookieOf(begun) },
        });
        expect(answer.status).to.be.oneOf([200, 303]);
        expect(answer.headers.getSetCookie()).to.deep.equal([]);
        expect(answer.body).not.to.have.property('refresh_token');
      }
    });

    it('leaves mini-programs their body', async () => {
      const { refresh } = tokensOf(await signInMini(cookies, { openid: fresh('mini') }));
      expect(refresh).to.be.a('string');
      expect(tokensOf(await cookies.post('/api/auth/refresh', { refresh_token: refresh })).refresh).to.be.a('string');
    });

    it('clears the cookie at logout', async () => {
      const answer = await signInByPage(cookies, { openid: fresh('web') });
      const headers = { Cookie: cookieOf(answer), ...sameOrigin };
      const out = await cookies.request('POST', '/api/auth/logout', { headers });
      expect(out.status).to.equal(204);
      expect(out.headers.getSetCookie()[0]).to.match(/^__Host-refresh=; .*Max-Age=0/);
      const refreshed = await cookies.post('/api/auth/refresh', undefined, { headers });
      expectProblem(refreshed, 400, ['invalid_grant', 'refresh_token_revoked']);
    });
  });

  describe('limits', () => {
    let limited: Backend;
    before(
      async () =>
        (limited = await startBackend({
          LIMIT_ADDRESS_PER_MINUTE: '3',
          LIMIT_USER_PER_HOUR: '2',
          LIMIT_REFRESH_PER_MINUTE: '2',
          TRUSTED_PROXY_HOPS: '1',
        })),
    );
    after(() => limited.stop());
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

    it('counts the logins that an address begins, and not their callbacks', async () => {
      const states: string[] = [];
      for (let index = 0; index < 3; index += 1) {
        const state = fresh('state');
        expect((await limited.get(`/api/auth/idp/web/login?state=${state}`, from('203.0.113.1'))).status).to.equal(302);
        states.push(state);
      }
      const refused = await limited.get(`/api/auth/idp/web/login?state=${fresh('state')}`, from('203.0.113.1'));
      expectProblem(refused, 429, ['rate_limited', 'rate_limited_address']);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
      for (const state of states) {
        const code = fresh('code');
        allowWebCode(code, { openid: fresh('web') });
        const answer = await limited.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, from('203.0.113.1'));
        expect(answer.status, answer.text).to.equal(200);
      }
      expect(
        (await limited.get(`/api/auth/idp/web/login?state=${fresh('state')}`, from('203.0.113.2'))).status,
      ).to.equal(302);
    });

    it('counts callbacks and codes that fail', async () => {
      for (let index = 0; index < 3; index += 1) {
        const answer = await limited.post(
          '/api/auth/idp/web/code',
          { login_code: 'guess', state: 's' },
          from('203.0.113.3'),
        );
        expect(answer.status).to.equal(400);
      }
      const guess = await limited.post(
        '/api/auth/idp/web/code',
        { login_code: 'guess', state: 's' },
        from('203.0.113.3'),
      );
      expectProblem(guess, 429, ['rate_limited', 'rate_limited_address']);
    });

    it('asks before the work: who failed too often is refused with the right code too, and nothing is spent', async () => {
      const [state, code] = [fresh('state'), fresh('code')];
      await limited.get(`/api/auth/idp/web/login?state=${state}`, from('203.0.113.4'));
      const guess = () =>
        limited.post('/api/auth/idp/web/code', { login_code: 'guess', state: 's' }, from('203.0.113.4'));
      expect([await guess(), await guess(), await guess()].map(({ status }) => status)).to.deep.equal([400, 400, 429]);
      const exchange = allowWebCode(code, { openid: fresh('web') });
      const finish = (address: string): Promise<Answer> =>
        limited.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, from(address));
      expectProblem(await finish('203.0.113.4'), 429, ['rate_limited', 'rate_limited_address']);
      expect(exchange.isDone(), 'the code did not go out').to.equal(false);
      expect((await finish('203.0.113.5')).status, 'the state is unspent').to.equal(200);
    });

    it('takes a /64 of IPv6 for one address', async () => {
      for (let index = 0; index < 3; index += 1) {
        await limited.get(`/api/auth/idp/web/login?state=${fresh('state')}`, from(`2001:db8:1:2:${index + 1}::1`));
      }
      expect(
        (await limited.get(`/api/auth/idp/web/login?state=${fresh('state')}`, from('2001:db8:1:2:ffff::9'))).status,
      ).to.equal(429);
      expect(
        (await limited.get(`/api/auth/idp/web/login?state=${fresh('state')}`, from('2001:db8:1:3::1'))).status,
      ).to.equal(302);
    });

    it('stops an openid that signs in too often, from whatever addresses, also at once', async () => {
      const openid = fresh('mini');
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, index) => {
          const code = fresh('code');
          allowMiniCode(code, { openid });
          return limited.post('/api/auth/idp/mini/login', { code }, from(`203.0.113.${100 + index}`));
        }),
      );
      expect(answers.filter(({ status }) => status === 200)).to.have.length(2);
      expect(answers.filter(({ body }) => body.code === 'rate_limited_user')).to.have.length(3);
    });

    it('stops a session that refreshes too often', async () => {
      const { refresh } = tokensOf(await signInMini(limited, { openid: fresh('mini') }));
      const answers: Answer[] = [];
      for (let index = 0; index < 3; index += 1)
        answers.push(await limited.post('/api/auth/refresh', { refresh_token: refresh }));
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 429]);
      expectProblem(answers[2]!, 429, ['rate_limited', 'rate_limited_session']);
    });
  });

  it('tells none of what must stay secret in any answer, log line or figure', async () => {
    const person = { openid: fresh('planted-openid'), unionid: fresh('planted-unionid') };
    const { state, cookie } = await begin();
    const texts: string[] = [];
    const note = (answer: Answer): void => void texts.push(answer.text, [...answer.headers].join('\n'));
    const code = fresh('planted-code');
    allowWebCode(code, person);
    const signedIn = await backend.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, {
      headers: { Cookie: cookie },
    });
    const { access, refresh } = tokensOf(signedIn);
    note(await signInMini(backend, person));
    const errors = [40029, 40163, 40226, 45009, 40125, 40013, -1, 99999];
    for (const errcode of errors) {
      nock(idp).get('/sns/jscode2session').query(true).reply(200, { errcode, errmsg: 'planted-errmsg, rid: 1' });
      note(await backend.post('/api/auth/idp/mini/login', { code: fresh('planted-code') }));
    }
    nock(idp).get('/sns/jscode2session').query(true).reply(200, '<html>planted-html</html>');
    note(await backend.post('/api/auth/idp/mini/login', { code: fresh('planted-code') }));
    nock(idp)
      .get('/sns/jscode2session')
      .query(true)
      .replyWithError('planted-error https://idp.test/?secret=planted-mini-secret');
    note(await backend.post('/api/auth/idp/mini/login', { code: fresh('planted-code') }));
    for (const target of [
      '/planted-path?x=planted-query',
      '/api/auth/idp/web/callback?code=planted-code&state=planted-state',
    ]) {
      note(
        await backend.get(target, {
          headers: {
            'User-Agent': 'planted-agent',
            Cookie: 'flow=planted-cookie',
            Referer: 'https://planted-referer.test',
          },
        }),
      );
    }
    note(await backend.post('/api/auth/refresh', { refresh_token: `${refresh}planted-tail` }));
    note(await backend.post('/api/auth/idp/web/code', { code: 'planted-code', state: 'planted-state' }));
    note(await backend.get('/api/auth/me', { bearer: `${access}planted` }));
    note(
      await backend.post(
        '/api/auth/idp/mini/phone',
        { encrypted_data: 'plantedplanted', iv: 'planted' },
        { bearer: access },
      ),
    );
    note(await backend.get('/api/auth/me', { bearer: access }));
    note(await backend.get('/metrics'));
    note(await backend.get('/openapi.json'));
    const everything = texts.join('\n') + backend.log();
    expect(everything).not.to.match(/planted/);
    for (const secret of [access, refresh, cookie.split('=')[1]!, state, 'tiihtNczf5v6AKRyjwEUhQ']) {
      expect(everything.includes(secret), secret).to.equal(false);
    }
  });
});
