// How a command of the operator's says that it could not: what one can mend in words, anything else with its stack.
import { Problem } from './problem.ts';

/** The text for a terminal. Errors that say `showStack: false` are sentences for an operator. */
export function tellFailure(error: unknown): string {
  if (error instanceof Problem && error.code === 'store_unavailable') {
    const reason = error.cause instanceof Error ? error.cause.message : 'no answer';
    return `The database or Redis cannot be reached: ${reason}. Check DATABASE_URL, KEYV_URL and the servers.`;
  }
  if (!(error instanceof Error)) return String(error);
  const { showStack = true } = error as Error & { showStack?: boolean };
  return showStack ? (error.stack ?? error.message) : error.message;
}
