// An endpoint: its path, its OpenAPI description and its steps.
import Router from '@koa/router';
import type { Context, Next } from 'koa';
import type { Operation } from '../openapi/describe.ts';
import type { ProblemCode } from '../problem.ts';
import type { Parts } from './endpoint-parts.ts';

export type Endpoint = Omit<Operation, 'steps'> & { readonly steps: readonly Step[] };

/** A middleware that receives the services, and the problems with which it may respond. */
export type Step = {
  readonly problems: readonly ProblemCode[];
  readonly run: (ctx: Context, next: Next, parts: Parts) => unknown;
};

/** The path in the syntax of the router. */
export const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

export function createRouter(endpoints: readonly Endpoint[], parts: Parts): Router {
  const router = new Router();
  for (const { method, path, steps } of endpoints) {
    const middlewares = steps.map(
      ({ run }) =>
        (ctx: Context, next: Next) =>
          run(ctx, next, parts),
    );
    router.register(routeOf(path), [method], middlewares);
  }
  return router;
}
