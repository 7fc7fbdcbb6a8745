// Reads the access token of a request.
import type { Context } from 'koa';
import { Problem } from '../problem.ts';

/** The Bearer token; undefined without an Authorization header. Throws `access_token_invalid` if it is malformed. */
export function bearerOf(ctx: Context): string | undefined {
  const header = ctx.get('Authorization');
  if (header === '') return undefined;
  const match = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header);
  if (!match) throw new Problem('access_token_invalid', { detail: 'Send `Authorization: Bearer <access token>`.' });
  return match[1];
}
