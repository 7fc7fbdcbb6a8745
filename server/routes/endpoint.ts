// An endpoint: its address, its steps, and its description for integrators, in one place.
import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { Operation } from '../openapi/describe.ts';
import type { Parts } from './parts.ts';

export type Endpoint = Operation & {
  readonly steps: (parts: Parts) => readonly Middleware[];
};

/** The path as the router has it. */
export const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

export function createRouter(endpoints: readonly Endpoint[], parts: Parts): Router {
  const router = new Router();
  for (const { method, path, steps } of endpoints) {
    router.register(routeOf(path), [method], [...steps(parts)]);
  }
  return router;
}
