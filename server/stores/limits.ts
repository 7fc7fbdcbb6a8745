// Rate limits with fixed windows that start with the first request, shared by all instances through Redis.
import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { deriveKey } from '../derived-key.ts';
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { Observe } from '../ports/metric-events.ts';
import type { LimitKind, LimitSettings, Limits } from '../ports/rate-limits.ts';
import type { KeyvConnection } from './keyv.ts';

export type LimitParts = LimitSettings & {
  /** Without Redis each process counts for itself. */
  readonly keyv: Pick<KeyvConnection, 'redis' | 'store'>;
  /** The prefix of every key, for a Redis that is shared with other programs. */
  readonly prefix?: string;
  /** JWT_SECRET. Counters are stored under digests, whose key is derived from this secret. */
  readonly secret: string;
  readonly observe: Observe;
};

type Kind = {
  readonly setting: keyof LimitSettings;
  /** A factor for the setting. */
  readonly times?: number;
  readonly duration: number;
  readonly problem: ProblemCode;
};
const [minute, hour, day] = [60, 3_600, 86_400];

/** The setting of each kind, its window in seconds, and the problem for requests above the limit. */
const kinds: Readonly<Record<LimitKind, Kind>> = {
  address: { setting: 'addressPerMinute', duration: minute, problem: 'rate_limited_address' },
  failure: { setting: 'addressFailuresPerMinute', duration: minute, problem: 'rate_limited_address' },
  // All customers of a carrier share a network, so a single customer must not use up the limit.
  network: { setting: 'addressFailuresPerMinute', times: 5, duration: minute, problem: 'rate_limited_address' },
  code: { setting: 'addressFailuresPerMinute', times: 30, duration: minute, problem: 'rate_limited_address' },
  user: { setting: 'userPerHour', duration: hour, problem: 'rate_limited_user' },
  session: { setting: 'refreshPerMinute', duration: minute, problem: 'rate_limited_session' },
  account: { setting: 'accountPerMinute', duration: minute, problem: 'rate_limited_user' },
  phone: { setting: 'phonePerMinute', duration: minute, problem: 'rate_limited_user' },
  service: { setting: 'servicePerMinute', duration: minute, problem: 'rate_limited_service' },
};

export function createLimits(parts: LimitParts): Limits {
  // The IPv4 address behind a digest without a key could be found in minutes. A new secret resets all counters.
  const key = deriveKey(parts.secret, 'limits');
  const limiters = Object.fromEntries(
    Object.entries(kinds).map(([kind, { setting, times = 1, duration }]) => [
      kind,
      createLimiter(kind as LimitKind, { points: times * parts[setting], duration }, parts),
    ]),
  ) as Record<LimitKind, RateLimiterAbstract | undefined>;

  const toKey = (name: string): string => createHmac('sha256', key).update(name).digest('base64url');
  const recentLogins = parts.keyv.store<1>('arrival', day * 1000);

  const consume = async (
    kind: LimitKind,
    { name, points, address }: { name: string; points: 0 | 1; address: string | undefined },
  ): Promise<void> => {
    const limiter = limiters[kind];
    if (!limiter) return;
    const state = await limiter.consume(toKey(name), points).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
    // The library rejects a hit above the limit. A check counts nothing, so it looks at how much of the limit is left.
    if (points === 1 ? state.consumedPoints <= limiter.points : state.remainingPoints > 0) return;
    if (address !== undefined && (await recentLogins.get(toKey(address))) !== undefined) return;
    parts.observe({ kind: 'limited', limit: kind });
    // In memory the library uses this machine's clock, which may have been set back within the window.
    const seconds = Math.min(limiter.duration, Math.ceil(state.msBeforeNext / 1000));
    throw new Problem(kinds[kind].problem, { retryAfter: Math.max(1, seconds) });
  };

  return {
    hit: (kind, name, address) => consume(kind, { name, points: 1, address }),
    check: (kind, name, address) => consume(kind, { name, points: 0, address }),
    async giveBack(kind, name) {
      await limiters[kind]?.reward(toKey(name));
    },
    async exempt(address) {
      // If Redis fails, the login still succeeds.
      if (limiters.failure) await recentLogins.set(toKey(address), 1).catch(() => false);
    },
  };
}

function createLimiter(
  kind: LimitKind,
  window: { points: number; duration: number },
  { keyv: { redis }, prefix = 'duplex:' }: LimitParts,
): RateLimiterAbstract | undefined {
  if (window.points === 0) return undefined;
  const memory = new RateLimiterMemory(window);
  if (!redis) return memory;
  return new RateLimiterRedis({
    ...window,
    keyPrefix: `${prefix}limit-${kind}`,
    useRedisPackage: true,
    // The only command that the library uses: a script that counts and reads the end of the window.
    storeClient: { eval: (script: string, values: object) => redis.run((commands) => commands.eval(script, values)) },
    // While Redis is unreachable, each instance counts for itself, so an attacker gets the limit once per instance.
    // That is acceptable: tokens are signed, and codes come from the provider, so neither can be guessed.
    insuranceLimiter: memory,
  });
}
