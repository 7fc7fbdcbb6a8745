// The whole service while PostgreSQL or Redis fails: it gives the documented answers in time, and recovers within 5 s.
import { expect } from 'chai';
import nock from 'nock';
import pg from 'pg';
import { problems } from '../../../server/problem.ts';
import type { ProblemCode } from '../../../server/problem.ts';
import { inspect } from '../../support/invariants.ts';
import { fresh, startBackend, tokensOf } from '../../support/login.ts';
import type { Answer, Backend } from '../../support/login.ts';
import { startProvider } from '../../support/provider.ts';
import type { ScriptedProvider } from '../../support/provider.ts';
import { openProxy, through } from '../../support/proxy.ts';
import type { Proxy } from '../../support/proxy.ts';
import { makeRedisServer } from '../../support/redis.ts';
import type { RedisServer } from '../../support/redis.ts';
import { makeSchema } from '../../support/services.ts';
import type { Schema } from '../../support/services.ts';

const recoveryMs = 5_000;

function expectProblem({ status, body }: Answer, code: ProblemCode): void {
  expect(body.code).to.equal(code);
  expect(status).to.equal(problems[code].status);
}

/** Repeats `work` until it succeeds, which must happen within 5 s; returns the milliseconds. */
async function recover(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  for (;;) {
    try {
      await work();
      return performance.now() - began;
    } catch (error) {
      if (performance.now() - began > recoveryMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A backend with its own provider, on PostgreSQL behind a proxy, and actions of users. */
function useBackend(makeEnv: (suite: Mocha.Context) => Promise<Record<string, string>>) {
  const heard: unknown[] = [];
  const hear = (reason: unknown): void => void heard.push(reason);
  const parts = {} as { backend: Backend; provider: ScriptedProvider };
  before(async function () {
    nock.restore();
    process.on('unhandledRejection', hear);
    const env = await makeEnv(this);
    parts.provider = await startProvider();
    parts.backend = await startBackend({ IDP_API_URL: parts.provider.url, ...env });
  });
  after(async () => {
    await parts.backend?.stop();
    await parts.provider?.close();
    process.off('unhandledRejection', hear);
    if (!nock.isActive()) nock.activate();
    expect(heard, 'unhandled rejections').to.deep.equal([]);
  });

  const post = (target: string, json: unknown): Promise<Answer> => parts.backend.post(target, json);
  return {
    get: (target: string, bearer?: string) => parts.backend.get(target, bearer === undefined ? {} : { bearer }),
    login: (code = parts.provider.code({ openid: fresh('mini') })) => post('/api/auth/idp/mini/login', { code }),
    refresh: (token: string) => post('/api/auth/refresh', { refresh_token: token }),
    begin: (state: string) => parts.backend.get(`/api/auth/idp/web/login?state=${state}`),
    finish: (state: string, code = parts.provider.code({ openid: fresh('web') })) =>
      parts.backend.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`),
    code: () => parts.provider.code({ openid: fresh('mini') }),
    sent: (code: string) => parts.provider.sent(code),
    mostSent: () => parts.provider.mostSent(),
  };
}

describe('faults of PostgreSQL', () => {
  const name = `duplex-faults-${process.pid}`;
  const role = `duplex_faults_${process.pid}`;
  let schema: Schema;
  let way: Proxy;
  let operator: pg.Client;

  const { get, login, refresh, code, sent, mostSent } = useBackend(async (suite) => {
    schema = await makeSchema(suite);
    operator = new pg.Client({ connectionString: schema.url });
    await operator.connect();
    const space = new URL(schema.url).searchParams.get('options')!.split('=')[1]!;
    await operator.query(`create role ${role} login`);
    await operator.query(`grant all on schema ${space} to ${role}`);
    way = await openProxy(schema.url, 5432);
    const url = new URL(through(schema.url, way));
    url.username = role;
    url.searchParams.set('application_name', name);
    // On a slow machine, a token whose answer was lost may be sent again only after the usual grace period.
    return { DATABASE_URL: url.href, REFRESH_GRACE_SECONDS: '300' };
  });
  after(async () => {
    await way?.close();
    await operator?.query(`drop owned by ${role}; drop role ${role}`);
    await operator?.end();
    await schema?.drop();
  });
  afterEach(async () => {
    // A test that failed may have left these as they were.
    await way.restore();
    await operator.query(`rollback; alter role ${role} reset default_transaction_read_only`);
    expect((await inspect({ url: schema.url, folder: '' })).broken).to.deep.equal([]);
    expect(mostSent()).to.be.at.most(1);
  });

  const everything = async (): Promise<void> => {
    const { access, refresh: token } = tokensOf(await login());
    expect((await refresh(token)).status).to.equal(200);
    expect((await get('/api/auth/me', access)).status).to.equal(200);
    expect((await get('/readyz')).status).to.equal(200);
  };
  /** Expects store_unavailable from everything that needs PostgreSQL, while the service itself is alive. */
  const expectAway = async ({ access, refresh: token }: { access: string; refresh: string }, withinMs: number) => {
    const began = performance.now();
    const unsent = code();
    const answers = await Promise.all([login(unsent), refresh(token), get('/api/auth/me', access), get('/readyz')]);
    for (const answer of answers) expectProblem(answer, 'store_unavailable');
    expect(performance.now() - began).to.be.below(withinMs);
    expect((await get('/healthz')).status).to.equal(200);
    expect(sent(unsent), 'a code is sent only after its claim is written').to.equal(0);
  };

  it('a server that is down causes store_unavailable at once, and the service recovers as soon as the server is back', async () => {
    const tokens = tokensOf(await login());
    await way.refuse();
    await expectAway(tokens, 4_000);
    await way.restore();
    await recover(everything);
    expect((await refresh(tokens.refresh)).status, 'the token from before').to.equal(200);
  });

  it('a server that stops responding causes store_unavailable within 6 s, and the service recovers as soon as the server responds', async () => {
    const tokens = tokensOf(await login());
    way.stall();
    await expectAway(tokens, 7_500);
    await way.restore();
    await recover(everything);
  });

  it('more waiting requests than connections cause errors within 11 s, and then the service recovers', async () => {
    way.stall();
    const began = performance.now();
    const crowd = Array.from({ length: 40 }, () => login());
    const answers = await Promise.all(crowd);
    const ms = performance.now() - began;
    await way.restore();
    for (const answer of answers) expectProblem(answer, 'store_unavailable');
    // At most 5 s for a turn, then 5 s for an answer or a connection.
    expect(ms).to.be.below(12_000);
    await recover(everything);
  });

  it('a slow server causes no error', async () => {
    way.delay(30);
    await everything();
    await way.restore();
  });

  it('connections that end at any moment cause at worst store_unavailable, and neither a token nor a user is lost', async () => {
    const first = await Promise.all(Array.from({ length: 8 }, async () => tokensOf(await login()).refresh));
    let going = true;
    const ending = (async () => {
      for (let round = 0; going; round += 1) {
        if (round % 2 === 0) way.cut();
        else
          await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
            name,
          ]);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    })();
    let failures = 0;
    const chains = first.map(async (token) => {
      let current = token;
      // The loop runs until at least one refresh fails, because refreshes are so short that all cuts may miss them.
      for (let round = 0; round < 15 || (failures === 0 && round < 200); round += 1) {
        const answer = await refresh(current);
        // Whether the refresh was committed is unknown; in both cases the same token may be sent again.
        if (answer.status === 200) current = tokensOf(answer).refresh;
        else {
          failures += 1;
          expectProblem(answer, 'store_unavailable');
        }
        const other = await login();
        if (other.status !== 200) expectProblem(other, 'store_unavailable');
      }
      return current;
    });
    const last = await Promise.all(chains).finally(() => {
      going = false;
      return ending;
    });
    expect(failures).to.be.at.least(1);
    await recover(everything);
    for (const token of last) expect((await refresh(token)).status).to.equal(200);
  });

  it('a locked table makes logins fail within the timeout, while refreshes work and nothing hangs', async () => {
    const { access, refresh: token } = tokensOf(await login());
    await operator.query('begin; lock table spent_codes in access exclusive mode');
    const began = performance.now();
    const stuck = Array.from({ length: 15 }, () => login());
    const beside = [refresh(token), get('/api/auth/me', access)];
    for (const answer of await Promise.all(beside)) expect(answer.status, answer.text).to.equal(200);
    for (const answer of await Promise.all(stuck)) expectProblem(answer, 'store_unavailable');
    expect(performance.now() - began).to.be.below(15_000);
    await operator.query('rollback');
    await recover(everything);
  });

  it('a read-only server causes store_unavailable, while reading works, and the service recovers without a restart', async () => {
    const { access, refresh: token } = tokensOf(await login());
    const terminate = () =>
      operator.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);
    await operator.query(`alter role ${role} set default_transaction_read_only = on`);
    await terminate();
    const unsent = code();
    await recover(async () => expectProblem(await get('/readyz'), 'store_unavailable'));
    for (const answer of [await login(unsent), await refresh(token)]) expectProblem(answer, 'store_unavailable');
    expect((await get('/api/auth/me', access)).status).to.equal(200);
    expect(sent(unsent)).to.equal(0);
    await operator.query(`alter role ${role} reset default_transaction_read_only`);
    // Earlier connections stay read-only until a statement fails on them, and then they are discarded.
    await recover(everything);
  });
});

describe('faults of Redis', () => {
  let schema: Schema;
  let redis: RedisServer;
  let way: Proxy;

  const { login, refresh, begin, finish, get } = useBackend(async (suite) => {
    redis = await makeRedisServer(suite);
    schema = await makeSchema(suite);
    await redis.start();
    way = await openProxy(redis.url, 6379);
    const limits = {
      LIMIT_ADDRESS_PER_MINUTE: '1000',
      LIMIT_ADDRESS_FAILURES_PER_MINUTE: '1000',
      LIMIT_USER_PER_HOUR: '1000',
      LIMIT_REFRESH_PER_MINUTE: '1000',
    };
    return { DATABASE_URL: schema.url, KEYV_URL: through(redis.url, way), ...limits };
  });
  afterEach(async () => {
    // A test that failed may have left these as they were.
    redis.resume();
    await way.restore();
  });
  after(async () => {
    await redis?.stop();
    await way?.close();
    await schema?.drop();
  });

  const everything = async (): Promise<void> => {
    const state = fresh('state');
    expect((await begin(state)).status).to.equal(302);
    const { refresh: token } = tokensOf(await finish(state));
    expect((await refresh(token)).status).to.equal(200);
    expect((await get('/readyz')).body).to.deep.equal({ status: 'ready' });
  };
  /** Expects that only logins that need a state fail: users stay signed in, and mini-programs can sign in. */
  const expectAway = async (token: string, withinMs: number): Promise<void> => {
    const began = performance.now();
    const [state, other, mini, again] = await Promise.all([
      begin(fresh('state')),
      finish(fresh('state')),
      login(),
      refresh(token),
    ]);
    expectProblem(state, 'store_unavailable');
    expectProblem(other, 'store_unavailable');
    expect(mini.status, mini.text).to.equal(200);
    expect(again.status, again.text).to.equal(200);
    // A load balancer must not remove every instance because of a server that signed-in users do not need.
    const ready = await get('/readyz');
    expect(ready.body).to.deep.equal({ status: 'ready', degraded: ['redis'] });
    expect(ready.status).to.equal(200);
    expect(performance.now() - began).to.be.below(withinMs);
  };

  it('a server that is down stops only logins that need a state', async () => {
    const { refresh: token } = tokensOf(await login());
    await redis.stop();
    await expectAway(token, 3_000);
    await redis.start();
    await recover(everything);
  });

  it('a server that hangs stops only logins that need a state', async () => {
    const { refresh: token } = tokensOf(await login());
    redis.hang();
    await expectAway(token, 10_000);
    redis.resume();
    await recover(everything);
  });

  it('a network that passes no data on stops only logins that need a state', async () => {
    const { refresh: token } = tokensOf(await login());
    way.stall();
    await expectAway(token, 10_000);
    await way.restore();
    await recover(everything);
  });

  it('connections that are cut all the time cause at worst store_unavailable', async () => {
    const cutting = setInterval(() => way.cut(), 20);
    try {
      for (let round = 0; round < 40; round += 1) {
        const answer = await begin(fresh('state'));
        if (answer.status !== 302) expectProblem(answer, 'store_unavailable');
        expect((await login()).status).to.equal(200);
      }
    } finally {
      clearInterval(cutting);
    }
    await recover(everything);
  });

  it('a slow server causes no error', async () => {
    way.delay(40);
    await everything();
    await way.restore();
  });

  it('lost values force unfinished logins to begin again, but sign nobody out', async () => {
    const state = fresh('state');
    await begin(state);
    const { refresh: token } = tokensOf(await login());
    await redis.tell('FLUSHALL');
    expectProblem(await finish(state), 'state_unknown');
    expect((await refresh(token)).status).to.equal(200);
    await everything();
  });
});
