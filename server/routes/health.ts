// What an operator's machines ask: is it alive, may it get requests, what are its figures. No token, no secret.
import Router from '@koa/router';
import type { Metrics } from '../metrics.ts';
import { Problem } from '../problem.ts';

export type HealthRoutesParts = {
  readonly metrics: Pick<Metrics, 'read'>;
  /** Each throws `store_unavailable` when its store does not answer. */
  readonly pings: readonly (() => Promise<void>)[];
  readonly stopping: () => boolean;
  /** The OpenAPI document. */
  readonly description: object;
};

export function createHealthRoutes({ metrics, pings, stopping, description }: HealthRoutesParts): Router {
  const router = new Router();
  // Alive says nothing of the stores: a restart would not bring them back.
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    if (stopping()) throw new Problem('shutting_down');
    await Promise.all(pings.map((ping) => ping()));
    ctx.body = { status: 'ready' };
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
