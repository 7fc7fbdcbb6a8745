// How often somebody may ask: fixed windows that begin with the first request, counted by all instances on Redis.
import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { deriveKey } from '../keys.ts';
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { Observe } from '../ports/metric-events.ts';
import type { LimitKind, LimitSettings, Limits } from '../ports/rate-limits.ts';
import type { KeyvConnection } from './keyv.ts';

export type LimitParts = LimitSettings & {
  /** Counters of this process alone without Redis. */
  readonly keyv: Pick<KeyvConnection, 'redis' | 'store'>;
  /** Begins every counter's key, for a Redis that others use too. */
  readonly prefix?: string;
  /** JWT_SECRET: keys become digests under a key derived from it, for addresses are few enough to be guessed. */
  readonly secret: string;
  readonly observe: Observe;
};

type Kind = {
  readonly setting: keyof LimitSettings;
  /** So many times what the setting says. */
  readonly times?: number;
  readonly duration: number;
  readonly problem: ProblemCode;
};
const [minute, hour, day] = [60, 3_600, 86_400];

/** How many in how many seconds, and what one too many is answered with. */
const kinds: Readonly<Record<LimitKind, Kind>> = {
  address: { setting: 'addressPerMinute', duration: minute, problem: 'rate_limited_address' },
  failure: { setting: 'addressFailuresPerMinute', duration: minute, problem: 'rate_limited_address' },
  // A carrier's customers share it, so one of them alone must not use it up.
  network: { setting: 'addressFailuresPerMinute', times: 5, duration: minute, problem: 'rate_limited_address' },
  code: { setting: 'addressFailuresPerMinute', times: 30, duration: minute, problem: 'rate_limited_address' },
  user: { setting: 'userPerHour', duration: hour, problem: 'rate_limited_user' },
  session: { setting: 'refreshPerMinute', duration: minute, problem: 'rate_limited_session' },
  account: { setting: 'accountPerMinute', duration: minute, problem: 'rate_limited_user' },
  phone: { setting: 'phonePerMinute', duration: minute, problem: 'rate_limited_user' },
  service: { setting: 'servicePerMinute', duration: minute, problem: 'rate_limited_service' },
};

/** Makes the counters. */
export function createLimits(parts: LimitParts): Limits {
  // An unkeyed digest of an IPv4 address is guessed in minutes. A new secret begins all counts anew.
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
    // The library refuses what is one too many; whether anything is left is asked by who counts nothing.
    if (points === 1 ? state.consumedPoints <= limiter.points : state.remainingPoints > 0) return;
    if (address !== undefined && (await recentLogins.get(toKey(address))) !== undefined) return;
    parts.observe({ kind: 'limited', limit: kind });
    // In memory the library subtracts by this machine's clock, which may have been set back within the window.
    const seconds = Math.min(limiter.duration, Math.ceil(state.msBeforeNext / 1000));
    throw new Problem(kinds[kind].problem, { retryAfter: Math.max(1, seconds) });
  };

  return {
    hit: (kind, name, address) => consume(kind, { name, points: 1, address }),
    check: (kind, name, address) => consume(kind, { name, points: 0, address }),
    async giveBack(kind, name) {
      await limiters[kind]?.reward(toKey(name));
    },
    async remember(address) {
      // While Redis is away a login succeeds all the same.
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
    // All that it asks of a client: one script that counts and reads the end of the window in one step.
    storeClient: { eval: (script: string, values: object) => redis.run((commands) => commands.eval(script, values)) },
    // While Redis is away every instance counts for itself: people stay signed in, and an attacker gets at most the
    // limit once per instance. There is nothing to guess behind it: tokens are signed, and codes are the provider's.
    insuranceLimiter: memory,
  });
}
