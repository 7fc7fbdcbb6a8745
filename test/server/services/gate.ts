// Stops a transaction at a gate, and reports when another transaction waits for it, so that a test can choose the order
// of a race.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../../server/stores/database.ts';
import type { Clock } from '../../../server/ports/clock.ts';
import type { Database } from '../../../server/ports/sql-database.ts';
import { makeSchema } from '../../support/services.ts';

export type Gate = {
  /** Resolves when a transaction is at the gate. */
  readonly reached: Promise<void>;
  /** A transaction calls this at the gate. Resolves when the gate is opened. */
  pass(): Promise<void>;
  open(): void;
};

export function makeGate(): Gate {
  let open!: () => void;
  let reach!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const pass = (): Promise<void> => {
    reach();
    return opened;
  };
  return { reached, pass, open };
}

/** The same database, whose transactions stop at the gate before they commit. */
export function holdCommit(database: Database, gate: Gate): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (stores) => {
        const result = await work(stores);
        await gate.pass();
        return result;
      }),
  };
}

export type Contest = {
  readonly database: Database;
  /** The URL of the database, for other processes of a test. */
  readonly url: string;
  /** Another connection, which locks rows that others wait for. */
  readonly client: pg.Client;
  /** Waits until `count` connections of the database wait for a lock of another connection. */
  readonly blocked: (count?: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Opens a migrated database on PostgreSQL, where transactions wait for each other, or skips the suite. */
export async function openContest(suite: Mocha.Context, { clock }: { clock: Clock }): Promise<Contest> {
  const { url, drop } = await makeSchema(suite);
  const applicationName = `test-${randomUUID()}`;
  const named = new URL(url);
  named.searchParams.set('application_name', applicationName);
  const database = await openDatabase({ url: named.href, folder: '', clock, report: () => {} });
  await database.migrate();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const query = "select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'";
  return {
    database,
    url: named.href,
    client,
    async blocked(count = 1) {
      while (((await client.query(query, [applicationName])).rowCount ?? 0) < count) await wait(5);
    },
    async close() {
      await client.end();
      await database.close();
      await drop();
    },
  };
}
