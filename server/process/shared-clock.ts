// The time of the database, which all instances share because they must agree on the age of tokens and sessions.
// Between two measurements it follows a monotonic clock, so that changes of this machine's clock do not matter.
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/sql-database.ts';

export type SharedClockParts = {
  readonly database: Pick<Database, 'readTime'>;
  /** This machine's clock, in milliseconds since 1970. It may jump. */
  readonly local?: () => number;
  /** Milliseconds since an arbitrary time. It never jumps. */
  readonly monotonic?: () => number;
  /** Called when this machine's clock is wrong; positive seconds if it is ahead of the database's. */
  readonly report: (secondsAhead: number) => void;
};

export type SharedClock = {
  readonly now: Clock;
  /** How far this machine's clock is ahead of the shared time, in seconds. */
  readonly secondsAhead: () => number;
  /** Measures now. Throws `store_unavailable`. */
  readonly measure: () => Promise<void>;
  readonly stop: () => void;
};

const measureIntervalMs = 30_000;
/** Clocks that use NTP differ by less. */
const toleranceMs = 1_000;

/** Creates a clock that follows the database's. Before the first `measure` it uses this machine's time. */
export function createSharedClock({
  database,
  local = Date.now,
  monotonic = () => performance.now(),
  report,
}: SharedClockParts): SharedClock {
  /** Offsets of the monotonic clock at the last measurement: to the shared time, and to this machine's time. */
  let sharedOffset = local() - monotonic();
  let machineOffset = sharedOffset;
  let isMeasured = false;
  let reportedMs = 0;

  const measure = async (): Promise<void> => {
    const askedAt = monotonic();
    const time = (await database.readTime()).getTime();
    const answeredAt = monotonic();
    const delay = answeredAt - askedAt;
    // A slow response is less accurate than the monotonic clock.
    if (isMeasured && delay > toleranceMs) return;
    isMeasured = true;
    machineOffset = local() - answeredAt;
    // The database read its time at some point during the delay. If the shared time fits any such point, it stays
    // unchanged, so that it does not jump with the latency of the network.
    const sharedAheadMs = answeredAt + sharedOffset - time;
    if (sharedAheadMs < 0 || sharedAheadMs > delay) sharedOffset = time + delay / 2 - answeredAt;
    reportDrift();
  };
  const reportDrift = (): void => {
    const machineAheadMs = local() - monotonic() - sharedOffset;
    const isOff = Math.abs(machineAheadMs) > toleranceMs;
    if (Math.abs(machineAheadMs - reportedMs) <= toleranceMs || (!isOff && reportedMs === 0)) return;
    reportedMs = isOff ? machineAheadMs : 0;
    report(machineAheadMs / 1000);
  };
  let pendingMeasurement: Promise<void> | undefined;
  // While the database is unreachable, the last measurement is used; nobody can sign in then anyway.
  const measureInBackground = (): void => {
    pendingMeasurement ??= measure()
      .catch(reportDrift)
      .finally(() => (pendingMeasurement = undefined));
  };
  const timer = setInterval(measureInBackground, measureIntervalMs).unref();

  return {
    now: () => {
      const passed = monotonic();
      // This machine's clock was set, or the machine was asleep, which stops the monotonic clock: measure again. Every
      // call tries this until a measurement succeeds, because connections are broken after a sleep, and because the
      // time cannot be read inside a transaction.
      if (Math.abs(local() - passed - machineOffset) > toleranceMs) measureInBackground();
      return new Date(passed + sharedOffset);
    },
    secondsAhead: () => (local() - monotonic() - sharedOffset) / 1000,
    measure,
    stop: () => clearInterval(timer),
  };
}
