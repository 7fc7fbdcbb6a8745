// Reads the JSON body of a request to the stand-in. Like the provider, it ignores the Content-Type.
import bodyParser from 'koa-bodyparser';
import type { Context } from 'koa';
import { RequestError } from './request-error.ts';

const parse = bodyParser({
  enableTypes: ['json'],
  detectJSON: () => true,
  jsonLimit: '64kb',
  onerror(error) {
    const { status } = error as { status?: number };
    if (status === 413) throw new RequestError('the body must have at most 64 KiB', { status });
    throw new RequestError('the body must be JSON');
  },
});

/** Returns {} for a request without a body. Throws a RequestError if the body is not an object. */
export async function readBody(ctx: Context): Promise<Readonly<Record<string, unknown>>> {
  await parse(ctx, () => Promise.resolve());
  const { body } = ctx.request as { body?: unknown };
  if (Array.isArray(body)) throw new RequestError('the body must be a JSON object');
  return (body ?? {}) as Readonly<Record<string, unknown>>;
}
