// How often somebody may ask: fixed windows that begin with the first request, counted by all instances on Redis.
import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { deriveKey } from '../keys.ts';
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { LimitKind, Limits, Observe } from '../types.ts';
import type { Redis } from './redis.ts';

export type LimitParts = {
  /** Counters of this process alone without it. */
  readonly redis?: Redis | undefined;
  /** Begins every key, for a Redis that others use too. */
  readonly prefix?: string;
  /** JWT_SECRET: keys become digests under a key derived from it, for addresses are few enough to be guessed. */
  readonly secret: string;
  /** 0: no limit. */
  readonly addressPerMinute: number;
  readonly userPerHour: number;
  readonly refreshPerMinute: number;
  readonly accountPerMinute: number;
  readonly phonePerMinute: number;
  readonly observe: Observe;
};

const minute = 60;
const hour = 3_600;

/** Makes the counters (contract section 6, "limits"). */
export function createLimits(parts: LimitParts): Limits {
  const key = deriveKey(parts.secret, 'limits');
  const limiters: Record<LimitKind, RateLimiterAbstract | undefined> = {
    address: createLimiter('address', { points: parts.addressPerMinute, duration: minute }, parts),
    user: createLimiter('user', { points: parts.userPerHour, duration: hour }, parts),
    // One failure beyond the limit of the address is enough: nothing more of it is worked on before the minute is over.
    guess: createLimiter('guess', { points: Math.min(1, parts.addressPerMinute), duration: minute }, parts),
    session: createLimiter('session', { points: parts.refreshPerMinute, duration: minute }, parts),
    account: createLimiter('account', { points: parts.accountPerMinute, duration: minute }, parts),
    phone: createLimiter('phone', { points: parts.phonePerMinute, duration: minute }, parts),
  };

  const consume = async (kind: LimitKind, { name, points }: { name: string; points: 0 | 1 }): Promise<void> => {
    const limiter = limiters[kind];
    if (!limiter) return;
    const state = await limiter
      .consume(createHmac('sha256', key).update(name).digest('base64url'), points)
      .catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return refusal;
        throw refusal;
      });
    // The library refuses what is one too many; whether anything is left is asked by who counts nothing.
    if (points === 1 ? state.consumedPoints <= limiter.points : state.remainingPoints > 0) return;
    parts.observe({ kind: 'limited', limit: kind });
    throw new Problem(problemOf[kind], { retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) });
  };

  return {
    hit: (kind, name) => consume(kind, { name, points: 1 }),
    check: (kind, name) => consume(kind, { name, points: 0 }),
  };
}

const problemOf = {
  address: 'rate_limited_address',
  guess: 'rate_limited_address',
  user: 'rate_limited_user',
  session: 'rate_limited_session',
  account: 'rate_limited_user',
  phone: 'rate_limited_user',
} as const satisfies Record<LimitKind, ProblemCode>;

function createLimiter(
  kind: LimitKind,
  window: { points: number; duration: number },
  { redis, prefix = 'duplex:' }: LimitParts,
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
