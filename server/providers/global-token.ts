// The app's own token at the provider, kept in memory until shortly before it expires.
import type { Clock } from '../ports/clock.ts';

export type GlobalToken = {
  /** The token. Concurrent callers share one request and its failure. */
  get(): Promise<string>;
  /** Forgets a token that the provider has rejected, unless it was already replaced. */
  drop(token: string): void;
};

export type GlobalTokenParts = {
  /** Requests a token from the provider. */
  readonly fetchToken: () => Promise<{ readonly token: string; readonly seconds: number }>;
  readonly clock: Clock;
};

/** In the last five minutes of a token the provider issues the next one, while the old one still works. */
const marginSeconds = 300;

export function createGlobalToken({ fetchToken, clock }: GlobalTokenParts): GlobalToken {
  let cached: { readonly token: string; readonly until: number } | undefined;
  let pending: Promise<string> | undefined;

  const renew = async (): Promise<string> => {
    const began = clock().getTime();
    const { token, seconds } = await fetchToken();
    cached = { token, until: began + (seconds - Math.min(marginSeconds, seconds / 2)) * 1000 };
    return token;
  };

  return {
    get() {
      if (cached && clock().getTime() < cached.until) return Promise.resolve(cached.token);
      pending ??= renew().finally(() => (pending = undefined));
      return pending;
    },
    drop(token) {
      if (cached?.token === token) cached = undefined;
    },
  };
}
