// GET /readyz: may this instance get requests. No token, no secret.
import { json, problemsOf } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parts } from './parts.ts';

export const readyz: Endpoint = {
  method: 'GET',
  path: '/readyz',
  id: 'readyz',
  summary: 'May it get requests',
  tag: 'operation',
  answers: { 200: json('Readiness', 'Ready') },
  problems: problemsOf.store,
  steps: ({ stopping, ...pings }) => {
    const look = oneAtATime(() => lookAround(pings));
    return [
      async (ctx) => {
        if (stopping()) throw new Problem('shutting_down');
        const degraded = await look();
        ctx.body = { status: 'ready', ...(degraded.length > 0 ? { degraded } : {}) };
      },
    ];
  },
};

/**
 * Names stores that are away and not essential. A balancer must not take out all instances for one: signed-in people and
 * mini-programs need no Redis.
 */
async function lookAround({
  pingDatabase,
  pingRedis,
}: Pick<Parts, 'pingDatabase' | 'pingRedis'>): Promise<readonly string[]> {
  const redis = pingRedis().then(
    () => [],
    () => ['redis'],
  );
  await pingDatabase();
  return redis;
}

/** Anybody may ask, and as often as they like: who asks while a look is under way shares its answer. */
function oneAtATime<T>(look: () => Promise<T>): () => Promise<T> {
  let under: Promise<T> | undefined;
  return () =>
    (under ??= look().finally(() => {
      under = undefined;
    }));
}
