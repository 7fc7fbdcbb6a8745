// The time of all instances: the database's. A token or a session of one instance must be as old to every other one.
import type { Clock, Database } from '../types.ts';

export type SharedClockParts = {
  readonly database: Pick<Database, 'readTime'>;
  /** This machine's clock. */
  readonly local?: () => number;
  /** Told when this machine's clock is off, and by how many seconds: ahead of the database's above 0. */
  readonly report: (secondsAhead: number) => void;
};

export type SharedClock = {
  readonly now: Clock;
  /** How far this machine's clock is ahead of the database's, in seconds, as last measured. */
  readonly secondsAhead: () => number;
  /** Measures at once. Throws `store_unavailable`. */
  readonly measure: () => Promise<void>;
  readonly stop: () => void;
};

const everyMs = 30_000;
/** Clocks that are kept by NTP differ less, and a network's delay is no difference: then this machine's own clock serves. */
const toleranceMs = 1_000;

/** Makes a clock that follows the database's; it tells this machine's time until `measure` has been called. */
export function createSharedClock({ database, local = Date.now, report }: SharedClockParts): SharedClock {
  let aheadMs = 0;
  let correctionMs = 0;

  const measure = async (): Promise<void> => {
    const asked = local();
    const time = await database.readTime();
    const delay = local() - asked;
    // A slow answer, or a clock that was set meanwhile, tells nothing that is worth a correction.
    if (delay < 0 || delay > toleranceMs) return;
    aheadMs = asked + delay / 2 - time.getTime();
    if (Math.abs(aheadMs - correctionMs) <= toleranceMs) return;
    correctionMs = Math.abs(aheadMs) <= toleranceMs ? 0 : aheadMs;
    report(aheadMs / 1000);
  };
  // While the database is away nobody signs in; what was measured last goes on.
  const timer = setInterval(() => void measure().catch(() => undefined), everyMs).unref();

  return {
    now: () => new Date(local() - correctionMs),
    secondsAhead: () => aheadMs / 1000,
    measure,
    stop: () => clearInterval(timer),
  };
}
