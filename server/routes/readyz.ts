// GET /readyz: whether this instance can receive requests. Needs no token and contains no secrets.
import { json } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';
import type { Endpoint } from './endpoint.ts';

export const readyz: Endpoint = {
  method: 'GET',
  path: '/readyz',
  id: 'readyz',
  summary: 'Whether the instance can receive requests',
  tag: 'operation',
  answers: { 200: json('Readiness', 'Ready') },
  steps: [
    {
      problems: ['store_unavailable', 'shutting_down'],
      async run(ctx, _next, { stopping, checkStores }) {
        if (stopping()) throw new Problem('shutting_down');
        const degraded = await checkStores();
        ctx.body = { status: 'ready', ...(degraded.length > 0 ? { degraded } : {}) };
      },
    },
  ],
};

export type Pings = {
  /** Throws `store_unavailable` if the database is unreachable. Nothing works without it. */
  readonly pingDatabase: () => Promise<void>;
  /** Throws if Redis is unreachable. Then web logins fail, and each instance counts rate limits for itself. */
  readonly pingRedis: () => Promise<void>;
};

/** Anybody may request this endpoint at any rate, so concurrent requests share one check. */
export function createStoreCheck(pings: Pings): () => Promise<readonly string[]> {
  let pending: Promise<readonly string[]> | undefined;
  return () => (pending ??= listUnavailable(pings).finally(() => (pending = undefined)));
}

/**
 * Lists optional stores that are unreachable. A load balancer must not remove all instances because of Redis: signed-in
 * people and mini-programs do not need it.
 */
async function listUnavailable({ pingDatabase, pingRedis }: Pings): Promise<readonly string[]> {
  const redis = pingRedis().then(
    () => [],
    () => ['redis'],
  );
  await pingDatabase();
  return redis;
}
