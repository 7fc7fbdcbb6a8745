// `npm run migrate`: its messages, and concurrent, killed and newer migrations on PostgreSQL.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect } from 'chai';
import pg from 'pg';
import { takeLock } from '../../../server/db/instance-lock.ts';
import { openDatabase } from '../../../server/stores/database.ts';
import { run, start } from '../../support/command.ts';
import { withFolder } from '../../support/defects.ts';
import { startServer } from '../../support/processes.ts';
import { makeSchema } from '../../support/services.ts';
import type { Schema } from '../../support/services.ts';
import { morning } from '../stores/rows.ts';

const command = ['server/operate', 'migrate'];
const english = { LANG: 'en_GB.UTF-8' };
const migrate = (env: Record<string, string>) => run(command, { env: { ...english, ...env } });
const names = ['2026-11-20-accounts', '2026-11-24-audit-of-sign-ins', '2026-11-25-recent-rotations'];
const [, second, newest] = names;
const applied = names.map((name) => `Applied ${name}.\n`).join('');
const nothing = 'Nothing to do: the database is up to date.\n';

describe('npm run migrate', () => {
  describe('on PostgreSQL', () => {
    let schema: Schema;
    /** Distinguishes the connections of these tests from those of other suites, which run the same statements. */
    let name: string;
    let operator: pg.Client;

    beforeEach(async function () {
      const made = await makeSchema(this as unknown as Mocha.Context);
      name = `test-${randomUUID()}`;
      schema = { ...made, url: `${made.url}&application_name=${name}` };
      operator = new pg.Client({ connectionString: schema.url });
      await operator.connect();
    });

    afterEach(async () => {
      await operator?.end();
      await schema?.drop();
    });

    /** Waits until `count` statements with these words wait for a lock. */
    const untilWaiting = async (count: number, words: string): Promise<void> => {
      for (let waiting = -1; waiting < count;) {
        // Without this statement, the view would not change after its first use in a transaction.
        await operator.query('select pg_stat_clear_snapshot()');
        const { rowCount } = await operator.query(
          "select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock' and query like $2",
          [name, `%${words}%`],
        );
        waiting = rowCount!;
      }
    };
    const lock = "hashtextextended('duplex:migrations', 0)";

    it('lists the applied migrations, and reports at the second run that there is nothing to do', async () => {
      const env = { ...english, DATABASE_URL: schema.url };
      expect(await migrate(env)).to.deep.equal({ code: 0, stdout: applied, stderr: '' });
      expect(await migrate(env)).to.deep.equal({ code: 0, stdout: nothing, stderr: '' });
    });

    it('reverts the last migration, with the data that only this migration holds, but never reverts the accounts', async () => {
      const env = { ...english, DATABASE_URL: schema.url };
      await migrate(env);
      const back = () => run([...command, '--back'], { env });
      for (const name of [newest, second])
        expect(await back()).to.deep.equal({ code: 0, stdout: `Reverted ${name}.\n`, stderr: '' });
      expect((await back()).stderr)
        .to.contain('cannot be reverted because its tables contain the accounts')
        .and.not.contain('    at ');
      const stdout = `Applied ${second}.\nApplied ${newest}.\n`;
      expect(await migrate(env)).to.deep.equal({ code: 0, stdout, stderr: '' });
    });

    it('reverts nothing while an instance runs, and gives a remedy', async () => {
      const env = { ...english, DATABASE_URL: schema.url };
      await migrate(env);
      for (const alone of [false, true]) {
        const lock = await takeLock({ url: schema.url, alone, timeoutMs: 5_000, onWait() {} });
        const { code, stdout, stderr } = await run([...command, '--back'], { env });
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
        expect(stderr).to.match(/^An instance is running on this database, .*: stop every instance, .*\n$/);
        await operator.query('select recent_rotations from sessions');
        lock!.leave();
      }
    });

    it('reverts nothing while a development instance runs', async () => {
      const env = { ...english, DATABASE_URL: schema.url };
      const instance = await startServer(env);
      try {
        expect((await run([...command, '--back'], { env })).stderr).to.contain(
          'An instance is running on this database',
        );
      } finally {
        await instance.stop('SIGKILL');
      }
    });

    it('needs nothing but DATABASE_URL in production', async () => {
      const env = { NODE_ENV: 'production', DATABASE_URL: schema.url };
      expect(await migrate(env)).to.deep.equal({ code: 0, stdout: applied, stderr: '' });
    });

    it('applies the migrations once if four processes run at once: the other three wait and find nothing to do', async () => {
      // All four processes wait at the start until the lock is free.
      await operator.query(`select pg_advisory_lock(${lock})`);
      const outcomes = Array.from({ length: 4 }, () => migrate({ DATABASE_URL: schema.url }));
      await untilWaiting(4, 'duplex:migrations');
      await operator.query(`select pg_advisory_unlock(${lock})`);
      const said = (await Promise.all(outcomes)).map(({ code, stdout, stderr }) => `${code} ${stdout}${stderr}`);
      expect(said.sort()).to.deep.equal([`0 ${applied}`, ...Array.from({ length: 3 }, () => `0 ${nothing}`)]);
    });

    it('waits for logins, and makes no login wait', async () => {
      const env = { ...english, DATABASE_URL: schema.url };
      await migrate(env);
      for (const _ of [newest, second]) await run([...command, '--back'], { env });
      // These are the writes of a first login, in order.
      await operator.query('begin');
      await operator.query("insert into users (id, status, created_at) values (gen_random_uuid(), 'active', now())");
      const outcome = migrate(env);
      await untilWaiting(1, 'users_merged');
      await operator.query(
        "insert into audit (id, happened_at, event) values (gen_random_uuid(), now(), 'user_created')",
      );
      await operator.query('commit');
      expect(await outcome).to.include({ code: 0, stderr: '' });
    });

    it('leaves neither half a schema nor a lock if it is killed', async () => {
      // Another connection creates a table of the same name and does not commit yet, so the migration waits half-done.
      await operator.query('begin');
      await operator.query('create table sessions (id integer)');
      const child = start(command, { env: { DATABASE_URL: schema.url } });
      const exit = once(child, 'exit');
      await untilWaiting(1, 'create table sessions (');
      child.kill('SIGKILL');
      await exit;
      await operator.query('rollback');
      expect(await migrate({ DATABASE_URL: schema.url })).to.deep.equal({ code: 0, stdout: applied, stderr: '' });
    });

    it('waits longer for another migration than for any other statement, and reports that it waits', async () => {
      const database = await openDatabase({
        url: `${schema.url}&statement_timeout=200`,
        folder: '/nowhere',
        clock: () => morning,
        report() {},
      });
      await operator.query(`select pg_advisory_lock(${lock})`);
      let waits = 0;
      const migrated = database.migrate({ onWait: () => (waits += 1) });
      await untilWaiting(1, 'duplex:migrations');
      await operator.query('select pg_sleep(0.5)');
      await operator.query(`select pg_advisory_unlock(${lock})`);
      expect(await migrated).to.deep.equal(names);
      expect(waits).to.equal(1);
      // The waits of this run are not counted, because other suites take the same lock.
      expect(await database.migrate()).to.deep.equal([]);
      await database.close();
    });

    it('does not change a schema that is newer than this code, so that old instances can run until they are replaced', async () => {
      await migrate({ DATABASE_URL: schema.url });
      await operator.query("insert into knex_migrations (name, batch) values ('2027-01-01-later', 2)");
      expect(await migrate({ DATABASE_URL: schema.url })).to.include({ code: 0, stdout: nothing });
      const database = await openDatabase({ url: schema.url, folder: '/nowhere', clock: () => morning, report() {} });
      await database.checkMigrated();
      await database.close();
    });

    it('reports an unreachable database, without its password', async () => {
      const url = new URL(schema.url);
      url.password = 'correct-horse';
      url.port = '1';
      const { code, stdout, stderr } = await migrate({ DATABASE_URL: url.href });
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.match(
        /^The database or Redis cannot be reached: .*ECONNREFUSED.*Check DATABASE_URL, KEYV_URL and the servers\.\n$/,
      );
      expect(stderr).to.not.include('correct-horse');
    });
  });

  it('works on the embedded database', () =>
    withFolder(async (folder) => {
      expect(await migrate({ DATA_DIR: folder })).to.deep.equal({ code: 0, stdout: applied, stderr: '' });
      expect(await migrate({ DATA_DIR: folder })).to.deep.equal({ code: 0, stdout: nothing, stderr: '' });
      const { stdout } = await migrate({ DATA_DIR: folder, LANG: 'zh_CN.UTF-8' });
      expect(stdout, 'on a Chinese terminal').to.equal('数据库已经是最新的，无需迁移。\n');
    }));

  it('reports that DATABASE_URL is missing in production', async () => {
    const { code, stderr } = await migrate({ NODE_ENV: 'production' });
    expect(code).to.equal(1);
    expect(stderr).to.include('DATABASE_URL is missing').and.not.include('    at ');
  });
});
