// Opens the database: its stores, transactions with retries, and migrations.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import createKnex from 'knex';
import type { Knex } from 'knex';
import { createAuditStore } from './sql-audit.ts';
import { createCodeStore } from './sql-codes.ts';
import { createSessionStore } from './sql-sessions.ts';
import { createUserStore } from './sql-users.ts';
import { Failure } from '../command-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { Database, Stores } from '../ports/sql-database.ts';
import { runWithDeadline, lateFailure } from '../db/request-deadline.ts';
import { DatabaseFailure, isRetryable, toOutside } from '../db/database-failure.ts';
import { applyMigrations, listMissing } from '../db/migrations.ts';
import type { MigrationWay } from '../db/migrations.ts';
import { openEmbedded } from '../db/embedded-database.ts';
import type { Connection, Pool } from '../db/connection-pool.ts';
import { openPostgres, timeouts } from '../db/postgres.ts';
import { speakThroughConnection, speakThroughPool, runControl } from '../db/sql.ts';
import type { Sql } from '../db/sql.ts';

export type DatabaseParts = {
  /** A PostgreSQL server; the embedded database if absent. */
  readonly url?: string | undefined;
  /** The folder of the embedded database. Created if missing. */
  readonly folder: string;
  readonly clock: Clock;
  /** Called for errors that no caller receives. They contain no secrets and no personal data. */
  readonly report: (message: string, cause: Error) => void;
};

/** Connections of one instance to a PostgreSQL server. */
const size = 10;
/** The maximum number of attempts of a transaction. */
const maxRuns = 8;

/**
 * Opens the PostgreSQL server at `url`, or without a `url` the embedded database in `folder`. PostgreSQL is connected
 * at the first query. Only one process can use the embedded database. Throws an error with a remedy if the folder is in
 * use or cannot be opened.
 */
export async function openDatabase({ url, folder, clock, report }: DatabaseParts): Promise<Database> {
  const pool =
    url === undefined ? await openEmbedded({ folder, since: clock() }) : openPostgres({ url, size, timeouts, report });
  const knex = toKnex(pool);
  /** Set while a transaction is open in this asynchronous context. */
  const flow = new AsyncLocalStorage<{ open: boolean }>();
  let transactions = 0;

  /** Wraps every call except those of a transaction's stores. */
  const outside = async <T>(work: () => Promise<T>): Promise<T> => {
    // This call would deadlock: on the single connection of the embedded database, or while it waits for a second
    // connection of PostgreSQL.
    if (flow.getStore()?.open) throw new Error('Inside a transaction use the stores that it passes.');
    try {
      return await work();
    } catch (error) {
      throw toOutside(error);
    }
  };

  const runOnce = async <T>(work: (stores: Stores) => Promise<T>): Promise<T> => {
    const state = { open: true };
    const connection = await pool.connect();
    const { watched, failure } = watch(connection, state);
    transactions += 1;
    try {
      await runControl(connection, 'begin');
      const stores = createStores(speakThroughConnection({ connection: watched, knex }));
      const result = await flow.run(state, () => work(stores));
      // After a failed statement, even if `work` caught the error, PostgreSQL silently rolls back on COMMIT.
      if (failure()) throw failure();
      const late = lateFailure();
      if (late) throw late;
      await runControl(connection, 'commit');
      return result;
    } catch (error) {
      // If the rollback fails, the connection is broken, which ends the transaction too.
      await runControl(connection, 'rollback').catch(() => {});
      throw error;
    } finally {
      state.open = false;
      transactions -= 1;
      // While the storage is enabled, Node 20 tracks every promise of the process, even without a transaction.
      if (transactions === 0) flow.disable();
      connection.release();
    }
  };

  const runUntilDone = async <T>(work: (stores: Stores) => Promise<T>): Promise<T> => {
    for (let run = 1; ; run += 1) {
      try {
        return await runOnce(work);
      } catch (error) {
        if (!isRetryable(error) || run === maxRuns) throw error;
        // Exponential backoff with a random delay.
        await wait(Math.random() * 5 * 2 ** run);
      }
    }
  };

  return {
    ...wrapStores(createStores(speakThroughPool({ pool, knex })), outside),
    transaction: (work) => outside(() => runUntilDone(work)),
    runWithDeadline,
    ping: () => outside(() => ping(knex)),
    readTime: () => outside(() => readTime(knex)),
    pool: () => ({ used: pool.totalCount - pool.idleCount, free: pool.idleCount, waiting: pool.waitingCount }),
    migrate: (how) =>
      outside(async () => {
        // At nearly every start all migrations are already applied, so that a lock and a second connection are not
        // needed.
        if (!how?.back && (await listMissing(knex)).length === 0) return [];
        return url === undefined ? applyMigrations(knex, how) : migratePatiently({ url, report, ...how });
      }),
    checkMigrated: () =>
      outside(async () => {
        const missing = await listMissing(knex);
        if (missing.length > 0) throw toUnmigrated(missing);
      }),
    close: () => pool.end(),
  };
}

