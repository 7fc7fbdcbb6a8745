// The queue for database connections: first come, first served, with a timeout.
import { remainingMs } from './request-deadline.ts';
import { DatabaseFailure } from './database-failure.ts';

export type Queue = {
  /**
   * Waits for a turn, and resolves to the function that ends the turn; ending it twice does no harm. Throws an
   * `unreachable` failure.
   */
  take(): Promise<() => void>;
  readonly used: number;
  readonly waiting: number;
};

/** Allows `size` turns at once. A turn fails if it does not start within `timeoutMs` or by the request's deadline. */
export function createQueue({ size, timeoutMs }: { size: number; timeoutMs: number }): Queue {
  let used = 0;
  // A Set keeps the order of insertion, and deleting from its middle is cheap.
  const waiting = new Set<() => void>();

  const begin = (): (() => void) => {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      const [next] = waiting;
      // The turn is passed on directly, so that no later request can take it first.
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
        const ms = Math.max(0, Math.min(timeoutMs, Math.ceil(remainingMs())));
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
