// A request's deadline, as the database keeps it: nothing is begun that might be committed when nobody waits for it any more.
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseFailure } from './failure.ts';

/** Milliseconds that a statement takes at most, with its way. */
export const answerMs = 4_500;

const deadlines = new AsyncLocalStorage<number>();
let running = 0;

/** Runs `work` under a deadline, a time of `performance.now()`. */
export async function endBy<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await deadlines.run(deadline, work);
  } finally {
    running -= 1;
    // Until it is told, Node 20 follows every promise of the process for it: a tenth of a short request.
    if (running === 0) deadlines.disable();
  }
}

/** For how many milliseconds a statement may still begin. Without a deadline: for ever. */
export function timeToBegin(): number {
  const deadline = deadlines.getStore();
  return deadline === undefined ? Infinity : deadline - answerMs - performance.now();
}

/** What a statement, or a commit, is refused with that comes too late. */
export function tooLate(): DatabaseFailure | undefined {
  if (timeToBegin() > 0) return undefined;
  return new DatabaseFailure({ message: 'the request took too long', code: 'late', unreachable: true });
}
