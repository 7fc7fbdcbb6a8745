// The lock of the instances on one database: exclusive without Redis, shared with Redis.
import { expect } from 'chai';
import pg from 'pg';
import { takeLock } from '../../../server/db/instance-lock.ts';
import type { Lock } from '../../../server/db/instance-lock.ts';
import { run } from '../../support/command.ts';
import { freePort } from '../../support/ports.ts';
import { startServer } from '../../support/processes.ts';
import { openProxy, through } from '../../support/proxy.ts';
import { makeSchema } from '../../support/services.ts';
import type { Schema } from '../../support/services.ts';

describe('instances on one database', () => {
  let schema: Schema;
  let operator: pg.Client;
  let taken: Lock[] = [];

  before(async function () {
    schema = await makeSchema(this);
    operator = new pg.Client({ connectionString: schema.url });
    await operator.connect();
  });
  afterEach(async () => {
    for (const place of taken) place.leave();
    taken = [];
    // The database needs a moment to release the locks; until then the next test could not take them.
    await untilHolders((pids) => pids.length === 0);
  });
  after(async () => {
    await operator?.end();
    await schema?.drop();
  });

  /** Tries to take the lock; returns whether it was free. */
  const take = async (who: 'alone' | 'together', { patienceMs = 0, onWait = () => {} } = {}): Promise<boolean> => {
    const place = await takeLock({ url: schema.url, alone: who === 'alone', timeoutMs: patienceMs, onWait });
    if (place) taken.push(place);
    return place !== undefined;
  };
  const listHolders = async (): Promise<readonly number[]> => {
    const { rows } = await operator.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and granted and
        (classid::bigint << 32) | objid::bigint = hashtextextended('duplex:instances:' || current_schema(), 0)`,
    );
    return rows.map(({ pid }) => pid);
  };
  const untilHolders = async (is: (pids: readonly number[]) => boolean): Promise<readonly number[]> => {
    for (;;) {
      const pids = await listHolders();
      if (is(pids)) return pids;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('run together if all of them use Redis, but not with an instance without Redis', async () => {
    expect([await take('together'), await take('together'), await take('alone')]).to.deep.equal([true, true, false]);
  });

  it('run one after the other without Redis', async () => {
    expect([await take('alone'), await take('alone'), await take('together')]).to.deep.equal([true, false, false]);
    let waits = 0;
    const next = take('alone', { patienceMs: 20_000, onWait: () => (waits += 1) });
    taken.shift()!.leave();
    expect(await next).to.equal(true);
    expect(waits).to.be.at.most(1);
  });

  it('do not wait for instances on another schema', async function () {
    const other = await makeSchema(this as unknown as Mocha.Context);
    expect(await take('alone')).to.equal(true);
    const place = await takeLock({ url: other.url, alone: true, timeoutMs: 0, onWait() {} });
    expect(place).not.to.equal(undefined);
    place!.leave();
    await other.drop();
  });

  it('take their lock again after the connection that held it breaks', async () => {
    expect(await take('alone')).to.equal(true);
    const [before] = await untilHolders((pids) => pids.length === 1);
    await operator.query('select pg_terminate_backend($1)', [before]);
    const [after] = await untilHolders((pids) => pids.length === 1 && pids[0] !== before);
    expect(after).to.be.a('number');
    expect(await take('alone')).to.equal(false);
  });

  it('keep no lock if they leave while they take it again', async () => {
    const way = await openProxy(schema.url, 5432);
    try {
      const url = new URL(through(schema.url, way));
      url.searchParams.set('application_name', `duplex-leaving-${process.pid}`);
      const place = await takeLock({ url: url.href, alone: true, timeoutMs: 0, onWait() {} });
      const [before] = await untilHolders((pids) => pids.length === 1);
      const countLater = async (): Promise<number | null> => {
        const later = 'select from pg_stat_activity where application_name = $1 and pid <> $2';
        return (await operator.query(later, [url.searchParams.get('application_name'), before])).rowCount;
      };
      // The new connection is open long before its lock is taken.
      way.delay(300);
      way.cut();
      while ((await countLater()) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      place?.leave();
      while ((await countLater()) !== 0) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await listHolders()).to.deep.equal([]);
    } finally {
      await way.close();
    }
  });

  it('exit with an explanation if another instance is running and there is no Redis', async () => {
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: schema.url,
      BASE_URL: 'https://example.com',
      TRUSTED_PROXY_HOPS: '1',
      JWT_SECRET: 'mO3zq1bT8n0x5wYd7rKc2uVg9sHj4pLe',
      WEB_APP_ID: 'wx-web',
      WEB_APP_SECRET: 'web-secret',
      WEB_REDIRECT_URI: 'https://example.com/api/auth/idp/web/callback',
      MINI_APP_ID: 'wx-mini',
      MINI_APP_SECRET: 'mini-secret',
    };
    const first = await startServer(env);
    try {
      const { code, stdout, stderr } = await run(['server'], { env: { ...env, PORT: String(await freePort()) } });
      expect(code).to.equal(1);
      expect(stdout).to.contain('waiting for another instance');
      expect(stderr).to.match(/^Another instance is running on this database, and KEYV_URL is not set: .*\n$/);
    } finally {
      await first.stop('SIGKILL');
    }
    // The database releases the lock of a killed instance within moments, so the next instance starts.
    await (await startServer(env)).stop('SIGTERM');
  });
});
