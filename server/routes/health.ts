// What an operator's machines ask: is it alive, may it get requests, what are its figures. No token, no secret.
import Router from '@koa/router';
import type { Metrics } from '../metrics.ts';
import { Problem } from '../problem.ts';

export type HealthRoutesParts = {
  readonly metrics: Pick<Metrics, 'read'>;
  /** Throws `store_unavailable` when the database does not answer: nothing works without it. */
  readonly pingDatabase: () => Promise<void>;
  /** The same of Redis: without it only web logins fail, and limits are each instance's own. */
  readonly pingRedis: () => Promise<void>;
  readonly stopping: () => boolean;
  /** The OpenAPI document. */
  readonly description: object;
};

export function createHealthRoutes({ metrics, stopping, description, ...pings }: HealthRoutesParts): Router {
  const router = new Router();
  const look = oneAtATime(() => lookAround(pings));
  // Alive says nothing of the stores: a restart would not bring them back.
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    if (stopping()) throw new Problem('shutting_down');
    const degraded = await look();
    ctx.body = { status: 'ready', ...(degraded.length > 0 ? { degraded } : {}) };
  });
  router.get('/metrics', async (ctx) => {
    const { text, type } = await metrics.read();
    ctx.set('Content-Type', type);
    ctx.body = text;
  });
  router.get('/openapi.json', (ctx) => {
    ctx.body = description;
  });
  return router;
}

/**
 * What is away and can be done without. A balancer must not take out all instances at once for it: signed-in people and
 * mini-programs need no Redis.
 */
async function lookAround({
  pingDatabase,
  pingRedis,
}: Pick<HealthRoutesParts, 'pingDatabase' | 'pingRedis'>): Promise<readonly string[]> {
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
