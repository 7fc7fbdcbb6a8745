// From one version to the next and back, as in server/OPERATE.md, on PostgreSQL: tables of version 0.1, two
// instances that serve all the time, a migration meanwhile, and a dump.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { repository, run } from '../support/command.ts';
import { makeNextVersion, nextMigration } from '../support/next-version.ts';
import { startEverybody, startServer } from '../support/processes.ts';
import type { Everybody, Running } from '../support/processes.ts';
import { freePort } from '../support/ports.ts';
import { makeRedisServer } from '../support/redis.ts';
import type { RedisServer } from '../support/redis.ts';
import { makeSchema, skip } from '../support/services.ts';

/** A dump of the tables of version 0.1, with two accounts. Every release must be able to start with it. */
const firstDump = path.join(import.meta.dirname, 'upgrade/0.1.sql');

const guide = readFileSync(path.join(repository, 'server/OPERATE.md'), 'utf8');

type Tokens = { readonly refresh_token: string; readonly user: { readonly id: string } };
type Place = { readonly name: string; readonly url: string };

describe('the way to the next version', () => {
  let server: pg.Client;
  let place: Place;
  let restored: Place;
  let redis: RedisServer;
  let everybody: Everybody;
  let folder: string;
  let next: string;
  const running: Running[] = [];

  const tell = async ({ url }: Place, sql: string): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client.query(sql).finally(() => client.end());
  };
  /** A command of server/OPERATE.md, with the service's address of the database. */
  const shell = ({ url }: Place, line: string): void => {
    expect(guide).to.contain(line);
    const env = { ...process.env, DATABASE_URL: url, FILE: path.join(folder, 'before.dump') };
    const { status, stderr } = spawnSync('sh', ['-ec', line], { env, encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
  };
  const migrate = ({ url }: Place, cwd: string) =>
    run(['--import', 'tsx', 'server/operate/migrate.ts'], { cwd, env: { LANG: 'en_GB.UTF-8', DATABASE_URL: url } });

  before(async function () {
    const schema = await makeSchema(this);
    await schema.drop();
    if (spawnSync('pg_dump', ['--version']).status !== 0) skip(this, 'skipped: no pg_dump on the path');
    server = new pg.Client({ connectionString: schema.url });
    await server.connect();
    const makeDatabase = async (suffix: string): Promise<Place> => {
      const url = new URL(schema.url);
      const name = `${url.searchParams.get('options')!.split('=')[1]!}_${suffix}`;
      url.search = '';
      url.pathname = `/${name}`;
      await server.query(`create database ${name}`);
      return { name, url: url.href };
    };
    place = await makeDatabase('live');
    restored = await makeDatabase('restored');
    redis = await makeRedisServer(this);
    await redis.start();
    everybody = await startEverybody();
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-upgrade-'));
    next = path.join(folder, 'next');
    makeNextVersion(next);
  });
  after(async () => {
    await Promise.all(running.map((instance) => instance.stop('SIGKILL')));
    everybody?.stop();
    await redis?.stop();
    for (const { name } of [place, restored].filter(Boolean)) {
      await server.query(`drop database if exists ${name} with (force)`);
    }
    await server?.end();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  async function startInstance({ url }: Place, { cwd = repository, port }: { cwd?: string; port?: number } = {}) {
    const env = {
      DATABASE_URL: url,
      KEYV_URL: redis.url,
      BASE_URL: 'http://localhost:3000',
      JWT_SECRET: 'the-secret-of-the-rehearsal-is-long-enough',
      IDP_API_URL: everybody.url,
      IDP_AUTHORIZE_URL: `${everybody.url}/authorize`,
      IDP_STATIC_URL: `${everybody.url}/login.js`,
      MINI_APP_ID: 'wx-mini',
      AUTO_MIGRATE: '0',
      // Behind a proxy, an instance that is stopping still answers requests on kept connections.
      TRUSTED_PROXY_HOPS: '1',
      LIMIT_ADDRESS_PER_MINUTE: '0',
      LIMIT_ADDRESS_FAILURES_PER_MINUTE: '0',
      LIMIT_USER_PER_HOUR: '0',
      LIMIT_REFRESH_PER_MINUTE: '0',
      PORT: String(port ?? (await freePort())),
    };
    const instance = await startServer(env, cwd);
    running.push(instance);
    return instance;
  }

  const post = async (origin: string, target: string, json: object): Promise<{ status: number; body: Tokens }> => {
    const response = await fetch(origin + target, {
      method: 'POST',
      headers: { 'X-Forwarded-For': '203.0.113.7' },
      body: new Blob([JSON.stringify(json)], { type: 'application/json' }),
    });
    return { status: response.status, body: (await response.json()) as Tokens };
  };
  let logins = 0;
  /** Forwards a request like a proxy: to the next instance if one refuses the connection. */
  async function send(origins: readonly string[], target: string, json: object): Promise<Tokens> {
    for (const origin of origins) {
      try {
        const { status, body } = await post(origin, target, json);
        if (status !== 200) throw new Error(`${target} on ${origin}: ${status} ${JSON.stringify(body)}`);
        return body;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    }
    throw new Error(`${target}: no instance took it`);
  }
  const signIn = (origins: readonly string[], person: string): Promise<Tokens> =>
    send(origins, '/api/auth/idp/mini/login', { code: `${person}~${(logins += 1)}` });
  const refresh = (origins: readonly string[], { refresh_token }: Tokens): Promise<Tokens> =>
    send(origins, '/api/auth/refresh', { refresh_token });

  /** Signs people in and refreshes without a pause while `work` runs. Returns how often. */
  async function underLoad(origins: readonly string[], work: () => Promise<void>): Promise<number> {
    let isOver = false;
    let rounds = 0;
    const people = Array.from({ length: 6 }, async (_, index) => {
      const mine = index % 2 === 0 ? origins : origins.toReversed();
      let tokens = await signIn(mine, `busy-${index}`);
      const { id } = tokens.user;
      while (!isOver) {
        tokens = await refresh(mine, tokens);
        expect((await signIn(mine, `busy-${index}`)).user.id).to.equal(id);
        rounds += 1;
      }
    });
    const done = work().finally(() => (isOver = true));
    await Promise.all([done, ...people]);
    return rounds;
  }

  let old: readonly Running[];
  let quiet: Tokens;

  it('begins with tables of version 0.1, which need only the migrations that were released since', async () => {
    await tell(place, readFileSync(firstDump, 'utf8'));
    expect(await migrate(place, repository)).to.include({ code: 0, stderr: '' });
    await migrate(restored, repository);
    const columns = `select table_name, column_name, data_type, is_nullable from information_schema.columns
      where table_schema = 'public' order by 1, 2`;
    expect((await tell(place, columns)).rows).to.deep.equal((await tell(restored, columns)).rows);
    old = [await startInstance(place), await startInstance(place)];
    const origins = old.map(({ origin }) => origin);
    expect((await signIn(origins, 'of-old')).user.id).to.equal('01990000-0000-7000-8000-000000000001');
    quiet = await signIn(origins, 'quiet');
  });

  it('dumps the database, and migrates it while two instances keep serving', async () => {
    shell(place, '(umask 077 && pg_dump --format=custom --file="$FILE" --dbname="$DATABASE_URL")');
    expect(statSync(path.join(folder, 'before.dump')).mode & 0o077, 'private to its owner').to.equal(0);
    const rounds = await underLoad(
      old.map(({ origin }) => origin),
      async () => {
        expect(await migrate(place, next)).to.include({ code: 0, stdout: `Applied ${nextMigration}.\n`, stderr: '' });
      },
    );
    expect(rounds).to.be.above(0);
    expect((await tell(place, 'select locale from users')).rowCount).to.be.above(0);
  });

  it('replaces one instance after the other, and no request fails', async () => {
    const origins = old.map(({ origin }) => origin);
    await underLoad(origins, async () => {
      for (const instance of old) {
        await instance.stop('SIGTERM');
        await startInstance(place, { cwd: next, port: instance.port });
      }
    });
  });

  it('goes back to the previous version on the tables of the next one', async () => {
    const back = await startInstance(place);
    expect((await signIn([back.origin], 'of-old')).user.id).to.equal('01990000-0000-7000-8000-000000000001');
    expect(await migrate(place, repository)).to.include({
      code: 0,
      stdout: 'Nothing to do: the database is up to date.\n',
    });
  });

  it('goes back to the dump: idle users stay signed in, users who came since then sign in again', async () => {
    const { user } = await signIn([running.at(-1)!.origin], 'later');
    shell(restored, 'pg_restore --clean --if-exists --no-owner --exit-on-error --dbname="$DATABASE_URL" "$FILE"');
    const back = await startInstance(restored);
    expect((await refresh([back.origin], quiet)).user.id).to.equal(quiet.user.id);
    expect((await tell(restored, `select from users where id = '${user.id}'`)).rowCount).to.equal(0);
    expect((await signIn([back.origin], 'later')).user.id).to.not.equal(user.id);
  });
});
