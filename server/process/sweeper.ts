// The sweeper deletes expired rows: claims of codes, sessions, the audit trail. Any instance may do it.
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/sql-database.ts';

export type SweeperParts = {
  readonly database: Pick<Database, 'codes' | 'sessions' | 'audit'>;
  readonly clock: Clock;
  readonly auditDays: number;
  readonly report: (error: unknown) => void;
};

const hour = 3_600_000;
const day = 24 * hour;

/** How long each is kept. A code of the provider's is dead after 10 minutes; a day leaves room for its clock. */
export const retention = {
  codes: day,
  /** After its end a session is still named in the answer to a token of it. */
  sessions: 30 * day,
};

/** Sweeps at the start and every hour until it is stopped. It never keeps the process alive, and never fails it. */
export function createSweeper({ database, clock, auditDays, report }: SweeperParts): { stop(): void } {
  const sweep = async (): Promise<void> => {
    const timeAgo = (ms: number): Date => new Date(clock().getTime() - ms);
    await database.codes.removeClaimed(timeAgo(retention.codes));
    await database.sessions.removeEnded(timeAgo(retention.sessions));
    await database.audit.removeBefore(timeAgo(auditDays * day));
    // An instance of an older version deletes accounts as well, and leaves their sign-ins.
    await database.audit.forget({ deletedSince: timeAgo(retention.sessions) });
  };
  let running = Promise.resolve();
  let stopped = false;
  const run = (): void => {
    if (stopped) return;
    running = running.then(sweep).catch((error: unknown) => {
      if (!stopped) report(error);
    });
  };
  run();
  const timer = setInterval(run, hour).unref();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
