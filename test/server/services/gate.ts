// Stops a transaction where a test wants it, and tells when another waits for it: races in the order that is asked for.
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../../../server/types.ts';

export type Gate = {
  /** Resolves when somebody stands at the gate. */
  readonly reached: Promise<void>;
  /** Called by who comes to the gate; resolves when it is opened. */
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

/** The same database, whose transactions stop at the gate when all is written and nothing committed. */
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

/** Waits until so many connections of this application wait for another's lock. */
export async function untilBlocked(
  client: pg.Client,
  { applicationName, count = 1 }: { applicationName: string; count?: number },
): Promise<void> {
  const query = "select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'";
  while (((await client.query(query, [applicationName])).rowCount ?? 0) < count) await wait(5);
}
