// GET /metrics: metrics for the operator. Needs no token and contains no secrets.
import type { Endpoint } from './endpoint.ts';

export const metrics: Endpoint = {
  method: 'GET',
  path: '/metrics',
  id: 'metrics',
  summary: 'Metrics in the Prometheus format',
  tag: 'operation',
  answers: { 200: { description: 'Metrics', content: { 'text/plain': { schema: { type: 'string' } } } } },
  steps: [
    {
      problems: [],
      async run(ctx, _next, { metrics }) {
        const { text, type } = await metrics.read();
        ctx.set('Content-Type', type);
        ctx.body = text;
      },
    },
  ],
};
