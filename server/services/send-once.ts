// Sends each of the provider's codes at most once.
import { Problem } from '../problem.ts';
import type { Clock } from '../ports/clock.ts';
import type { CodeStore } from '../ports/code-store.ts';

/**
 * Claims a code in the database before sending it, so that it is sent at most once by all instances together. The claim
 * is released only if certainly nothing was sent. Throws `idp_code_used`, and the errors of `send`.
 */
export async function sendOnce<T>(
  { codes, clock }: { readonly codes: CodeStore; readonly clock: Clock },
  { key, send }: { key: string; send: () => Promise<T> },
): Promise<T> {
  if (!(await codes.claim({ key, now: clock() }))) throw new Problem('idp_code_used', { recognized: true });
  try {
    return await send();
  } catch (error) {
    if (error instanceof Problem && error.unsent) await codes.release(key);
    throw error;
  }
}
