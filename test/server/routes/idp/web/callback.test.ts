// GET /api/auth/idp/web/callback, from outside, and the page that it may lead to.
import { expect } from 'chai';
import nock from 'nock';
import {
  allowWebCode,
  fresh,
  idp,
  signInMini,
  signInWeb,
  startBackend,
  tokensOf,
  useBackend,
} from '../../../../support/login.ts';
import type { Answer } from '../../../../support/login.ts';
import { send } from '../../../../support/raw-client.ts';
import { begin, browser, expectProblem } from '../../asking.ts';

describe('GET /api/auth/idp/web/callback', () => {
  const backend = useBackend();

  it('returns the token pair for a stored state, and reports that the user is new', async () => {
    const answer = await signInWeb(backend, { openid: fresh('web'), unionid: fresh('union') });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body).to.include({ token_type: 'Bearer', expires_in: 7200, refresh_expires_in: 2592000 });
    expect(answer.body.user).to.include({ created: true, nickname: null });
    expect(answer.headers.get('cache-control')).to.equal('no-store');
  });

  it('refuses a state that is not stored, and does not call the provider', async () => {
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

  it('uses up the state, so that a second callback is refused', async () => {
    const { state } = await begin(backend);
    const code = fresh('code');
    allowWebCode(code, { openid: fresh('web') });
    const target = `/api/auth/idp/web/callback?code=${code}&state=${state}`;
    expect((await backend.get(target)).status).to.equal(200);
    expectProblem(await backend.get(target), 400, ['invalid_state', 'state_unknown']);
  });

  it('uses up neither state nor code for a HEAD, which link checkers and previews send', async () => {
    const { state } = await begin(backend);
    const code = fresh('code');
    allowWebCode(code, { openid: fresh('web') });
    const address = `/api/auth/idp/web/callback?code=${code}&state=${state}`;
    expect((await backend.request('HEAD', address)).status).to.equal(405);
    expect((await backend.get(address)).status).to.equal(200);
  });

  it('accepts one of many simultaneous callbacks with the same state, and sends the code once', async () => {
    const { state } = await begin(backend);
    const code = fresh('code');
    allowWebCode(code, { openid: fresh('web') });
    const target = `/api/auth/idp/web/callback?code=${code}&state=${state}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => backend.get(target)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.filter(({ body }) => body.code === 'state_unknown')).to.have.length(19);
  });

  it('answers a denial with access_denied and uses up its state, so that a repeated denial gets invalid_state', async () => {
    for (const denial of ['', '&code=', '&code=authdeny']) {
      const { state } = await begin(backend);
      const target = `/api/auth/idp/web/callback?state=${state}${denial}`;
      expectProblem(await backend.get(target), 403, ['access_denied', 'user_denied']);
      expectProblem(await backend.get(target), 400, ['invalid_state', 'state_unknown']);
    }
  });

  it('requires the flow cookie from a browser, and uses up the state if the cookie is missing', async () => {
    for (const headers of [{ Accept: 'text/html' }, { 'Sec-Fetch-Site': 'none' }]) {
      const { state, cookie } = await begin(backend);
      const target = `/api/auth/idp/web/callback?code=${fresh('code')}&state=${state}`;
      expectProblem(await backend.get(target, { headers }), 400, ['invalid_state', 'state_unknown']);
      expectProblem(await backend.get(target, { headers: { ...headers, Cookie: cookie } }), 400, [
        'invalid_state',
        'state_unknown',
      ]);
    }
  });

  it("refuses a browser that sends another browser's cookie, and accepts a browser that sends its own", async () => {
    const other = await begin(backend);
    const mine = await begin(backend);
    expectProblem(
      await backend.get(`/api/auth/idp/web/callback?code=${fresh('code')}&state=${mine.state}`, {
        headers: { ...browser, Cookie: other.cookie },
      }),
      400,
      ['invalid_state', 'state_unknown'],
    );
    const again = await begin(backend);
    const code = fresh('code');
    allowWebCode(code, { openid: fresh('web') });
    const target = `/api/auth/idp/web/callback?code=${code}&state=${again.state}`;
    expect((await backend.get(target, { headers: { ...browser, Cookie: again.cookie } })).status).to.equal(200);
  });

  describe('of tabs that begin at one moment, without a cookie', () => {
    /** The cookies of a browser that got these answers in this order. */
    const jarOf = (...answers: readonly Answer[]): string => {
      const pairs = answers
        .flatMap(({ headers }) => headers.getSetCookie())
        .map((set) => set.split(';')[0]!.split('='));
      return [...new Map(pairs as [string, string][])].map((pair) => pair.join('=')).join('; ');
    };
    const finish = (state: string, cookies: string) => {
      const code = fresh('code');
      allowWebCode(code, { openid: fresh('web') });
      const headers = { ...browser, ...(cookies === '' ? {} : { Cookie: cookies }) };
      return backend.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, { headers });
    };

    it('finishes the login of each tab, in any order, and the next login reuses one cookie', async () => {
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
      ]) {
        const tabs = await Promise.all([begin(backend), begin(backend), begin(backend)]);
        const cookies = jarOf(...tabs.map(({ answer }) => answer));
        for (const index of order) expect((await finish(tabs[index]!.state, cookies)).status).to.equal(200);
        const later = await begin(backend, { Cookie: cookies });
        expect(later.answer.headers.getSetCookie(), 'cookies do not accumulate').to.have.length(1);
        expect((await finish(later.state, jarOf(tabs[2].answer, later.answer))).status).to.equal(200);
      }
    });

    it('finishes both a redirect and an embedded QR code', async () => {
      const [redirected, embedded] = await Promise.all([
        begin(backend),
        begin(backend, { Accept: 'application/json' }),
      ]);
      const Cookie = jarOf(redirected.answer, embedded.answer);
      expect((await finish(redirected.state, Cookie)).status).to.equal(200);
      const code = fresh('code');
      allowWebCode(code, { openid: fresh('web') });
      const headers = { Cookie, 'Sec-Fetch-Site': 'same-origin' };
      const answer = await backend.post('/api/auth/idp/web/code', { code, state: embedded.state }, { headers });
      expect(answer.status, answer.text).to.equal(200);
    });

    it('refuses the cookie of another browser, even from the same moment and under any name', async () => {
      const [attacker, reader] = await Promise.all([begin(backend), begin(backend)]);
      const cookies = jarOf(reader.answer);
      for (const jar of [cookies, `${cookies}; __Host-flow-aaaaaaaa=short`, '__Host-flow-=; __Host-flow', '']) {
        const again = await begin(backend, {});
        expectProblem(await finish(again.state, jar), 400, ['invalid_state', 'state_unknown']);
      }
      expectProblem(await finish(attacker.state, cookies), 400, ['invalid_state', 'state_unknown']);
    });

    it('sets both cookies only for this host, and the second cookie for as long as a state is valid', async () => {
      const [one, two] = (await begin(backend)).answer.headers.getSetCookie() as [string, string];
      expect(two).to.match(/^__Host-flow-[\w-]{8}=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/);
      expect(/=([\w-]{43});/.exec(two)![1]).to.equal(/=([\w-]{43});/.exec(one)![1]);
    });
  });

  it('refuses what a page of another site makes a browser fetch, without using up the state or counting a failure', async () => {
    const shipped = await startBackend({ LIMIT_ADDRESS_FAILURES_PER_MINUTE: '2' });
    try {
      const { state, cookie } = await begin(shipped);
      const code = fresh('code');
      allowWebCode(code, { openid: fresh('web') });
      const target = `/api/auth/idp/web/callback?code=${code}&state=`;
      const call = (of: string, mode: string, dest: string) => {
        const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest };
        return send(shipped.origin, {
          method: 'GET',
          target: `${target}${of}`,
          headers: { ...headers, Cookie: cookie },
        });
      };
      for (const of of ['guess', state]) {
        for (const [mode, dest] of [
          ['no-cors', 'image'],
          ['navigate', 'iframe'],
          ['cors', 'empty'],
        ] as const)
          expect((await call(of, mode, dest)).text).to.contain('state_unknown');
      }
      expect((await call(state, 'navigate', 'document')).status).to.equal(200);
    } finally {
      await shipped.stop();
    }
  });

  it('requires no cookie from clients that are not browsers, such as Node', async () => {
    const { state } = await begin(backend);
    const code = fresh('code');
    allowWebCode(code, { openid: fresh('web') });
    const headers = { 'Sec-Fetch-Mode': 'cors', Accept: '*/*' };
    expect((await backend.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, { headers })).status).to.equal(
      200,
    );
  });

  it('sends a code at most once, even if it is repeated with another state', async () => {
    const code = fresh('code');
    allowWebCode(code, { openid: fresh('web') });
    const one = await begin(backend);
    expect((await backend.get(`/api/auth/idp/web/callback?code=${code}&state=${one.state}`)).status).to.equal(200);
    const two = await begin(backend);
    expectProblem(await backend.get(`/api/auth/idp/web/callback?code=${code}&state=${two.state}`), 400, [
      'invalid_grant',
      'idp_code_used',
    ]);
    const failing = fresh('code');
    nock(idp).get('/sns/oauth2/access_token').query(true).reply(500);
    const three = await begin(backend);
    expect((await backend.get(`/api/auth/idp/web/callback?code=${failing}&state=${three.state}`)).status).to.equal(502);
    const four = await begin(backend);
    expectProblem(await backend.get(`/api/auth/idp/web/callback?code=${failing}&state=${four.state}`), 400, [
      'invalid_grant',
      'idp_code_used',
    ]);
  });

  it('stores the name and picture that the provider returns, and also works without them', async () => {
    const person = { openid: fresh('web') };
    const query = { access_token: 'planted-idp-token', openid: person.openid };
    for (const [told, kept] of [
      [{ nickname: '林夏' }, { nickname: '林夏', avatar_url: null }],
      [
        { nickname: '林', headimgurl: 'https://a.test/1' },
        { nickname: '林夏', avatar_url: 'https://a.test/1' },
      ],
    ]) {
      nock(idp)
        .get('/sns/userinfo')
        .query(query)
        .reply(200, { openid: person.openid, unionid: '', ...told });
      expect((await signInWeb(backend, person)).body.user).to.include(kept);
    }
    expect((await signInMini(backend, { openid: fresh('mini') })).body.user).to.include({
      nickname: null,
      avatar_url: null,
    });
  });

  describe('with LOGIN_RETURN_URL', () => {
    const page = 'https://site.test/account';
    const returning = useBackend({ LOGIN_RETURN_URL: page });

    const arrive = async (person = { openid: fresh('web') }): Promise<{ state: string; loginCode: string }> => {
      const { state, cookie } = await begin(returning);
      const code = fresh('code');
      allowWebCode(code, person);
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

    it('counts a login once: when the login code is redeemed, or when the callback returns the tokens', async () => {
      const series = /^duplex_logins_total\{channel="web",result="ok"\} (\d+)$/m;
      const count = async (): Promise<number> => Number(series.exec((await returning.get('/metrics')).text)?.[1]);
      const before = await count();
      const { state, loginCode } = await arrive();
      expect(await count(), 'after the callback').to.equal(before);
      await returning.post('/api/auth/idp/web/code', { login_code: loginCode, state });
      expect(await count(), 'after the redemption').to.equal(before + 1);
      await signInWeb(returning, { openid: fresh('web') });
      expect(await count(), 'after a callback that returns tokens').to.equal(before + 2);
    });

    it('binds the login code to the state, and invalidates it after a wrong state', async () => {
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

    it('refuses a login code that is older than a sign-out everywhere or a deletion, and accepts a newer login code', async () => {
      const person = { openid: fresh('web') };
      for (const [method, target] of [
        ['POST', '/api/auth/logout-all'],
        ['DELETE', '/api/auth/me'],
      ] as const) {
        const { access } = tokensOf(await signInWeb(returning, person));
        const before = await arrive(person);
        expect((await returning.request(method, target, { bearer: access })).status).to.equal(204);
        const after = await arrive(person);
        const redeem = ({ state, loginCode }: typeof before) =>
          returning.post('/api/auth/idp/web/code', { login_code: loginCode, state });
        expectProblem(await redeem(before), 400, ['invalid_grant', 'login_code_invalid']);
        expect((await redeem(after)).status).to.equal(200);
      }
    });

    it('sends a browser there with the error, and answers other clients with the problem', async () => {
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
});
