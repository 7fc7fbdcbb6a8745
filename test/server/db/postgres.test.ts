// A PostgreSQL server in trouble: unreachable, silent, restarting, busy, read-only.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { expect } from 'chai';
import pg from 'pg';
import { openDatabase } from '../../../server/stores/database.ts';
import type { Connection, Pool } from '../../../server/db/connection-pool.ts';
import { takeLock } from '../../../server/db/instance-lock.ts';
import { openPostgres, timeouts } from '../../../server/db/postgres.ts';
import { Problem } from '../../../server/problem.ts';
import type { Database } from '../../../server/ports/sql-database.ts';
import { errorOf } from '../../support/errors.ts';
import { openProxy, through } from '../../support/proxy.ts';
import { makeSchema } from '../../support/services.ts';
import type { Schema } from '../../support/services.ts';
import { makeSession, makeUser, morning } from '../stores/rows.ts';

const expectUnavailable = async (work: Promise<unknown>): Promise<void> => {
  expect(await errorOf(work))
    .to.be.instanceOf(Problem)
    .and.include({ code: 'store_unavailable' });
};
const ask = (connection: Connection, text: string): Promise<readonly unknown[]> =>
  new Promise((resolve, reject) =>
    connection.query({ text, values: [] }, (error, result) => (error ? reject(error) : resolve(result!.rows))),
  );

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A proxy that can be frozen: its connections stay open, but no more bytes pass. */
async function makeWay(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy()).on('close', () => sockets.delete(socket));
    }
  });
  const port = await listen(server);
  return {
    port,
    freeze: () => sockets.forEach((socket) => socket.unpipe().pause()),
    close() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

/** The startup parameters that PgBouncer passes on. It refuses all others, with the message below. */
const tracked = ['user', 'database', 'client_encoding', 'datestyle', 'timezone', 'application_name'];

async function startPooler(target: { host: string; port: number }) {
  const server = createServer((near) => {
    near.on('error', () => {});
    near.once('data', (startup) => {
      const names = startup
        .subarray(8)
        .toString()
        .split('\0')
        .filter((_, index) => index % 2 === 0);
      const stranger = names.find((name) => name !== '' && !tracked.includes(name));
      if (stranger === undefined) {
        const far = connect(target);
        far.on('error', () => near.destroy());
        far.write(startup);
        near.pipe(far).pipe(near);
        return;
      }
      const text = `SFATAL\0C08P01\0Munsupported startup parameter: ${stranger}\0\0`;
      const head = Buffer.alloc(5);
      head.write('E');
      head.writeUInt32BE(4 + text.length, 1);
      near.end(Buffer.concat([head, Buffer.from(text)]));
    });
  });
  return { server, port: await listen(server) };
}

describe('PostgreSQL in trouble', () => {
  let schema: Schema;
  let operator: pg.Client;
  /** Messages about idle connections that broke. */
  let reports: string[];
  const closings: (() => unknown)[] = [];
  let names = 0;

  before(async function () {
    schema = await makeSchema(this);
    operator = new pg.Client({ connectionString: schema.url });
    await operator.connect();
  });

  beforeEach(() => {
    reports = [];
  });

  it('every wait has a timeout by default, and the server itself ends long statements', async () => {
    for (const [wait, ms] of Object.entries(timeouts)) expect(ms, wait).to.be.within(1_000, 30_000);
    const pool = openPostgres({ url: schema.url, size: 1, timeouts, report() {} });
    const connection = await pool.connect();
    const [row] = await ask(connection, "select setting::int as ms from pg_settings where name = 'statement_timeout'");
    expect((row as { ms: number }).ms).to.be.within(1_000, 10_000);
    connection.release();
    await pool.end();
  });

  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
  });

  after(async () => {
    await operator?.end();
    await schema?.drop();
  });

  const urlWith = (change: (url: URL) => void): string => {
    const url = new URL(schema.url);
    change(url);
    return url.href;
  };
  const open = async (url: string): Promise<Database> => {
    const database = await openDatabase({
      url,
      folder: '/nowhere',
      clock: () => morning,
      report: (message) => reports.push(message),
    });
    closings.push(() => database.close());
    return database;
  };
  /** A database whose connections are distinguishable from all others, and a way to end them from outside. */
  const openNamed = async () => {
    const name = `duplex-test-${process.pid}-${(names += 1)}`;
    const database = await open(urlWith(({ searchParams }) => searchParams.set('application_name', name)));
    await database.migrate();
    const terminate = () =>
      operator.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);
    return { database, terminate };
  };
  const openPool = (parts: Partial<Parameters<typeof openPostgres>[0]> & { url: string }): Pool => {
    const pool = openPostgres({ size: 2, timeouts, report: (message) => reports.push(message), ...parts });
    closings.push(() => pool.end());
    return pool;
  };

  /**
   * Starts a pooler, and creates a role whose default schema is that of the tests, because the URL of a pooler cannot
   * choose a schema.
   */
  const makePooler = async (): Promise<string> => {
    const { hostname, port } = new URL(schema.url);
    const pooler = await startPooler({ host: hostname, port: Number(port || 5432) });
    const name = new URL(schema.url).searchParams.get('options')!.split('=')[1]!;
    await operator.query(`create role ${name} superuser login; alter role ${name} set search_path = ${name}`);
    closings.push(async () => {
      pooler.server.close();
      await operator.query(`reassign owned by ${name} to current_user; drop role ${name}`);
    });
    return urlWith((address) => {
      address.hostname = '127.0.0.1';
      address.port = String(pooler.port);
      address.username = name;
      address.search = '';
    });
  };

  it('every call fails immediately with store_unavailable if no server listens', async () => {
    const server = createServer();
    const port = await listen(server);
    server.close();
    const database = await open(urlWith((url) => (url.port = String(port))));
    const calls: readonly (() => Promise<unknown>)[] = [
      () => database.ping(),
      () => database.users.get(makeUser().id),
      () => database.codes.claim({ key: 'x', now: morning }),
      () => database.transaction(({ users }) => users.insert(makeUser())),
      () => database.migrate(),
      () => database.checkMigrated(),
    ];
    const begin = performance.now();
    for (const call of calls) await expectUnavailable(call());
    expect(performance.now() - begin).to.be.lessThan(2000);
    expect(database.pool().used).to.equal(0);
  });

  it('a pooler that refuses startup parameters receives none, and its connections have our timeouts', async () => {
    const url = await makePooler();
    const database = await open(url);
    await database.migrate();
    const user = makeUser();
    await database.transaction(({ users }) => users.insert(user));
    expect((await database.users.get(user.id))?.createdAt).to.deep.equal(user.createdAt);
    const pool = openPool({ url, timeouts });
    const connection = await pool.connect();
    for (const [name, value] of [
      ['statement_timeout', '4s'],
      ['idle_in_transaction_session_timeout', '4s'],
    ])
      expect(await ask(connection, `show ${name}`)).to.deep.equal([{ [name!]: value }]);
    connection.release();
    const lock = await takeLock({ url, alone: false, timeoutMs: 0, onWait() {} });
    expect(lock).not.to.equal(undefined);
    lock!.leave();

    const refused = (await errorOf((await open(`${url}?statement_timeout=200`)).ping())) as Problem;
    expect((refused.cause as Error).message).to.contain(
      'remove statement_timeout from DATABASE_URL, or add it to ignore_startup_parameters of the pooler',
    );
  });

  for (const style of ['German', 'SQL, DMY', 'SQL, MDY', 'Postgres, MDY', 'ISO, YMD']) {
    it(`dates are read correctly if the DateStyle of the database is ${style}`, async () => {
      const options = new URL(schema.url).searchParams.get('options')!;
      const set = `${options} -c datestyle=${style.replace(/ /g, '')} -c timezone=Asia/Shanghai`;
      const url = urlWith(({ searchParams }) => searchParams.set('options', set));
      const database = await open(url);
      expect(Math.abs((await database.readTime()).getTime() - Date.now())).to.be.below(60_000);
      const user = makeUser({ createdAt: new Date('2026-03-04T05:06:07.089Z') });
      await database.users.insert(user);
      expect(await database.users.get(user.id)).to.deep.equal(user);
    });
  }

  it('a database that does not exist causes store_unavailable, and only the cause of the problem names the database', async () => {
    const database = await open(urlWith((url) => (url.pathname = '/no-such-database')));
    const problem = (await errorOf(database.ping())) as Problem;
    expect(problem).to.include({ code: 'store_unavailable' });
    expect((problem.cause as Error).message).to.include('no-such-database');
    expect(problem.message).to.not.include('no-such-database');
  });

  it('a restart of the server breaks idle connections, and later calls succeed', async () => {
    const { database, terminate } = await openNamed();
    await Promise.all(Array.from({ length: 5 }, () => database.ping()));
    const { free } = database.pool();
    await terminate();
    while (reports.length < free) await new Promise(setImmediate);
    await Promise.all(Array.from({ length: 5 }, () => database.ping()));
    expect(reports[0]).to.equal('an idle database connection broke');
  });

  it('a connection that breaks between two statements ends its transaction with store_unavailable, not the process', async () => {
    const { database, terminate } = await openNamed();
    const user = makeUser();
    const work = database.transaction(async ({ users }) => {
      await users.insert(user);
      await terminate();
      await users.update(user.id, { nickname: 'x' });
    });
    await expectUnavailable(work);
    expect(await database.users.get(user.id)).to.equal(undefined);
    expect(database.pool()).to.include({ used: 0, waiting: 0 });
  });

  it('a connection that breaks in the middle of a statement causes store_unavailable, and is not used again', async () => {
    const { database, terminate } = await openNamed();
    const user = makeUser();
    await database.users.insert(user);
    await operator.query('begin');
    await operator.query('select from users where id = $1 for update', [user.id]);
    const outcome = expectUnavailable(database.users.update(user.id, { nickname: 'x' }));
    for (let blocked = 0; blocked === 0;) {
      const { rowCount } = await operator.query(
        'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
      );
      blocked = rowCount!;
    }
    await terminate();
    await outcome;
    await operator.query('rollback');
    await database.ping();
    expect((await database.users.get(user.id))?.nickname).to.equal(null);
  });

  it('on a standby, ping and writes fail, so that nobody can log in, and reads work', async () => {
    const { database } = await openNamed();
    const user = makeUser();
    await database.users.insert(user);
    const options = new URL(schema.url).searchParams.get('options')!;
    const standby = await open(
      urlWith(({ searchParams }) => searchParams.set('options', `${options} -c default_transaction_read_only=on`)),
    );
    await expectUnavailable(standby.ping());
    await expectUnavailable(standby.users.insert(makeUser()));
    await expectUnavailable(standby.transaction(({ users }) => users.insert(makeUser())));
    expect(await standby.users.get(user.id)).to.deep.equal(user);
  });

  it('a server that accepts a connection and never responds is given up', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    const port = await listen(silent);
    closings.push(() => {
      sockets.forEach((socket) => socket.destroy());
      silent.close();
    });
    const url = urlWith((address) => (address.port = String(port)));
    const pool = openPool({ url, timeouts: { ...timeouts, connect: 100 } });
    expect(await errorOf(pool.connect())).to.include({ unreachable: true });
    expect(pool.totalCount).to.equal(0);
  });

  it('a server that stops responding is given up, and nobody else gets its late answer', async () => {
    const { hostname, port } = new URL(schema.url);
    const way = await makeWay({ host: hostname, port: Number(port || 5432) });
    closings.push(way.close);
    const url = urlWith((address) => {
      address.hostname = '127.0.0.1';
      address.port = String(way.port);
    });
    const pool = openPool({ url, size: 1, timeouts: { ...timeouts, answer: 150 } });
    const first = await pool.connect();
    expect(await ask(first, "select 'early' as word")).to.deep.equal([{ word: 'early' }]);
    way.freeze();
    expect(await errorOf(ask(first, "select 'late' as word"))).to.include({ unreachable: true });
    first.release();
    const second = await pool.connect();
    expect(await ask(second, "select 'new' as word")).to.deep.equal([{ word: 'new' }]);
    second.release();
  });

  it('a statement that takes too long is cancelled by the server', async () => {
    const pool = openPool({ url: schema.url, timeouts: { ...timeouts, statement: 100 } });
    const connection = await pool.connect();
    expect(await errorOf(ask(connection, 'select pg_sleep(30)'))).to.include({ code: '57014', unreachable: true });
    connection.release();
  });

  it('an idle transaction is ended by the server, which releases its locks', async () => {
    const pool = openPool({ url: schema.url, timeouts: { ...timeouts, idleInTransaction: 100 } });
    const connection = await pool.connect();
    await ask(connection, 'begin');
    await ask(connection, 'select pg_advisory_xact_lock(4711)');
    // Waits for the lock, which is free when the transaction has ended.
    await operator.query('select pg_advisory_lock(4711), pg_advisory_unlock(4711)');
    expect(await errorOf(ask(connection, 'select 1'))).to.include({ unreachable: true });
    connection.release();
  });

  it('a commit that arrives after it was given up commits nothing', async () => {
    expect(timeouts.idleInTransaction).to.be.below(timeouts.answer);
    const way = await openProxy(schema.url, 5432);
    closings.push(way.close);
    const brief = { ...timeouts, idleInTransaction: 300, answer: 500 };
    const pool = openPool({ url: through(schema.url, way), size: 1, timeouts: brief });
    const connection = await pool.connect();
    const [backend] = (await ask(connection, 'select pg_backend_pid() as pid')) as [{ pid: number }];
    await ask(connection, 'begin');
    await ask(connection, 'create table late_commit ()');
    way.stall();
    expect(await errorOf(ask(connection, 'commit'))).to.include({ unreachable: true });
    await way.restore();
    connection.release();
    const isThere = 'select from pg_stat_activity where pid = $1';
    while ((await operator.query(isThere, [backend.pid])).rowCount) await new Promise(setImmediate);
    const { rows } = await operator.query("select to_regclass('late_commit') as name");
    expect(rows).to.deep.equal([{ name: null }]);
  });

  it('a sign-in that arrives after it was given up begins no session', async () => {
    const way = await openProxy(schema.url, 5432);
    closings.push(way.close);
    const name = `late-${process.pid}`;
    const url = new URL(through(schema.url, way));
    url.searchParams.set('application_name', name);
    const database = await open(url.href);
    await database.migrate();
    const user = makeUser({ miniOpenid: name });
    await database.users.insert(user);
    const { userId: _, ...session } = makeSession({ userId: user.id, channel: 'mini', createdAt: new Date() });
    way.stall();
    await expectUnavailable(database.sessions.insertFor({ channel: 'mini', openid: name }, session, {}));
    await way.restore();
    const isThere = 'select from pg_stat_activity where application_name = $1';
    await database.close();
    while ((await operator.query(isThere, [name])).rowCount) await new Promise(setImmediate);
    expect((await operator.query('select from sessions where id = $1', [session.id])).rowCount).to.equal(0);
  });

  it('a caller waits while all connections are busy, but not for ever', async () => {
    const pool = openPool({ url: schema.url, timeouts: { ...timeouts, turn: 100 } });
    const busy = await Promise.all([pool.connect(), pool.connect()]);
    expect(await errorOf(pool.connect())).to.include({ code: 'busy', unreachable: true });
    const waiting = pool.connect();
    expect(pool.waitingCount).to.equal(1);
    busy[0]!.release();
    const next = await waiting;
    expect(await ask(next, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    next.release();
    busy[1]!.release();
  });

  it('the pool counts its connections', async () => {
    const { database } = await openNamed();
    await database.transaction(async ({ users }) => {
      await users.get(makeUser().id);
      expect(database.pool().used).to.equal(1);
    });
    expect(database.pool()).to.deep.equal({ used: 0, free: 1, waiting: 0 });
  });
});
