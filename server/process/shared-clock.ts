// The time of all instances: the database's. A token or a session of one instance must be as old to every other one.
// Between two measurements a monotonic clock counts on: setting this machine's clock changes nothing.
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/sql-database.ts';

export type SharedClockParts = {
  readonly database: Pick<Database, 'readTime'>;
  /** This machine's clock, in milliseconds since 1970: it may jump. */
  readonly local?: () => number;
  /** Milliseconds since some moment: it never jumps. */
  readonly monotonic?: () => number;
  /** Told when this machine's clock is off, and by how many seconds: ahead of the database's above 0. */
  readonly report: (secondsAhead: number) => void;
};

export type SharedClock = {
  readonly now: Clock;
  /** How far this machine's clock is ahead of the shared time, in seconds, at this moment. */
  readonly secondsAhead: () => number;
  /** Measures at once. Throws `store_unavailable`. */
  readonly measure: () => Promise<void>;
  readonly stop: () => void;
};

const everyMs = 30_000;
/** Clocks that are kept by NTP differ less. */
const toleranceMs = 1_000;

/** Makes a clock that follows the database's; until `measure` has been called it begins with this machine's time. */
export function createSharedClock({
  database,
  local = Date.now,
  monotonic = () => performance.now(),
  report,
}: SharedClockParts): SharedClock {
  /** Offsets of the monotonic clock at the last measurement: to the shared time, and to this machine's time. */
  let shared = local() - monotonic();
  let machine = shared;
  let measured = false;
  let reportedMs = 0;

  const measure = async (): Promise<void> => {
    const askedAt = monotonic();
    const time = (await database.readTime()).getTime();
    const answeredAt = monotonic();
    const delay = answeredAt - askedAt;
    // A slow answer tells little, and the monotonic clock drifts by less.
    if (measured && delay > toleranceMs) return;
    measured = true;
    machine = local() - answeredAt;
    // The answer was made at some moment of the delay. A time that agrees with any of them stays, so that none jumps
    // about with the network.
    const ahead = answeredAt + shared - time;
    if (ahead < 0 || ahead > delay) shared = time + delay / 2 - answeredAt;
    reportDrift();
  };
  const reportDrift = (): void => {
    const aheadMs = local() - monotonic() - shared;
    const isOff = Math.abs(aheadMs) > toleranceMs;
    if (Math.abs(aheadMs - reportedMs) <= toleranceMs || (!isOff && reportedMs === 0)) return;
    reportedMs = isOff ? aheadMs : 0;
    report(aheadMs / 1000);
  };
  let looking: Promise<void> | undefined;
  // While the database is away nobody signs in; the time that was measured last counts on.
  const look = (): void => {
    looking ??= measure()
      .catch(reportDrift)
      .finally(() => (looking = undefined));
  };
  const timer = setInterval(look, everyMs).unref();

  return {
    now: () => {
      const passed = monotonic();
      // This machine's clock was set, or the machine slept and its monotonic clock with it: the database knows. It is asked
      // until it answers: after a sleep its connections are broken, and within a transaction nobody may ask.
      if (Math.abs(local() - passed - machine) > toleranceMs) look();
      return new Date(passed + shared);
    },
    secondsAhead: () => (local() - monotonic() - shared) / 1000,
    measure,
    stop: () => clearInterval(timer),
  };
}
