// Steps that endpoints share, from outside: origins and limits.
import { PGlite } from '@electric-sql/pglite';
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import nock from 'nock';
import { fillFolder } from '../../support/databases.ts';
import {
  allowMiniCode,
  allowWebCode,
  fresh,
  idp,
  signInMini,
  startBackend,
  tokensOf,
  useBackend,
} from '../../support/login.ts';
import type { Answer, Backend } from '../../support/login.ts';
import { begin, encryptPhone, expectCode, expectProblem } from './asking.ts';
import { cases } from '../../support/cases.ts';

describe('steps of endpoints', () => {
  const backend = useBackend();

  it('require a token, and name an error in WWW-Authenticate only if the token is invalid', async () => {
    for (const [method, target] of cases<[string, string]>('steps', 'endpoints')) {
      const none = await backend.request(method, target);
      expectCode(none, 401, 'access_token_missing');
      expect(none.headers.get('www-authenticate')).to.equal('Bearer');
      const bad = await backend.request(method, target, { bearer: 'a.b.c' });
      expectCode(bad, 401, 'access_token_invalid');
      expect(bad.headers.get('www-authenticate')).to.equal('Bearer error="invalid_token"');
    }
    for (const scheme of ['Basic abc', 'Bearer', 'Bearer a b', 'bearer\ta']) {
      expectCode(
        await backend.get('/api/auth/me', { headers: { Authorization: scheme } }),
        401,
        'access_token_invalid',
      );
    }
  });

  describe('limits of logins and refreshes', () => {
    const limited = useBackend({
      LIMIT_ADDRESS_PER_MINUTE: '3',
      LIMIT_ADDRESS_FAILURES_PER_MINUTE: '3',
      LIMIT_USER_PER_HOUR: '2',
      LIMIT_REFRESH_PER_MINUTE: '2',
      TRUSTED_PROXY_HOPS: '1',
    });
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    const beginFrom = (address: string) =>
      limited.get(`/api/auth/idp/web/login?state=${fresh('state')}`, from(address));

    it('counts the logins that an address begins, and not their callbacks', async () => {
      const states: string[] = [];
      for (let index = 0; index < 3; index += 1) {
        const state = fresh('state');
        expect((await limited.get(`/api/auth/idp/web/login?state=${state}`, from('203.0.113.1'))).status).to.equal(302);
        states.push(state);
      }
      const refused = await beginFrom('203.0.113.1');
      expectProblem(refused, 429, ['rate_limited', 'rate_limited_address']);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
      for (const state of states) {
        const code = fresh('code');
        allowWebCode(code, { openid: fresh('web') });
        const answer = await limited.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, from('203.0.113.1'));
        expect(answer.status, answer.text).to.equal(200);
      }
      expect((await beginFrom('203.0.113.2')).status).to.equal(302);
    });

    it('count the logins of mini-programs, and refuse a login over the limit without sending its code', async () => {
      const signIn = (code: string) => limited.post('/api/auth/idp/mini/login', { code }, from('203.0.113.6'));
      for (let index = 0; index < 3; index += 1) {
        const code = fresh('code');
        allowMiniCode(code, { openid: fresh('mini') });
        expect((await signIn(code)).status).to.equal(200);
      }
      const code = fresh('code');
      const exchange = allowMiniCode(code, { openid: fresh('mini') });
      expectProblem(await signIn(code), 429, ['rate_limited', 'rate_limited_address']);
      expect(exchange.isDone(), 'the code did not go out').to.equal(false);
    });

    it('are checked before a code is used: after too many failures, even a correct code is refused, and remains unused', async () => {
      const [state, code] = [fresh('state'), fresh('code')];
      await limited.get(`/api/auth/idp/web/login?state=${state}`, from('203.0.113.4'));
      const guess = () =>
        limited.post('/api/auth/idp/web/code', { login_code: 'guess', state: 's' }, from('203.0.113.4'));
      expect([await guess(), await guess(), await guess()].map(({ status }) => status)).to.deep.equal([400, 400, 400]);
      const exchange = allowWebCode(code, { openid: fresh('web') });
      const finish = (address: string): Promise<Answer> =>
        limited.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, from(address));
      expectProblem(await finish('203.0.113.4'), 429, ['rate_limited', 'rate_limited_address']);
      expect(exchange.isDone(), 'the code did not go out').to.equal(false);
      expect((await finish('203.0.113.5')).status, 'the state is still valid').to.equal(200);
    });

    it('count the failures of an IPv6 /64 together', async () => {
      const guess = (host: number) =>
        limited.post('/api/auth/idp/web/code', { login_code: 'guess', state: 's' }, from(`2001:db8:9:9::${host}`));
      for (let host = 1; host <= 3; host += 1) expect((await guess(host)).status).to.equal(400);
      expect((await guess(4)).status).to.equal(429);
    });

    it('count an IPv6 /64 as one address', async () => {
      for (let index = 0; index < 3; index += 1) await beginFrom(`2001:db8:1:2:${index + 1}::1`);
      expect((await beginFrom('2001:db8:1:2:ffff::9')).status).to.equal(429);
      expect((await beginFrom('2001:db8:1:3::1')).status).to.equal(302);
    });

    it('do not count failures that cannot be guesses', async () => {
      const there = from('203.0.113.8');
      for (let index = 0; index < 4; index += 1) {
        // A page of any site can send both requests without a preflight: the first has no body, the second has text.
        for (const target of ['web/code', 'mini/login']) {
          const empty = await limited.request('POST', `/api/auth/idp/${target}`, there);
          expectProblem(empty, 400, ['invalid_request', 'missing_parameter']);
          const headers = { ...there.headers, 'Content-Type': 'text/plain' };
          expect((await limited.post(`/api/auth/idp/${target}`, {}, { headers })).status).to.equal(415);
        }
        const callback = await limited.get('/api/auth/idp/web/callback', there);
        expectProblem(callback, 400, ['invalid_request', 'missing_parameter']);
      }
      const code = fresh('code');
      allowMiniCode(code, { openid: fresh('mini') });
      expect((await limited.post('/api/auth/idp/mini/login', { code }, there)).status).to.equal(200);
    });

    it('stops an openid that signs in too often, from any address, also concurrently', async () => {
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

    it('stops a session that refreshes too often, also concurrently', async () => {
      const { refresh } = tokensOf(await signInMini(limited, { openid: fresh('mini') }));
      const attempts = Array.from({ length: 5 }, () => limited.post('/api/auth/refresh', { refresh_token: refresh }));
      const answers = await Promise.all(attempts);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).to.have.length(3);
      for (const answer of refused) expectProblem(answer, 429, ['rate_limited', 'rate_limited_session']);
    });
  });

  describe('customers who share an address', () => {
    /** The default limits, which other tests turn off. */
    const limits = { LIMIT_ADDRESS_PER_MINUTE: undefined, LIMIT_ADDRESS_FAILURES_PER_MINUTE: undefined };
    const shipped = useBackend({ ...limits, TRUSTED_PROXY_HOPS: '1' });
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    const refuseCodes = (delayMs = 0) =>
      nock(idp).persist().get('/sns/jscode2session').query(true).delay(delayMs).reply(200, { errcode: 40029 });
    const guess = (address: string) =>
      shipped.post('/api/auth/idp/mini/login', { code: fresh('bad-code') }, from(address));
    const signIn = (address: string) => {
      const code = fresh('js-code');
      allowMiniCode(code, { openid: fresh('mini') });
      return shipped.post('/api/auth/idp/mini/login', { code }, from(address));
    };
    const statusesOf = (answers: readonly Answer[]) => {
      const counts: Record<number, number> = {};
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    };

    it('can sign in thirty times on each channel, one after the other and concurrently', async () => {
      const there = from('198.51.100.1');
      const byWeb = async () => {
        const [state, code] = [fresh('state'), fresh('code')];
        allowWebCode(code, { openid: fresh('web') });
        await shipped.get(`/api/auth/idp/web/login?state=${state}`, there);
        return shipped.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, there);
      };
      const answers: Answer[] = [];
      for (let index = 0; index < 15; index += 1) answers.push(await byWeb(), await signIn('198.51.100.1'));
      const more = Array.from({ length: 15 }, () => [byWeb(), signIn('198.51.100.1')]).flat();
      expect(statusesOf([...answers, ...(await Promise.all(more))])).to.deep.equal({ 200: 60 });
      expect((await signIn('198.51.100.1')).status, 'the 61st').to.equal(429);
    });

    it('are refused at every endpoint that can fail, after the customers have failed ten times together', async () => {
      refuseCodes(300);
      const guesses = Array.from({ length: 12 }, () => guess('198.51.100.2'));
      expect(statusesOf(await Promise.all(guesses)), 'at once').to.deep.equal({ 400: 10, 429: 2 });
      expect((await signIn('198.51.100.2')).status).to.equal(429);
      for (const call of [
        shipped.get('/api/auth/idp/web/callback?code=c&state=s', from('198.51.100.2')),
        shipped.post('/api/auth/idp/web/code', { code: 'c', state: 's' }, from('198.51.100.2')),
      ])
        expectProblem(await call, 429, ['rate_limited', 'rate_limited_address']);
      const begun = await shipped.get(`/api/auth/idp/web/login?state=${fresh('state')}`, from('198.51.100.2'));
      expect(begun.status, 'beginning a login is not a guess').to.equal(302);
      expect((await guess('::ffff:198.51.100.2')).status, 'the same address, written as IPv6').to.equal(429);
    });

    it('of an IPv6 /48 are refused after fifty failures, except for addresses from which somebody signed in', async () => {
      const known = '2001:db8:a:ffff::1';
      expect((await signIn(known)).status).to.equal(200);
      refuseCodes();
      const guesses: Answer[] = [];
      for (let index = 0; index < 60; index += 1) guesses.push(await guess(`2001:db8:a:${index.toString(16)}::1`));
      expect(statusesOf(guesses)).to.deep.equal({ 400: 50, 429: 10 });
      nock.cleanAll();
      expect((await signIn('2001:db8:a:fffe::1')).status, 'a stranger').to.equal(429);
      expect((await signIn(known)).status, 'who is known').to.equal(200);
      expect((await signIn('2001:db8:b::1')).status, 'the next /48').to.equal(200);
    });
  });

  describe('what is no guess', () => {
    const page = 'https://site.test/account';
    const limits = { LIMIT_ADDRESS_PER_MINUTE: undefined, LIMIT_ADDRESS_FAILURES_PER_MINUTE: undefined };
    let dataDir: string;
    let shipped: Backend;
    before(async () => {
      dataDir = mkdtempSync(path.join(tmpdir(), 'duplex-'));
      await fillFolder(path.join(dataDir, 'database'));
      shipped = await startBackend({ ...limits, LOGIN_RETURN_URL: page, TRUSTED_PROXY_HOPS: '1', DATA_DIR: dataDir });
    });
    afterEach(() => nock.cleanAll());

    let hosts = 0;
    let headers: Record<string, string>;
    beforeEach(() => {
      headers = { 'X-Forwarded-For': `198.51.100.${(hosts += 1)}` };
    });
    const ten = Array.from({ length: 10 }, (_, index) => index);
    const mini = (code: string) => shipped.post('/api/auth/idp/mini/login', { code }, { headers });
    const post = (body: object) => shipped.post('/api/auth/idp/web/code', body, { headers });
    const start = (more: Record<string, string> = {}) => begin(shipped, { ...headers, ...more });
    const callback = (query: string, more: Record<string, string> = {}) =>
      shipped.get(`/api/auth/idp/web/callback?${query}`, { headers: { ...headers, ...more } });
    /** Fails ten times, and then expects that somebody else can still sign in on both channels. */
    const tenTimes = async (fail: () => Promise<readonly [Answer, number, string]>): Promise<void> => {
      for (const _ of ten) {
        const [answer, status, word] = await fail();
        expect(answer.status, answer.text).to.equal(status);
        expect(answer.headers.get('location') ?? answer.text).to.contain(word);
      }
      const [code, other] = [fresh('js-code'), fresh('code')];
      allowMiniCode(code, { openid: fresh('mini') });
      expect((await mini(code)).status, 'by the mini-program').to.equal(200);
      const { state } = await start();
      allowWebCode(other, { openid: fresh('web') });
      expect((await callback(`code=${other}&state=${state}`)).status, 'by the web').to.equal(200);
    };

    it("a mini-program's code that is posted twice, and sent once", () =>
      tenTimes(async () => {
        const code = fresh('js-code');
        allowMiniCode(code, { openid: fresh('mini') });
        expect((await mini(code)).status).to.equal(200);
        return [await mini(code), 400, 'idp_code_used'];
      }));

    it('a repeated code that was sent and not answered', () =>
      tenTimes(async () => {
        const code = fresh('js-code');
        nock(idp).get('/sns/jscode2session').query(true).reply(502);
        expect((await mini(code)).status).to.equal(502);
        return [await mini(code), 400, 'idp_code_used'];
      }));

    it('a repeated bad code, which counts as one guess and is sent once', async () => {
      const code = fresh('bad-code');
      nock(idp).get('/sns/jscode2session').query(true).reply(200, { errcode: 40029 });
      expect((await mini(code)).body.code).to.equal('idp_code_invalid');
      await tenTimes(async () => [await mini(code), 400, 'idp_code_used']);
    });

    for (const denial of ['', '&code=', '&code=authdeny']) {
      it(`a login that somebody declines on the phone ("${denial}")`, () =>
        tenTimes(async () => [await callback(`state=${(await start()).state}${denial}`), 403, 'user_denied']));
    }

    it('a login that is declined in the page', () =>
      tenTimes(async () => [await post({ code: 'authdeny', state: (await start()).state }), 403, 'user_denied']));

    it('a callback that is reloaded, by a browser and by a program, after success and after a denial', async () => {
      const visit = { Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' };
      await tenTimes(async () => {
        const { state, cookie } = await start();
        const code = fresh('code');
        allowWebCode(code, { openid: fresh('web') });
        const query = `code=${code}&state=${state}`;
        const first = await callback(query, { ...visit, Cookie: cookie });
        expect(first.headers.get('location')).to.contain('#login_code=');
        expect((await callback(query)).body.code).to.equal('state_unknown');
        return [await callback(query, { ...visit, Cookie: cookie }), 303, '#error=invalid_state'];
      });
    });

    it('the code of the embedded QR code that is posted twice', () =>
      tenTimes(async () => {
        const { state } = await start();
        const code = fresh('code');
        allowWebCode(code, { openid: fresh('web') });
        expect((await post({ code, state })).status).to.equal(200);
        return [await post({ code, state }), 400, 'state_unknown'];
      }));

    it('a login code that is redeemed twice, or with the state of another tab', () =>
      tenTimes(async () => {
        const { state, cookie } = await start();
        const code = fresh('code');
        allowWebCode(code, { openid: fresh('web') });
        const there = await callback(`code=${code}&state=${state}`, { Accept: 'text/html', Cookie: cookie });
        const [, loginCode] = /#login_code=([^&]+)/.exec(there.headers.get('location')!)!;
        expect((await post({ login_code: loginCode, state: fresh('state') })).body.code).to.equal('login_code_invalid');
        return [await post({ login_code: loginCode, state }), 400, 'login_code_invalid'];
      }));

    it('the state of another browser, which is used up', () =>
      tenTimes(async () => {
        const { state } = await start();
        return [await callback(`code=${fresh('code')}&state=${state}`, { Accept: 'text/html' }), 303, 'invalid_state'];
      }));

    it('a login of somebody whom the provider blocks', () =>
      tenTimes(async () => {
        nock(idp).get('/sns/jscode2session').query(true).reply(200, { errcode: 40226 });
        return [await mini(fresh('js-code')), 403, 'idp_user_blocked'];
      }));

    it('but a state or a login code that was not issued is a guess, and so is a code that the provider reports as bad or used', async () => {
      const there = { 'X-Forwarded-For': `198.51.100.${(hosts += 1)}` };
      const guesses: readonly (() => Promise<Answer>)[] = [
        () => callback(`code=c&state=${fresh('guess')}`),
        () => callback(`state=${fresh('guess')}`),
        () => callback('code=c&state=no%20state'),
        () => post({ code: 'c', state: fresh('guess') }),
        () => post({ login_code: fresh('guess'), state: 's' }),
        ...[40029, 42003, 41008, 40163].map((errcode) => () => {
          nock(idp).get('/sns/jscode2session').query(true).reply(200, { errcode });
          return mini(fresh('js-code'));
        }),
        async () => {
          const { state } = await start();
          nock(idp).get('/sns/oauth2/access_token').query(true).reply(200, { errcode: 40163 });
          return callback(`code=${fresh('code')}&state=${state}`);
        },
      ];
      for (const guess of guesses) expect((await guess()).status).to.equal(400);
      expect((await mini(fresh('js-code'))).status, 'the eleventh').to.equal(429);
      const code = fresh('js-code');
      allowMiniCode(code, { openid: fresh('mini') });
      const elsewhere = await shipped.post('/api/auth/idp/mini/login', { code }, { headers: there });
      expect(elsewhere.status, 'at another address').to.equal(200);
    });

    after(async () => {
      await shipped.stop();
      const tables = await PGlite.create(path.join(dataDir, 'database', 'cluster'));
      const { rows } = await tables.query<{ code: string }>(
        "select distinct details->>'code' as code from audit where event = 'login_refused'",
      );
      await tables.close();
      rmSync(dataDir, { recursive: true, force: true });
      // Guesses and blocked users are recorded; declined, repeated and reloaded logins are not.
      expect(rows.map(({ code }) => code).sort()).to.deep.equal([
        'idp_code_invalid',
        'idp_code_used',
        'idp_user_blocked',
        'login_code_invalid',
        'state_unknown',
      ]);
    });
  });

  describe('bad mini-program codes of all addresses', () => {
    const shipped = useBackend({ LIMIT_ADDRESS_FAILURES_PER_MINUTE: '2', TRUSTED_PROXY_HOPS: '1' });
    const post = (code: string, address: string) =>
      shipped.post('/api/auth/idp/mini/login', { code }, { headers: { 'X-Forwarded-For': address } });
    const signIn = (address: string) => {
      const code = fresh('js-code');
      allowMiniCode(code, { openid: fresh('mini') });
      return post(code, address);
    };

    it('are sent until there are thirty times as many failures as one address may have, and then only for known addresses', async () => {
      const known = '192.0.2.1';
      expect((await signIn(known)).status).to.equal(200);
      // These simultaneous logins are as many as there may be failures. They succeed, so they do not count as failures.
      const crowd = Array.from({ length: 60 }, (_, index) => signIn(`198.51.100.${index}`));
      expect((await Promise.all(crowd)).filter(({ status }) => status !== 200)).to.deep.equal([]);
      let sent = 0;
      nock(idp)
        .persist()
        .get('/sns/jscode2session')
        .query(true)
        .reply(200, () => ((sent += 1), { errcode: 40029, errmsg: 'invalid code' }));
      const guesses = Array.from({ length: 200 }, (_, index) => post(fresh('bad-code'), `203.0.113.${index}`));
      const answers = await Promise.all(guesses);
      expect(sent).to.equal(60);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).to.have.length(140);
      for (const answer of refused) expectProblem(answer, 429, ['rate_limited', 'rate_limited_address']);
      nock.cleanAll();
      expect((await signIn('192.0.2.2')).status, 'a stranger').to.equal(429);
      expect((await signIn(known)).status, 'who is known').to.equal(200);
      expect((await signIn('198.51.100.7')).status, 'who is known').to.equal(200);
      const { text } = await shipped.get('/metrics');
      expect(Number(/^duplex_limited_total\{limit="code"\} (\d+)$/m.exec(text)![1])).to.equal(141);
    });
  });

  describe('limits of signed-in calls', () => {
    const limited = useBackend({ LIMIT_ACCOUNT_PER_MINUTE: '4', LIMIT_PHONE_PER_MINUTE: '2' });
    const arriveLimited = async () => tokensOf(await signInMini(limited, { openid: fresh('mini') }));

    it('count the signed-in calls of a user in all sessions together, and are checked before the work', async () => {
      const person = { openid: fresh('mini') };
      const one = tokensOf(await signInMini(limited, person));
      const two = tokensOf(await signInMini(limited, person));
      const calls = [
        () => limited.get('/api/auth/me', { bearer: one.access }),
        () => limited.request('PATCH', '/api/auth/me', { bearer: two.access, json: { nickname: '甲' } }),
        () => limited.get('/api/auth/sessions', { bearer: one.access }),
        () => limited.request('PUT', '/api/auth/me', { bearer: one.access, json: { nickname: '乙' } }),
      ];
      for (const call of calls) expect((await call()).status).to.equal(200);
      const more = [
        () => limited.post('/api/auth/idp/mini/phone', encryptPhone({ phone: '13800001234' }), { bearer: one.access }),
        () => limited.request('DELETE', '/api/auth/me', { bearer: one.access }),
      ];
      for (const call of [...calls, ...more]) {
        const answer = await call();
        expectCode(answer, 429, 'rate_limited_user');
        expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60);
      }
      const somebody = await arriveLimited();
      expect((await limited.get('/api/auth/me', { bearer: somebody.access })).status).to.equal(200);
    });

    it('never count signing out and ending sessions', async () => {
      const person = { openid: fresh('mini') };
      const thief = tokensOf(await signInMini(limited, person));
      const own = tokensOf(await signInMini(limited, person));
      const list = await limited.get('/api/auth/sessions', { bearer: own.access });
      const { id } = (list.body.sessions as { id: string; current: boolean }[]).find(({ current }) => !current)!;
      for (let count = 0; count < 5; count += 1) await limited.get('/api/auth/me', { bearer: thief.access });
      expect((await limited.get('/api/auth/me', { bearer: own.access })).status).to.equal(429);
      const end = await limited.request('DELETE', `/api/auth/sessions/${id}`, { bearer: own.access });
      expect(end.status).to.equal(204);
      expectCode(await limited.get('/api/auth/me', { bearer: thief.access }), 401, 'session_revoked');
      expect((await limited.request('POST', '/api/auth/logout', { bearer: own.access })).status).to.equal(204);
      const last = tokensOf(await signInMini(limited, person));
      expect((await limited.request('POST', '/api/auth/logout-all', { bearer: last.access })).status).to.equal(204);
    });

    it('let few calls through to the provider, whose phone numbers cost money', async () => {
      const { access: bearer } = await arriveLimited();
      nock(idp).post('/cgi-bin/stable_token').reply(200, { access_token: 'global', expires_in: 7200 });
      const asked = nock(idp)
        .post('/wxa/business/getuserphonenumber')
        .query(true)
        .times(9)
        .reply(200, { errcode: 40029, errmsg: 'invalid code' });
      const statuses: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        statuses.push((await limited.post('/api/auth/idp/mini/phone', { code: fresh('guess') }, { bearer })).status);
      }
      expect(statuses).to.deep.equal([400, 400, 429]);
      expect(asked.pendingMocks()[0], 'the third was not sent').not.to.equal(undefined);
      const old = await limited.post('/api/auth/idp/mini/phone', encryptPhone({ phone: '13800001234' }), { bearer });
      expect(old.status, 'the old method does not call the provider').to.equal(200);
    });
  });
});
