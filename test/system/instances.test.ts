// Several instances on one PostgreSQL and one Redis serve one user base.
import { expect } from 'chai';
import nock from 'nock';
import {
  allowMiniCode,
  allowWebCode,
  cookieOf,
  fresh,
  idp,
  signInMini,
  startBackend,
  tokensOf,
} from '../support/login.ts';
import type { Backend } from '../support/login.ts';
import { makeRedisServer } from '../support/redis.ts';
import type { RedisServer } from '../support/redis.ts';
import { makeSchema } from '../support/services.ts';
import type { Schema } from '../support/services.ts';

describe('two instances', () => {
  let schema: Schema;
  let redis: RedisServer;
  let one: Backend;
  let two: Backend;
  let env: Record<string, string>;

  before(async function () {
    schema = await makeSchema(this);
    // Its own Redis: counters live for an hour, under names that a test cannot choose.
    redis = await makeRedisServer(this);
    await redis.start();
    const page = 'https://login.test/login/';
    env = { DATABASE_URL: schema.url, KEYV_URL: redis.url, TRUSTED_PROXY_HOPS: '1', LOGIN_RETURN_URL: page };
    const limits = {
      LIMIT_ADDRESS_PER_MINUTE: '4',
      LIMIT_ADDRESS_FAILURES_PER_MINUTE: '2',
      LIMIT_USER_PER_HOUR: '4',
    };
    [one, two] = await Promise.all([startBackend({ ...env, ...limits }), startBackend({ ...env, ...limits })]);
  });
  after(async () => {
    await Promise.all([one?.stop(), two?.stop()]);
    await redis?.stop();
    await schema?.drop();
  });
  afterEach(() => {
    nock.cleanAll();
  });

  /** An address without counters of other tests. */
  const someAddress = () => {
    const part = () => Math.floor(Math.random() * 65_536).toString(16);
    return { headers: { 'X-Forwarded-For': `2001:db8:${part()}:${part()}::1` } };
  };

  it('migrate one database at the same time', async () => {
    expect((await one.get('/readyz')).status).to.equal(200);
    expect((await two.get('/readyz')).status).to.equal(200);
  });

  it('take a state that the other stored, once', async () => {
    const state = fresh('state');
    const code = fresh('code');
    await one.get(`/api/auth/idp/web/login?state=${state}`, someAddress());
    allowWebCode(code, { openid: fresh('web') });
    const target = `/api/auth/idp/web/callback?code=${code}&state=${state}`;
    const answers = await Promise.all([one, two, one, two].map((instance) => instance.get(target, someAddress())));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400]);
  });

  it('create one successor of a token that both refresh', async () => {
    const { refresh } = tokensOf(await signInMini(one, { openid: fresh('mini') }));
    const instances = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? one : two));
    const answers = await Promise.all(
      instances.map((instance) => instance.post('/api/auth/refresh', { refresh_token: refresh })),
    );
    expect(new Set(answers.map((answer) => tokensOf(answer).refresh)).size).to.equal(1);
  });

  it('send a code to the provider once', async () => {
    const code = fresh('code');
    allowMiniCode(code, { openid: fresh('mini') });
    const instances = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : two));
    const answers = await Promise.all(
      instances.map((instance) => instance.post('/api/auth/idp/mini/login', { code }, someAddress())),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.filter(({ body }) => body.code === 'idp_code_used')).to.have.length(7);
  });

  it('share their limits', async () => {
    const address = someAddress();
    const statuses: number[] = [];
    for (const instance of [one, two, one, two, one, two]) {
      statuses.push((await instance.get(`/api/auth/idp/web/login?state=${fresh('state')}`, address)).status);
    }
    expect(statuses).to.deep.equal([302, 302, 302, 302, 429, 429]);
    const openid = fresh('mini');
    const logins = await Promise.all(
      [one, two, one, two, one, two].map((instance) => {
        const code = fresh('code');
        allowMiniCode(code, { openid });
        return instance.post('/api/auth/idp/mini/login', { code }, someAddress());
      }),
    );
    expect(logins.filter(({ status }) => status === 200)).to.have.length(4);
    expect(logins.filter(({ body }) => body.code === 'rate_limited_user')).to.have.length(2);
  });

  it('share the limit of bad mini-program codes, also of simultaneous requests, and the known addresses', async () => {
    const known = someAddress();
    const signIn = (instance: Backend, at: typeof known) => {
      const code = fresh('code');
      allowMiniCode(code, { openid: fresh('mini') });
      return instance.post('/api/auth/idp/mini/login', { code }, at);
    };
    tokensOf(await signIn(one, known));
    let sent = 0;
    nock(idp)
      .persist()
      .get('/sns/jscode2session')
      .query(true)
      .reply(200, () => ((sent += 1), { errcode: 40029, errmsg: 'invalid code' }));
    const guesses = Array.from({ length: 100 }, (_, index) =>
      [one, two][index % 2]!.post('/api/auth/idp/mini/login', { code: fresh('bad') }, someAddress()),
    );
    expect((await Promise.all(guesses)).filter(({ status }) => status === 429)).to.have.length(40);
    expect(sent).to.equal(60);
    nock.cleanAll();
    expect((await signIn(two, someAddress())).status).to.equal(429);
    tokensOf(await signIn(two, known));
  });

  it('end a session everywhere', async () => {
    const { access } = tokensOf(await signInMini(one, { openid: fresh('mini') }));
    expect((await one.request('POST', '/api/auth/logout', { bearer: access })).status).to.equal(204);
    expect((await two.get('/api/auth/me', { bearer: access })).body.code).to.equal('session_revoked');
  });

  it('refuse an earlier login code after a sign-out everywhere on the other instance', async () => {
    const person = { openid: fresh('web') };
    const announce = async () => {
      const [state, code] = [fresh('state'), fresh('code')];
      allowWebCode(code, person);
      const begun = await one.get(`/api/auth/idp/web/login?state=${state}`, someAddress());
      const headers = { Accept: 'text/html', Cookie: cookieOf(begun), ...someAddress().headers };
      const led = await one.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, { headers });
      return { login_code: /login_code=([^&]+)/.exec(led.headers.get('location')!)![1], state };
    };
    const redeem = (body: unknown) => one.post('/api/auth/idp/web/code', body, someAddress());
    const { access } = tokensOf(await redeem(await announce()));
    const early = await announce();
    expect((await two.request('POST', '/api/auth/logout-all', { bearer: access })).status).to.equal(204);
    expect((await redeem(early)).body.code).to.equal('login_code_invalid');
    tokensOf(await redeem(await announce()));
  });

  it('change their secret one after the other, and accept the earlier tokens', async () => {
    const { access, refresh } = tokensOf(await signInMini(one, { openid: fresh('mini') }));
    const secret = 'the-next-jwt-secret-of-at-least-32-bytes';
    const rotated = await startBackend({
      ...env,
      JWT_SECRET: secret,
      JWT_SECRET_PREVIOUS: 'planted-jwt-secret-of-at-least-32-bytes',
    });
    try {
      expect((await rotated.get('/api/auth/me', { bearer: access })).status).to.equal(200);
      const next = tokensOf(await rotated.post('/api/auth/refresh', { refresh_token: refresh }));
      expect((await rotated.get('/api/auth/me', { bearer: next.access })).status).to.equal(200);
      // Until it has the new secret too, the old instance cannot know what the new one signs.
      expect((await two.get('/api/auth/me', { bearer: next.access })).body.code).to.equal('access_token_invalid');
    } finally {
      await rotated.stop();
    }
  });
});
