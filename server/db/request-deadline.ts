// The deadline of a request: no statement starts that might be committed after the client has received an error.
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseFailure } from './database-failure.ts';

/** The longest time for a statement including the network, in milliseconds. */
export const maxStatementMs = 4_500;

const deadlines = new AsyncLocalStorage<number>();
let runningRequests = 0;

/** Runs `work` with a deadline, a time of `performance.now()`. */
export async function runWithDeadline<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  runningRequests += 1;
  try {
    return await deadlines.run(deadline, work);
  } finally {
    runningRequests -= 1;
    // While the storage is enabled, Node 20 tracks every promise of the process, which takes a tenth of the time of a
    // short request.
    if (runningRequests === 0) deadlines.disable();
  }
}

/** How many milliseconds are left to start a statement; Infinity without a deadline. */
export function remainingMs(): number {
  const deadline = deadlines.getStore();
  return deadline === undefined ? Infinity : deadline - maxStatementMs - performance.now();
}

/** The failure of a statement or commit that would start too late; undefined if there is time left. */
export function lateFailure(): DatabaseFailure | undefined {
  if (remainingMs() > 0) return undefined;
  return new DatabaseFailure({ message: 'the request took too long', code: 'late', unreachable: true });
}
