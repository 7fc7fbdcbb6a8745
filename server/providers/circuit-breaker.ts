// A circuit breaker for the provider: while many calls fail, calls are paused so that the provider can recover. We
// wrote it because we found no library that opens when half of the calls fail, rejects calls during the probe, ignores
// late results and accepts a clock.
import { Problem } from '../problem.ts';
import type { Clock } from '../ports/clock.ts';

export type CircuitState = 'closed' | 'open' | 'half-open';

export type Circuit = {
  /** Runs a call, or throws `idp_circuit_open` without running it. */
  run<T>(call: () => Promise<T>): Promise<T>;
  state(): CircuitState;
};

export type CircuitParts = {
  readonly clock: Clock;
  /** Whether an error is a failure of the provider. */
  readonly isFailure: (error: unknown) => boolean;
  readonly onChange: (state: CircuitState) => void;
};

const windowMs = 10_000;
const minCalls = 20;
const openMs = 5_000;

/**
 * Each phase is a new object, and a call remembers the phase in which it started: the result of a call from an earlier
 * phase is ignored.
 */
type Phase =
  | { readonly state: 'closed'; readonly calls: { readonly at: number; readonly failed: boolean }[]; failures: number }
  | { readonly state: 'open'; readonly since: number }
  | { readonly state: 'half-open' };

/**
 * Opens when at least half of 20 or more calls in 10 s have failed. After 5 s, the result of one call decides whether
 * the circuit closes or stays open. Uses no timers.
 */
export function createCircuit({ clock, isFailure, onChange }: CircuitParts): Circuit {
  let phase: Phase = { state: 'closed', calls: [], failures: 0 };
  const now = (): number => clock().getTime();

  const enter = (next: Phase): Phase => {
    phase = next;
    onChange(next.state);
    return next;
  };

  /** Returns the phase in which a call starts, or throws. */
  const admit = (): Phase => {
    if (phase.state === 'closed') return phase;
    if (phase.state === 'half-open') throw refusal(1);
    const elapsed = now() - phase.since;
    // A negative time is checked for, because a clock that was set back must not keep the circuit open for hours.
    if (elapsed >= 0 && elapsed < openMs) throw refusal(Math.ceil((openMs - elapsed) / 1000));
    return enter({ state: 'half-open' });
  };

  const record = (phaseAtStart: Phase, failed: boolean): void => {
    if (phaseAtStart !== phase || phaseAtStart.state === 'open') return;
    if (phaseAtStart.state === 'half-open') {
      enter(failed ? { state: 'open', since: now() } : { state: 'closed', calls: [], failures: 0 });
      return;
    }
    const { calls } = phaseAtStart;
    const at = now();
    calls.push({ at, failed });
    if (failed) phaseAtStart.failures += 1;
    const firstRecent = calls.findIndex((call) => isWithinWindow(at - call.at));
    for (const call of calls.splice(0, firstRecent)) if (call.failed) phaseAtStart.failures -= 1;
    if (calls.length >= minCalls && phaseAtStart.failures * 2 >= calls.length) enter({ state: 'open', since: at });
  };

  return {
    async run(call) {
      const begun = admit();
      try {
        const result = await call();
        record(begun, false);
        return result;
      } catch (error) {
        record(begun, isFailure(error));
        throw error;
      }
    },
    state: () => phase.state,
  };
}

const isWithinWindow = (age: number): boolean => age >= 0 && age < windowMs;

const refusal = (retryAfter: number): Problem => new Problem('idp_circuit_open', { retryAfter, unsent: true });
