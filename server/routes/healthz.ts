// GET /healthz: whether the process is alive. Does not check the stores, because a restart would not repair them.
import { json } from '../openapi/describe.ts';
import type { Endpoint } from './endpoint.ts';

export const healthz: Endpoint = {
  method: 'GET',
  path: '/healthz',
  id: 'healthz',
  summary: 'Whether the process is alive',
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
