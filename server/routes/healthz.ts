// GET /healthz. Alive says nothing of the stores: a restart would not bring them back.
import { json } from '../openapi/describe.ts';
import type { Endpoint } from './endpoint.ts';

export const healthz: Endpoint = {
  method: 'GET',
  path: '/healthz',
  id: 'healthz',
  summary: 'Is the process alive',
  tag: 'operation',
  answers: { 200: json('Health', 'Alive') },
  steps: [
    {
      problems: [],
      run(ctx) {
        ctx.body = { status: 'ok' };
      },
    },
  ],
};
