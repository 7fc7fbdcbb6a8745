// Deletes expired rows: claimed codes, sessions and audit records. Every instance does this.
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

/** How long rows are kept. A provider's code is valid for 10 minutes; a day allows for differences between clocks. */
export const retention = {
  codes: day,
  /** An ended session is kept so that requests with its tokens get the right error. */
  sessions: 30 * day,
};

/** Runs at the start and every hour until stopped. It does not keep the process alive, and errors are only reported. */
export function createSweeper({ database, clock, auditDays, report }: SweeperParts): { stop(): void } {
  const sweep = async (): Promise<void> => {
    const timeAgo = (ms: number): Date => new Date(clock().getTime() - ms);
    await database.codes.removeClaimed(timeAgo(retention.codes));
    await database.sessions.removeEnded(timeAgo(retention.sessions));
    await database.audit.removeBefore(timeAgo(auditDays * day));
    // An older version that is still running deletes accounts without anonymizing their sign-ins, so the sweeper
    // anonymizes them.
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