/** The connection for the stores of a transaction, and the last error on it. */
function watch(
  connection: Connection,
  transaction: { readonly open: boolean },
): { watched: Connection; failure: () => Error | undefined } {
  let failure: Error | undefined;
  return {
    watched: {
      ...connection,
      query(query, callback) {
        // The connection may already be in use by another transaction.
        if (!transaction.open) return callback(new Error('This transaction is over.'));
        const late = lateFailure();
        if (late) return callback((failure = late));
        connection.query(query, (error, result) => {
          failure = error ?? failure;
          callback(error, result);
        });
      },
    },
    failure: () => failure,
  };
}

function createStores(sql: Sql): Stores {
  return {
    users: createUserStore(sql),
    sessions: createSessionStore(sql),
    codes: createCodeStore(sql),
    audit: createAuditStore(sql),
  };
}

type Wrap = <T>(call: () => Promise<T>) => Promise<T>;

function wrapStores({ users, sessions, codes, audit }: Stores, wrap: Wrap): Stores {
  return {
    users: wrapMethods(users, wrap),
    sessions: wrapMethods(sessions, wrap),
    codes: wrapMethods(codes, wrap),
    audit: wrapMethods(audit, wrap),
  };
}

function wrapMethods<T extends object>(store: T, wrap: Wrap): T {
  const methods = Object.entries(store) as [string, (...args: unknown[]) => Promise<unknown>][];
  return Object.fromEntries(
    methods.map(([name, method]) => [name, (...args: unknown[]) => wrap(() => method(...args))]),
  ) as T;
}

function toKnex(pool: Pool): Knex {
  return createKnex({
    client: 'pg',
    // Not knex-pglite: it does not handle `del`, and closes the database with the connection.
    connectionPool: pool,
    // Values may be identifiers, so errors must not contain them.
    compileSqlOnError: false,
    // Everything that knex prints is also thrown.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
  });
}

/** Migrations may wait for others and take long, so they use a separate connection without timeouts. */
async function migratePatiently({
  url,
  report,
  ...how
}: Pick<DatabaseParts, 'report'> & { url: string } & MigrationWay) {
  const day = 24 * 3_600_000;
  const pool = openPostgres({
    url,
    size: 1,
    timeouts: { ...timeouts, statement: day, answer: day, idleInTransaction: day },
    report,
  });
  try {
    return await applyMigrations(toKnex(pool), how);
  } finally {
    await pool.end();
  }
}

/** Also throws if the database is read-only: a standby responds, but cannot be used. */
async function ping(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { read_only: string }[] }>(
    "select current_setting('transaction_read_only') as read_only",
  );
  if (rows[0]?.read_only === 'off') return;
  throw new DatabaseFailure({ message: 'the database is read-only', code: '25006', unreachable: true });
}

async function readTime(knex: Knex): Promise<Date> {
  const {
    rows: [{ time }],
  } = await knex.raw<{ rows: [{ time: Date }] }>('select clock_timestamp() as time');
  return time;
}

function toUnmigrated(missing: readonly string[]): Failure {
  return new Failure(
    `The database lacks ${missing.length === 1 ? 'a migration' : `${missing.length} migrations`} (${missing.join(', ')}). Run \`npm run migrate\`.`,
  );
}
