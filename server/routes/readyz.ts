// GET /readyz: may this instance get requests. No token, no secret.
import { json } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';
import type { Endpoint } from './endpoint.ts';

export const readyz: Endpoint = {
  method: 'GET',
  path: '/readyz',
  id: 'readyz',
  summary: 'May it get requests',
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
  /** Throws `store_unavailable` when the database does not answer: nothing works without it. */
  readonly pingDatabase: () => Promise<void>;
  /** Throws where Redis is out of reach: then only web logins fail, and each instance counts limits by itself. */
  readonly pingRedis: () => Promise<void>;
};

/** Makes the check of the stores. Anybody may ask, as often as they like: requests at one time share its answer. */
export function createStoreCheck(pings: Pings): () => Promise<readonly string[]> {
  let pending: Promise<readonly string[]> | undefined;
  return () => (pending ??= listUnavailable(pings).finally(() => (pending = undefined)));
}

/**
 * Names stores that are away and not essential. A balancer must not take out all instances for one: signed-in people and
 * mini-programs need no Redis.
 */
async function listUnavailable({ pingDatabase, pingRedis }: Pings): Promise<readonly string[]> {
  const redis = pingRedis().then(
    () => [],
    () => ['redis'],
  );
  await pingDatabase();
  return redis;
}
