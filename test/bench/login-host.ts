// A process of servers for `bench login`: the yardsticks and the service side by side, each on its own port.
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import jwt from 'jsonwebtoken';
import createKnex from 'knex';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import pg from 'pg';
import { readConfig } from '../../server/login-config.ts';
import { openPostgres, timeouts } from '../../server/db/postgres.ts';
import { createLog } from '../../server/process/log.ts';
import { openOutput } from '../../server/process/output.ts';
import { bearerOf } from '../../server/routes/bearer-token.ts';
import { createBackend } from '../../server/backend.ts';
import { createTokens } from '../../server/services/token-service.ts';
import { answerOrders, connections, listen } from './login-process.ts';

export type Contender = 'http' | 'koa' | 'koa+update' | 'koa+verify' | 'service';
export type Hosted = {
  readonly ports: Readonly<Record<Contender, number>>;
  /** Tokens that `koa+verify` accepts: many different ones, as in a real service. */
  readonly bearers: readonly string[];
};
/** Work without requests, which ours and its yardstick repeat. */
type Upserts = { readonly do: 'upserts'; readonly by: 'pg' | 'knex'; readonly count: number };
type Checks = { readonly do: 'checks'; readonly by: 'duplex' | 'jsonwebtoken'; readonly count: number };
export type Timed = Upserts | Checks;
/** Microseconds of CPU and of wall time for each repetition. */
export type Cost = { readonly cpu: number; readonly wall: number };
export type Order = { readonly do: 'cpu' } | Timed;

const env = process.env as Readonly<Record<string, string>>;
const url = env.DATABASE_URL!;
const answer = { id: randomUUID(), nickname: null, avatar_url: null, created_at: '2026-11-20T00:00:00.000Z' };

function koa(...middleware: readonly Koa.Middleware[]): RequestListener {
  const app = new Koa();
  for (const each of middleware) app.use(each);
  return app.callback() as RequestListener;
}

const config = readConfig();
const service = await createBackend({ config, log: createLog(config.logLevel, openOutput()), stopping: () => false });

const pool = new pg.Pool({ connectionString: url, max: connections });
await pool.query(
  'create table yardstick (id integer primary key, generation integer not null, at timestamptz) with (fillfactor = 80)',
);
await pool.query('insert into yardstick select number, 0 from generate_series(0, 99) as number');
/** Prepared once on each connection, as the service's hot statements are. */
const update = {
  name: 'advance',
  text: 'update yardstick set generation = generation + 1, at = $2 where id = $1 returning id, generation, at',
};

const clock = (): Date => new Date();
const tokens = createTokens({ secret: config.jwt.secret, previous: [], issuer: config.baseUrl, clock });
const issueBearer = (_: unknown, generation: number): string => {
  const session = { id: randomUUID(), channel: 'mini', generation, rotatedAt: clock() } as const;
  return tokens.issue({ session, userId: randomUUID() }).accessToken;
};

const ports: Hosted['ports'] = {
  http: await listen((_request, response) => {
    const body = JSON.stringify(answer);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  }),
  koa: await listen(koa((ctx) => void (ctx.body = answer))),
  'koa+update': await listen(
    koa(bodyParser({ enableTypes: ['json'], jsonLimit: '8kb' }), async (ctx) => {
      const { id } = (ctx.request as unknown as { body: { id: number } }).body;
      const { rows } = await pool.query({ ...update, values: [id, new Date()] });
      ctx.body = rows[0] as object;
    }),
  ),
  'koa+verify': await listen(
    koa((ctx) => {
      tokens.verifyAccess(bearerOf(ctx)!);
      ctx.body = answer;
    }),
  ),
  service: await listen(service.app.callback() as RequestListener),
};

const knex = createKnex({
  client: 'pg',
  connectionPool: openPostgres({ url, size: connections, timeouts, report() {} }),
});

/** Writes one row for each of a few hundred openids, as a login without merges does. */
const upserts = {
  pg: (openid: string) =>
    pool.query(
      `insert into users (id, mini_openid, status, created_at, last_login_at, last_login_src) values ($1, $2, $3, $4, $5, $6)
       on conflict (mini_openid) do update set last_login_at = excluded.last_login_at, last_login_src = excluded.last_login_src
       returning *`,
      [randomUUID(), openid, 'active', new Date(), new Date(), 'mini'],
    ),
  // A query of knex becomes a Promise only when it is awaited.
  knex: async (openid: string) =>
    await knex('users')
      .insert({
        id: randomUUID(),
        mini_openid: openid,
        status: 'active',
        created_at: new Date(),
        last_login_at: new Date(),
        last_login_src: 'mini',
      })
      .onConflict('mini_openid')
      .merge(['last_login_at', 'last_login_src'])
      .returning('*'),
};

const bearers = Array.from({ length: 1_000 }, issueBearer);
const key = createSecretKey(config.jwt.secret, 'utf8');
const claims = { algorithms: ['HS256' as const], issuer: config.baseUrl, audience: config.baseUrl };

/** Two checks of an access token with the same key: the service's, and that of jsonwebtoken's documentation. */
const checks = {
  duplex: (bearer: string) => tokens.verifyAccess(bearer),
  jsonwebtoken: (bearer: string) => jwt.verify(bearer, key, claims),
};

async function time(count: number, work: (index: number) => unknown): Promise<Cost> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  for (let index = 0; index < count; index += 1) {
    const result = work(index);
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / count, wall: ((performance.now() - began) * 1000) / count };
}

answerOrders({
  upserts({ by, count }: Upserts) {
    const mark = randomBytes(4).toString('hex');
    return time(count, (index) => upserts[by](`${mark}-${index % 200}`));
  },
  checks: ({ by, count }: Checks) => time(count, (index) => checks[by](bearers[index % bearers.length]!)),
});
const hosted: Hosted = { ports, bearers };
process.send!(hosted);
