// The mini-program's global token. A token is issued again and again until its last five minutes. Then the next token
// is issued.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';

export type GlobalTokens = {
  issue(): { readonly access_token: string; readonly expires_in: number };
  check(token: string): 'valid' | 'expired' | 'unknown';
};

type Lease = { readonly token: string; readonly until: number };

const lifetimeMs = 7200_000;
const overlapMs = 300_000;

export function createGlobalTokens(clock: Clock): GlobalTokens {
  /** Newest first. The previous one works until it expires. */
  let leases: readonly Lease[] = [];
  const now = (): number => clock().getTime();

  return {
    issue() {
      let [newest] = leases;
      if (!newest || newest.until - now() <= overlapMs) {
        newest = { token: randomBytes(64).toString('base64url'), until: now() + lifetimeMs };
        leases = [newest, ...leases.slice(0, 1)];
      }
      return { access_token: newest.token, expires_in: Math.floor((newest.until - now()) / 1000) };
    },
    check(token) {
      const match = leases.find((lease) => lease.token === token);
      if (!match) return 'unknown';
      return match.until > now() ? 'valid' : 'expired';
    },
  };
}
