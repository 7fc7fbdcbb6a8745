// GET /healthz. Alive says nothing of the stores: a restart would not bring them back.
import { component, json, object } from '../openapi/describe.ts';
import type { Endpoint } from './endpoint.ts';

const health = component('Health', object({ status: { type: 'string', const: 'ok' } }));

export const healthz: Endpoint = {
  method: 'GET',
  path: '/healthz',
  id: 'healthz',
  summary: 'Is the process alive',
  tag: 'operation',
  answers: { 200: json(health, 'Alive') },
  problems: ['internal'],
  steps: () => [
    (ctx) => {
      ctx.body = { status: 'ok' };
    },
  ],
};
