// Every request ends within 12 s, and a user whose client got an error is not signed in.
import { expect } from 'chai';
import nock from 'nock';
import pg from 'pg';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fresh, startBackend } from '../support/login.ts';
import type { Answer, Backend } from '../support/login.ts';
import { startProvider } from '../support/provider.ts';
import type { ScriptedProvider } from '../support/provider.ts';
import { openProxy, through } from '../support/proxy.ts';
import type { Proxy } from '../support/proxy.ts';
import { makeSchema } from '../support/services.ts';
import type { Schema } from '../support/services.ts';

const mostMs = 12_000;
type Timed = { readonly answer: Answer; readonly ms: number };

describe('a login ends in time, and only signs in users whose client got tokens,', () => {
  let schema: Schema;
  let way: Proxy;
  let provider: ScriptedProvider;
  let backend: Backend;
  let operator: pg.Client;
  let role: string;
  let known: string[];

  before(async function () {
    schema = await makeSchema(this);
    nock.restore();
    operator = new pg.Client({ connectionString: schema.url });
    await operator.connect();
    // Not a superuser, so that the number of its connections can be limited.
    role = `waits_${randomUUID().replaceAll('-', '')}`;
    const name = new URL(schema.url).searchParams.get('options')!.split('=')[1]!;
    await operator.query(`create role ${role} login; grant all on schema ${name} to ${role}`);
    way = await openProxy(schema.url, 5432);
    const url = new URL(through(schema.url, way));
    url.username = role;
    provider = await startProvider();
    backend = await startBackend({ DATABASE_URL: url.href, IDP_API_URL: provider.url });
    known = Array.from({ length: 8 }, () => fresh('known'));
    for (const openid of known) expect((await login(openid)).answer.status).to.equal(200);
  });
  beforeEach(async () => {
    await operator.query('delete from sessions');
    await operator.query("delete from audit where event = 'signed_in'");
  });
  after(async () => {
    await backend?.stop();
    await provider?.close();
    await way?.close();
    await operator?.query(`drop owned by ${role}; drop role ${role}`);
    await operator?.end();
    await schema?.drop();
    if (!nock.isActive()) nock.activate();
  });

  const time = async (work: Promise<Answer>): Promise<Timed> => {
    const began = performance.now();
    return { answer: await work, ms: performance.now() - began };
  };
  const login = (openid: string): Promise<Timed> =>
    time(backend.post('/api/auth/idp/mini/login', { code: provider.code({ openid }) }));
  const loginByWeb = async (openid: string): Promise<Timed> => {
    const state = fresh('state');
    await backend.get(`/api/auth/idp/web/login?state=${state}`);
    return time(backend.get(`/api/auth/idp/web/callback?code=${provider.code({ openid })}&state=${state}`));
  };
  /** A known user, a new user, and a web login. */
  const logins = (count: number): Promise<Timed>[] =>
    Array.from({ length: count }, (_, index) => {
      const openid = index % 2 ? fresh('new') : known[index % known.length]!;
      return index % 3 ? login(openid) : loginByWeb(fresh('web'));
    });

  const expectEnds = async (work: readonly Promise<Timed>[]): Promise<readonly Answer[]> => {
    const outcomes = await Promise.all(work);
    for (const { answer, ms } of outcomes) {
      expect(ms, answer.text).to.be.below(mostMs);
      expect([200, 503, 504]).to.include(answer.status);
    }
    return outcomes.map(({ answer }) => answer);
  };
  /** The rows in the database after everything has ended. */
  const expectOnlyAcknowledged = async (answers: readonly Answer[]): Promise<void> => {
    const busy = /duplex_database_connections\{state="(?:used|waiting)"\} [1-9]/;
    while (busy.test((await backend.get('/metrics')).text)) await wait(50);
    const acknowledged = answers.filter(({ status }) => status === 200).map(({ body }) => sessionOf(body));
    const { rows: sessions } = await operator.query<{ id: string }>('select id from sessions');
    const { rows: records } = await operator.query<{ id: string }>(
      "select session_id as id from audit where event = 'signed_in'",
    );
    for (const rows of [sessions, records]) {
      expect(rows.map(({ id }) => id).sort()).to.deep.equal([...acknowledged].sort());
    }
  };

  for (const table of ['users', 'sessions', 'audit', 'spent_codes']) {
    it(`while the table ${table} is locked`, async () => {
      await operator.query(`begin; lock table ${table} in access exclusive mode`);
      const under = expectEnds(logins(30));
      await wait(9_000);
      await operator.query('commit');
      await expectOnlyAcknowledged(await under);
    });
  }

  it('on a slow network, with 64 concurrent logins', async () => {
    way.delay(150);
    const answers = await expectEnds(logins(64));
    way.delay(0);
    expect(answers.filter(({ status }) => status === 200).length).to.be.above(20);
    await expectOnlyAcknowledged(answers);
  });

  it('in a burst of 64 logins without an open connection: all succeed', async () => {
    way.cut();
    // On a connection whose end was not noticed yet, a login would fail.
    const free = /duplex_database_connections\{state="free"\} [1-9]/;
    while (free.test((await backend.get('/metrics')).text)) await wait(20);
    const answers = await expectEnds(logins(64));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(64).fill(200));
    await expectOnlyAcknowledged(answers);
  });

  it('on a database without free connections', async () => {
    way.cut();
    await operator.query(`alter role ${role} connection limit 2`);
    const answers = await expectEnds(logins(40));
    await operator.query(`alter role ${role} connection limit -1`);
    await expectOnlyAcknowledged(answers);
  });

  it('on a database that no longer answers, except for lost answers to a commit', async () => {
    const under = expectEnds(logins(20));
    await wait(30);
    way.stall();
    const answers = await under;
    await way.restore();
    way.cut();
    // A commit whose answer was lost has happened: only such sessions may be additional.
    const { rows } = await operator.query<{ id: string }>('select id from sessions');
    const ids = new Set(rows.map(({ id }) => id));
    for (const { status, body } of answers) if (status === 200) expect(ids.has(sessionOf(body))).to.equal(true);
  });
});

function sessionOf(body: Record<string, unknown>): string {
  const [, claims = ''] = String(body.access_token).split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }).sid;
}
