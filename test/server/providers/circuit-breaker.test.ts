// When calls to the provider are paused, and when they continue.
import { expect } from 'chai';
import fc from 'fast-check';
import { createCircuit } from '../../../server/providers/circuit-breaker.ts';
import type { CircuitState } from '../../../server/providers/circuit-breaker.ts';
import { Problem } from '../../../server/problem.ts';

class Failure extends Error {}
class UsersFault extends Error {}

function createBench() {
  let ms = Date.UTC(2026, 10, 20);
  const changes: CircuitState[] = [];
  const circuit = createCircuit({
    clock: () => new Date(ms),
    isFailure: (error) => error instanceof Failure,
    onChange: (state) => changes.push(state),
  });
  /** Begins a call that the test ends. */
  const begin = () => {
    let end!: (error?: Error) => void;
    let ran = false;
    const result = circuit
      .run(() => {
        ran = true;
        return new Promise<void>((resolve, reject) => {
          end = (error) => (error ? reject(error) : resolve());
        });
      })
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    return { ran, result, end };
  };
  const call = async (error?: Error): Promise<unknown> => {
    const { ran, result, end } = begin();
    if (ran) end(error);
    return result;
  };
  const repeat = async (times: number, error?: Error): Promise<void> => {
    for (let count = 0; count < times; count += 1) await call(error);
  };
  return { circuit, changes, begin, call, repeat, wait: (duration: number) => (ms += duration) };
}

describe('the circuit before the provider', () => {
  it('opens when at least half of 20 or more calls in 10 s have failed', async () => {
    const { circuit, repeat, call } = createBench();
    await repeat(10);
    await repeat(9, new Failure());
    expect(circuit.state()).to.equal('closed');
    await call(new Failure());
    expect(circuit.state()).to.equal('open');
  });

  it('stays closed while fewer than half of the calls have failed, however many these are', async () => {
    const { circuit, repeat } = createBench();
    await repeat(101);
    await repeat(100, new Failure());
    expect(circuit.state()).to.equal('closed');
  });

  it('stays closed after 19 failures if there were no other calls', async () => {
    const { circuit, repeat } = createBench();
    await repeat(19, new Failure());
    expect(circuit.state()).to.equal('closed');
  });

  it('forgets results after 10 s', async () => {
    const { circuit, repeat, wait } = createBench();
    await repeat(19, new Failure());
    wait(10_000);
    await repeat(1, new Failure());
    expect(circuit.state()).to.equal('closed');
    wait(9_999);
    await repeat(19, new Failure());
    expect(circuit.state()).to.equal('open');
  });

  it("does not count a user's bad code as a failure", async () => {
    const { circuit, repeat } = createBench();
    await repeat(50, new UsersFault());
    expect(circuit.state()).to.equal('closed');
  });

  it('refuses calls without sending them, and returns the number of seconds to wait', async () => {
    const { repeat, call, wait, begin } = createBench();
    await repeat(20, new Failure());
    for (const [ms, retryAfter] of [
      [0, 5],
      [1_500, 4],
      [3_499, 1],
    ] as const) {
      wait(ms);
      const error = await call();
      expect(error).to.be.instanceOf(Problem);
      expect(error).to.include({ code: 'idp_circuit_open', status: 503, retryAfter, unsent: true });
    }
    expect(begin().ran).to.equal(false);
  });

  it('lets exactly one of 50 simultaneous calls through after 5 s, as a probe', async () => {
    const { repeat, begin, wait, circuit } = createBench();
    await repeat(20, new Failure());
    wait(5_000);
    const calls = Array.from({ length: 50 }, begin);
    expect(calls.filter(({ ran }) => ran)).to.have.length(1);
    const refused = await Promise.all(calls.filter(({ ran }) => !ran).map(({ result }) => result));
    for (const error of refused) expect(error).to.include({ code: 'idp_circuit_open', retryAfter: 1, unsent: true });
    expect(circuit.state()).to.equal('half-open');
  });

  it('closes after a successful probe, and counts from zero again', async () => {
    const { repeat, call, wait, circuit, changes } = createBench();
    await repeat(20, new Failure());
    wait(5_000);
    await call();
    expect(circuit.state()).to.equal('closed');
    await repeat(19, new Failure());
    expect(circuit.state()).to.equal('closed');
    expect(changes).to.deep.equal(['open', 'half-open', 'closed']);
  });

  it("closes after a probe with a user's bad code, because the provider answered", async () => {
    const { repeat, call, wait, circuit } = createBench();
    await repeat(20, new Failure());
    wait(5_000);
    await call(new UsersFault());
    expect(circuit.state()).to.equal('closed');
  });

  it('opens for another 5 s when the probe fails', async () => {
    const { repeat, call, wait, circuit, begin } = createBench();
    await repeat(20, new Failure());
    wait(5_000);
    await call(new Failure());
    expect(circuit.state()).to.equal('open');
    wait(4_999);
    expect(begin().ran).to.equal(false);
    wait(1);
    expect(begin().ran).to.equal(true);
  });

  it('ignores the results of calls that began before it opened: only the probe decides', async () => {
    const { repeat, begin, wait, circuit } = createBench();
    const [early, other] = [begin(), begin()];
    await repeat(20, new Failure());
    wait(5_000);
    const probe = begin();
    early.end();
    await early.result;
    expect(circuit.state()).to.equal('half-open');
    other.end(new Failure());
    await other.result;
    expect(circuit.state()).to.equal('half-open');
    probe.end();
    await probe.result;
    expect(circuit.state()).to.equal('closed');
  });

  it('lets calls through if the clock is set back', async () => {
    const { repeat, begin, wait } = createBench();
    await repeat(20, new Failure());
    wait(-3_600_000);
    expect(begin().ran).to.equal(true);
  });

  it('behaves like a simple model, for any sequence of calls', async () => {
    type Step = { readonly wait: number; readonly failed: boolean };
    const steps = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: 1_200 }), failed: fc.boolean() }) as fc.Arbitrary<Step>,
      { maxLength: 120 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { begin, wait } = createBench();
        let now = 0;
        let figures: { at: number; failed: boolean }[] = [];
        let openSince: number | undefined;
        for (const step of sequence) {
          wait(step.wait);
          now += step.wait;
          const { ran, result, end } = begin();
          const probing = openSince !== undefined && now - openSince >= 5_000;
          expect(ran).to.equal(openSince === undefined || probing);
          if (!ran) continue;
          end(step.failed ? new Failure() : undefined);
          await result;
          figures = probing ? [] : [...figures, { at: now, failed: step.failed }].filter(({ at }) => now - at < 10_000);
          const half = figures.filter(({ failed }) => failed).length * 2 >= figures.length;
          const opens = probing ? step.failed : figures.length >= 20 && half;
          openSince = opens ? now : undefined;
        }
      }),
      { numRuns: 300 },
    );
  });
});
