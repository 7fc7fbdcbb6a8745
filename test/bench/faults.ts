// `npx tsx test/bench/faults.ts COUNT` (10,000): logs in on two instances while the database, Redis, the provider and
// the instances fail in turn, in whole rounds of all faults. It checks from outside: it compares the answers with the
// tables, and counts the codes that the provider received. Needs PostgreSQL and Redis, as the tests do
// (TEST_DATABASE_URL, TEST_REDIS_URL). Exits with 1 if anything that was acknowledged is missing, or if a session
// exists for a client that got an error.
//
// One kind of such sessions is counted separately and is not a failure. While the network to the database is cut or
// silent, a statement may be executed although its answer is lost. The service cannot know this, so it tells the client
// to try again. This is harmless: nobody got the tokens of the session, and the session ends by itself after 30 days
// (server/OPERATE.md).
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEverybody, startServer } from '../support/processes.ts';
import type { Running } from '../support/processes.ts';
import { freePort } from '../support/ports.ts';
import { openProxy, through } from '../support/proxy.ts';
import { makeRedisRoom, makeSchema } from '../support/services.ts';

const wanted = Number(process.argv[2] ?? 10_000);
const workers = 24;
const suite = {
  skip() {
    throw new Error('PostgreSQL or Redis is missing');
  },
} as unknown as Mocha.Context;

const schema = await makeSchema(suite);
const redis = await makeRedisRoom(suite);
const ways = { database: await openProxy(schema.url, 5432), redis: await openProxy(redis.url, 6379) };
const provider = await startEverybody({ delayMs: 5 });
const provision = await openProxy(provider.url, 80);
const env = {
  BASE_URL: 'http://localhost:3000',
  DATABASE_URL: through(schema.url, ways.database),
  KEYV_URL: through(redis.url, ways.redis),
  IDP_API_URL: through(provider.url, provision).replace(/\/$/, ''),
  JWT_SECRET: 'mO3zq1bT8n0x5wYd7rKc2uVg9sHj4pLe',
  LIMIT_ADDRESS_PER_MINUTE: '0',
  LIMIT_ADDRESS_FAILURES_PER_MINUTE: '0',
  LIMIT_USER_PER_HOUR: '0',
  LIMIT_REFRESH_PER_MINUTE: '0',
};
const ports = [await freePort(), await freePort()];
const begin = (index: number): Promise<Running> => startServer({ ...env, PORT: String(ports[index]) });
const instances = await Promise.all(ports.map((_, index) => begin(index)));
const operator = new pg.Client({ connectionString: schema.url });
await operator.connect();

let [requests, refused, broken, slowest] = [0, 0, 0, 0];
/** Session and user of each login that was answered with 200. */
const acknowledged = new Map<string, string>();
/** The outcome of every other login, by the User-Agent that its session would have. */
const failures = new Map<string, { readonly code: string; readonly ms: number; readonly during: readonly string[] }>();
let present = 'no fault';

const people = Math.max(50, Math.floor(wanted / 5));
async function login(): Promise<void> {
  const person = Math.floor(Math.random() * people);
  const code = `person-${person}~${randomUUID()}`;
  const port = ports[requests % 2]!;
  requests += 1;
  const agent = `request ${requests}`;
  const [began, first] = [performance.now(), present];
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/idp/mini/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': agent },
      body: JSON.stringify({ code }),
    });
    const body = (await answer.json()) as { access_token?: string; user?: { id: string }; code?: string };
    if (answer.status !== 200) {
      refused += 1;
      const ms = Math.round(performance.now() - began);
      failures.set(agent, { code: body.code!, ms, during: [first, present] });
      return void (await wait(50));
    }
    const claims = body.access_token!.split('.')[1]!;
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
    acknowledged.set(sid, body.user!.id);
  } catch {
    broken += 1;
    await wait(50);
  } finally {
    slowest = Math.max(slowest, performance.now() - began);
  }
}

