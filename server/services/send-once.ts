// The provider's codes: each goes out at most once.
import { Problem } from '../problem.ts';
import type { Clock } from '../ports/clock.ts';
import type { CodeStore } from '../ports/code-store.ts';

/**
 * Sends a provider's code at most once, whoever repeats it on whichever instance: the claim is written before the
 * first byte leaves, and given back only when verifiably none did. Throws `idp_code_used`, and what `send` throws.
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
