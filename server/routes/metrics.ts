// GET /metrics: the operator's figures. No token, no secret.
import type { Endpoint } from './endpoint.ts';

export const metrics: Endpoint = {
  method: 'GET',
  path: '/metrics',
  id: 'metrics',
  summary: "Figures in Prometheus' form",
  tag: 'operation',
  answers: { 200: { description: 'Figures', content: { 'text/plain': { schema: { type: 'string' } } } } },
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
