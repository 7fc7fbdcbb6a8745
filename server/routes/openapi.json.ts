// GET /openapi.json, and below /api/auth where that alone is forwarded to this service: the description of all endpoints.
import type { Endpoint } from './endpoint.ts';

const describeAt = ({ path, id, summary }: Pick<Endpoint, 'path' | 'id' | 'summary'>): Endpoint => ({
  method: 'GET',
  path,
  id,
  summary,
  tag: 'operation',
  answers: { 200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } } },
  steps: [
    {
      problems: [],
      run(ctx, _next, { description }) {
        ctx.body = description;
      },
    },
  ],
});

export const openapi = describeAt({ path: '/openapi.json', id: 'openapi', summary: 'This description' });
export const openapiBelowAuth = describeAt({
  path: '/api/auth/openapi.json',
  id: 'openapiBelowAuth',
  summary: 'This description, where only /api/auth is forwarded',
});