const { database, redis: room } = ways;
const faults: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['the database is cut off', async () => database.cut()],
  ['the database refuses for 2 s', () => refuse(database)],
  ['the database is silent for 6 s', () => silence(database)],
  ['the network to the database is 300 ms slower', () => slow(database)],
  ['users is locked for 6 s', () => lock('users')],
  ['audit is locked for 6 s', () => lock('audit')],
  ['Redis is cut off', async () => room.cut()],
  ['Redis refuses for 2 s', () => refuse(room)],
  ['Redis is silent for 3 s', () => silence(room, 3_000)],
  ['the provider breaks connections', async () => provision.cut()],
  ['the provider refuses for 2 s', () => refuse(provision)],
  ['the provider is silent for 6 s', () => silence(provision)],
  ['an instance is killed', () => replace('SIGKILL')],
  ['an instance is stopped', () => replace('SIGTERM')],
];
/** During these faults, a statement may be executed although the service does not get its answer. */
const keepsUnheard = /^the database (?:is cut off|refuses|is silent)/;
type Way = typeof database;
async function silence(way: Way, ms = 6_000): Promise<void> {
  way.stall();
  await wait(ms);
  await way.restore();
}
async function refuse(way: Way): Promise<void> {
  await way.refuse();
  await wait(2_000);
  await way.restore();
}
async function slow(way: Way): Promise<void> {
  way.delay(150);
  await wait(3_000);
  way.delay(0);
}
async function lock(table: string): Promise<void> {
  await operator.query(`begin; lock table ${table} in access exclusive mode`);
  await wait(6_000);
  await operator.query('commit');
}
async function replace(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const index = Math.floor(Math.random() * 2);
  await instances[index]!.stop(signal);
  instances[index] = await begin(index);
}

let going = true;
const working = Array.from({ length: workers }, async () => {
  while (going) await login();
});
for (let turn = 0; acknowledged.size < wanted || turn % faults.length > 0; turn += 1) {
  const [name, strike] = faults[turn % faults.length]!;
  present = name;
  await strike();
  await wait(2_000);
  console.log(`${acknowledged.size} of ${wanted} after: ${name}`);
}
going = false;
await Promise.all(working);
await wait(6_000);

const ask = async <Row extends object>(text: string): Promise<readonly Row[]> => (await operator.query<Row>(text)).rows;
const rows = await ask<{ id: string; user_id: string; user_agent: string }>(
  'select id, user_id, user_agent from sessions',
);
const sessions = new Map(rows.map((row) => [row.id, row.user_id]));
/**
 * Sessions whose client got no answer, because the instance or the connection broke. The client's next login begins
 * another session.
 */
const unanswered = rows.filter((row) => !acknowledged.has(row.id) && !failures.has(row.user_agent));
const answered = rows.flatMap(({ user_agent: agent }) => failures.get(agent) ?? []);
const isUnheard = ({ during, code }: { during: readonly string[]; code: string }): boolean =>
  code === 'store_unavailable' && during.some((fault) => keepsUnheard.test(fault));
for (const answer of answered) console.log('a session exists, but the answer was', answer);
const records = new Map<string, number>();
for (const { id } of await ask<{ id: string }>("select session_id as id from audit where event = 'signed_in'"))
  records.set(id, (records.get(id) ?? 0) + 1);
const users = new Set((await ask<{ id: string }>('select id from users')).map(({ id }) => id));
const doubled = await ask('select mini_openid from users where mini_openid is not null group by 1 having count(*) > 1');
const counts = new Map<string, number>();
for (const code of provider.codes) counts.set(code, (counts.get(code) ?? 0) + 1);
const all = [...acknowledged];
const result = {
  requests,
  acknowledged: acknowledged.size,
  refused,
  broken,
  slowestMs: Math.round(slowest),
  'sessions lost': all.filter(([session, user]) => sessions.get(session) !== user).length,
  'users lost': all.filter(([, user]) => !users.has(user)).length,
  'people with two users': doubled.length,
  'sessions without their record': [...sessions.keys()].filter((id) => records.get(id) !== 1).length,
  'records without their session': [...records.keys()].filter((id) => !sessions.has(id)).length,
  'sessions of nobody: no answer': unanswered.length,
  'sessions of nobody: the database was not heard': answered.filter(isUnheard).length,
  'sessions of nobody: told of an error': answered.filter((answer) => !isUnheard(answer)).length,
  'codes sent twice': [...counts.values()].filter((count) => count > 1).length,
  'codes sent': counts.size,
};
console.table(result);
for (const instance of instances) await instance.stop('SIGKILL');
provider.stop();
for (const way of [database, room, provision]) await way.close();
await operator.end();
await redis.clear();
await schema.drop();
const losses = [
  ...(['sessions lost', 'users lost', 'people with two users', 'codes sent twice'] as const),
  ...([
    'sessions without their record',
    'records without their session',
    'sessions of nobody: told of an error',
  ] as const),
];
process.exit(losses.some((name) => result[name] > 0) ? 1 : 0);
