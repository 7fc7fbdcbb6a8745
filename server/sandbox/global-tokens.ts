// The mini-program's global token, by both calls: the stable one, and the older one that takes it away from others.
import type { Clock } from '../types.ts';
import type { Random } from './codes.ts';

export type GlobalTokens = {
  /** The same token while it is valid; in its last five minutes the next one, while the old one still works. */
  issueStable(request: { readonly force: boolean }): GlobalToken;
  /** A new token every time; the one before is worth nothing from now on. The stable one does not mind. */
  issueOlder(): GlobalToken;
  check(token: string): 'valid' | 'expired' | 'unknown';
};
export type GlobalToken = { readonly access_token: string; readonly expires_in: number };

type Lease = { readonly token: string; readonly until: number };

const lifetimeMs = 7200_000;
const overlapMs = 300_000;

export function createGlobalTokens({ clock, random }: { clock: Clock; random: Random }): GlobalTokens {
  let stable: readonly Lease[] = [];
  let older: readonly Lease[] = [];

  const now = (): number => clock().getTime();
  const lease = (): Lease => ({ token: random(64).toString('base64url'), until: now() + lifetimeMs });
  const tell = ({ token, until }: Lease): GlobalToken => ({
    access_token: token,
    expires_in: Math.floor((until - now()) / 1000),
  });

  return {
    issueStable({ force }) {
      const [current] = stable;
      if (current && !force && current.until - now() > overlapMs) return tell(current);
      const next = lease();
      stable = current && !force ? [next, current] : [next];
      return tell(next);
    },
    issueOlder() {
      const next = lease();
      older = [next];
      return tell(next);
    },
    check(token) {
      const found = [...stable, ...older].find((candidate) => candidate.token === token);
      if (!found) return 'unknown';
      return found.until > now() ? 'valid' : 'expired';
    },
  };
}
