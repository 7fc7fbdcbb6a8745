// Who speaks when there are more speakers than connections: in the order of asking, and nobody waits for ever.
import { timeToBegin } from './deadline.ts';
import { DatabaseFailure } from './failure.ts';

export type Queue = {
  /** Resolves to the function that ends the turn; calling it twice does no harm. Throws an `unreachable` failure. */
  take(): Promise<() => void>;
  readonly used: number;
  readonly waiting: number;
};

/** `most` queue at once; who waits longer than `patienceMs`, or than its request may, is sent away. */
export function createQueue({ size, timeoutMs }: { size: number; timeoutMs: number }): Queue {
  let used = 0;
  // A Set keeps the order of asking, and lets somebody in the middle leave at no cost.
  const waiting = new Set<() => void>();

  const begin = (): (() => void) => {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      const [next] = waiting;
      // Handed on, not given back: nobody who asks later gets in between.
      if (next) next();
      else used -= 1;
    };
  };

  return {
    async take() {
      if (used < size) {
        used += 1;
        return begin();
      }
      return new Promise((resolve, reject) => {
        const go = (): void => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve(begin());
        };
        const ms = Math.max(0, Math.min(timeoutMs, Math.ceil(timeToBegin())));
        const timer = setTimeout(() => {
          waiting.delete(go);
          const message = `all ${size} database connections were busy for ${ms} ms`;
          reject(new DatabaseFailure({ message, code: 'busy', unreachable: true }));
        }, ms);
        waiting.add(go);
      });
    },
    get used() {
      return used;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
