// GET /openapi.json, and the same below /api/auth for sites that only forward that path: the OpenAPI document.
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

export const openapi = describeAt({ path: '/openapi.json', id: 'openapi', summary: 'This document' });
export const openapiBelowAuth = describeAt({
  path: '/api/auth/openapi.json',
  id: 'openapiBelowAuth',
  summary: 'This document, for sites that only forward /api/auth',
});
