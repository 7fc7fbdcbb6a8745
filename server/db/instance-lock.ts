// A lock in the database that each instance holds while it runs. Without Redis an instance keeps one-time values in
// memory, so it takes the lock exclusively.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { toConnectFailure, toOutside } from './database-failure.ts';

export type LockParts = {
  readonly url: string;
  /** Takes the lock exclusively: no other instance may run. */
  readonly alone: boolean;
  /** How long to wait for other instances: the database may not have noticed yet that one was killed. */
  readonly timeoutMs: number;
  /** Called once if other instances hold the lock. */
  readonly onWait: () => void;
};

export type Lock = { leave(): void };

/** Takes the lock, shared or exclusively; undefined if others hold it. Throws `store_unavailable`. */
export async function takeLock(parts: LockParts): Promise<Lock | undefined> {
  let hasLeft = false;
  // When the database restarts, the lock is lost and has to be taken again.
  const onBroken = async (): Promise<void> => {
    while (!hasLeft) {
      await wait(10_000, undefined, { ref: false });
      if (hasLeft) return;
      client = await tryLock(parts, onBroken).catch(() => undefined);
      // `leave` may have been called before this connection existed, so it could not end it.
      if (hasLeft) void client?.end();
      if (client) return;
    }
  };
  let client = await tryLock(parts, onBroken);
  if (!client) parts.onWait();
  for (const end = performance.now() + parts.timeoutMs; !client; client = await tryLock(parts, onBroken)) {
    if (performance.now() > end) return undefined;
    await wait(500);
  }
  return {
    leave() {
      hasLeft = true;
      void client?.end();
    },
  };
}

/** The lock is per schema, because several services may share a database. */
export const instancesLock = "hashtextextended('duplex:instances:' || current_schema(), 0)";

/**
 * Uses a separate connection, because the lock ends with the connection. Does not wait for the lock in the database,
 * because later instances would queue behind this one.
 */
async function tryLock({ url, alone }: LockParts, onBroken: () => void): Promise<pg.Client | undefined> {
  const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };
  const client = new pg.Client({ connectionString: url, application_name: 'duplex', keepAlive: true, ...timeouts });
  // After an error the connection ends, which `onBroken` handles.
  client.on('error', () => {});
  try {
    await client.connect();
    // With these settings the server notices within half a minute that the client's machine has disappeared.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock${alone ? '' : '_shared'}(${instancesLock}) as held`,
    );
    if (rows[0]?.held) return client.once('end', onBroken);
  } catch (error) {
    void client.end();
    throw toOutside(toConnectFailure(error));
  }
  void client.end();
  return undefined;
}
