// The refresh cookie, from outside.
import { expect } from 'chai';
import {
  allowWebCode,
  baseUrl,
  cookieOf,
  fresh,
  signInByPage,
  signInMini,
  tokensOf,
  useBackend,
} from '../../support/login.ts';
import type { Answer } from '../../support/login.ts';
import { expectCode, expectProblem } from './asking.ts';

describe('the refresh cookie', () => {
  const backend = useBackend();

  describe('with AUTH_REFRESH_COOKIE=1', () => {
    const page = 'https://login.test/login/';
    const cookies = useBackend({ AUTH_REFRESH_COOKIE: '1', LOGIN_RETURN_URL: page });
    const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };

    it("sends a web login's refresh token only in the cookie", async () => {
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

    it('keeps three tabs signed in, even if the last tab refreshes with the oldest cookie', async () => {
      const load = (cookie: string) =>
        cookies.post('/api/auth/refresh', undefined, { headers: { Cookie: cookie, ...sameOrigin } });
      const old = cookieOf(await signInByPage(cookies, { openid: fresh('web') }));
      const first = await load(old);
      const second = await load(cookieOf(first));
      const slow = await load(old);
      expect(slow.status, slow.text).to.equal(200);
      expect(cookieOf(slow)).to.equal(cookieOf(second));
      expect((await load(cookieOf(slow))).status).to.equal(200);
    });

    it('accepts the cookie only from pages of the same origin', async () => {
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

    it('returns the refresh token to mini-programs in the body', async () => {
      const answer = await signInMini(cookies, { openid: fresh('mini') });
      expect(answer.headers.getSetCookie()).to.deep.equal([]);
      const { refresh } = tokensOf(answer);
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

    it('refuses sign-outs by pages of other sites, and keeps the cookie', async () => {
      const Cookie = cookieOf(await signInByPage(cookies, { openid: fresh('web') }));
      const withCookie = { Cookie, 'Sec-Fetch-Site': 'cross-site' };
      const outs = [withCookie, {}].map((headers) => cookies.request('POST', '/api/auth/logout', { headers }));
      const [foreign, bare] = (await Promise.all(outs)) as [Answer, Answer];
      expectCode(foreign, 400, 'refresh_token_invalid');
      expectCode(bare, 401, 'access_token_missing');
      for (const { headers } of [foreign, bare]) expect(headers.getSetCookie()).to.deep.equal([]);
    });

    it('ends the session of the Bearer token, and keeps the session of the cookie, if a request has both', async () => {
      const headers = { Cookie: cookieOf(await signInByPage(cookies, { openid: fresh('web') })), ...sameOrigin };
      const { access: bearer } = tokensOf(await signInMini(cookies, { openid: fresh('mini') }));
      expect((await cookies.request('POST', '/api/auth/logout', { headers, bearer })).status).to.equal(204);
      expectCode(await cookies.get('/api/auth/me', { bearer }), 401, 'session_revoked');
      expect((await cookies.post('/api/auth/refresh', undefined, { headers })).status).to.equal(200);
    });
  });

  it('is neither set nor read without AUTH_REFRESH_COOKIE', async () => {
    const answer = await signInByPage(backend, { openid: fresh('web') });
    expect(answer.headers.getSetCookie()).to.deep.equal([]);
    const { refresh } = tokensOf(answer);
    const refreshed = await backend.post('/api/auth/refresh', { refresh_token: refresh });
    expect([refreshed.status, refreshed.headers.getSetCookie()]).to.deep.equal([200, []]);
    const headers = { Cookie: `__Host-refresh=${tokensOf(refreshed).refresh}`, 'Sec-Fetch-Site': 'same-origin' };
    expectCode(await backend.post('/api/auth/refresh', undefined, { headers }), 400, 'missing_parameter');
    expectCode(await backend.request('POST', '/api/auth/logout', { headers }), 401, 'access_token_missing');
  });
});
