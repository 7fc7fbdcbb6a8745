// Which instances live on one database: each holds a lock there for as long as it runs. One that keeps one-time values to
// itself, for want of Redis, holds it alone.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { toConnectFailure, toOutside } from './failure.ts';

export type LockParts = {
  readonly url: string;
  /** No other instance may live beside this one. */
  readonly alone: boolean;
  /** Others have so long to go: one that was killed may not have been missed yet. */
  readonly timeoutMs: number;
  /** Hears once that others are in the way. */
  readonly onWait: () => void;
};

export type Lock = { leave(): void };

/** Takes the lock that instances share, or one holds alone; undefined while others hold it. Throws `store_unavailable`. */
export async function takeLock(parts: LockParts): Promise<Lock | undefined> {
  let hasLeft = false;
  // A database that restarts forgets its locks.
  const onBroken = async (): Promise<void> => {
    while (!hasLeft) {
      await wait(10_000, undefined, { ref: false });
      if (hasLeft) return;
      client = await tryLock(parts, onBroken).catch(() => undefined);
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

/** The lock belongs to a schema: several services may share a database. */
export const instancesLock = "hashtextextended('duplex:instances:' || current_schema(), 0)";

/** On a connection of its own, whose end is the lock's. Tried, not waited for: who came later would wait behind it. */
async function tryLock({ url, alone }: LockParts, onBroken: () => void): Promise<pg.Client | undefined> {
  const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };
  const client = new pg.Client({ connectionString: url, application_name: 'duplex', keepAlive: true, ...timeouts });
  // It ends after each.
  client.on('error', () => {});
  try {
    await client.connect();
    // By these the server notices within half a minute that a client's machine is gone.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock${alone ? '' : '_shared'}(${instancesLock}) as held`,
    );
    if (rows[0]!.held) return client.once('end', onBroken);
  } catch (error) {
    void client.end();
    throw toOutside(toConnectFailure(error));
  }
  void client.end();
  return undefined;
}
