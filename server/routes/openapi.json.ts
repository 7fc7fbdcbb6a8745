// GET /openapi.json: the description of all endpoints.
import type { Endpoint } from './endpoint.ts';

export const openapi: Endpoint = {
  method: 'GET',
  path: '/openapi.json',
  id: 'openapi',
  summary: 'This description',
  tag: 'operation',
  answers: { 200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } } },
  problems: ['internal'],
  steps: ({ description }) => [
    (ctx) => {
      ctx.body = description;
    },
  ],
};
