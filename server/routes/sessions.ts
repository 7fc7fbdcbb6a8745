// /api/auth/sessions: lists the sessions of the account, and ends one of them.
import type { Context, Next } from 'koa';
import { json, query, requests, text } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';
import type { Session } from '../ports/session-store.ts';
import { isId } from '../query-values.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parts } from './endpoint-parts.ts';
import { readQuery } from './request-parameters.ts';
import { authenticate, countUser, signedIn } from './steps.ts';
import { callerOf } from './request-trace.ts';

/** The number of sessions on a page. */
const page = { default: 50, max: 100 };

/** GET /sessions?cursor=&limit=: a page of sessions, newest first, with `next_cursor` if there are more. */
export const listSessions: Endpoint = {
  method: 'GET',
  path: '/api/auth/sessions',
  id: 'listSessions',
  summary: 'List the open sessions',
  tag: 'account',
  secured: true,
  parameters: [
    query('limit', {
      schema: {
        type: 'integer',
        description: 'The maximum number of sessions',
        minimum: 1,
        maximum: page.max,
        default: page.default,
      },
      required: false,
      example: requests.sessions.limit,
    }),
    query('cursor', {
      schema: text('`next_cursor` of the previous page'),
      required: false,
      example: requests.sessions.cursor,
    }),
  ],
  answers: { 200: json('Sessions', 'Open sessions, newest first') },
  steps: [authenticate(), countUser, { problems: ['malformed_parameter', 'duplicate_parameter'], run: answerSessions }],
};

async function answerSessions(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  const { user, session } = signedIn(ctx);
  const limit = readLimit(readQuery(ctx, 'limit'));
  const cursor = readCursor(readQuery(ctx, 'cursor'));
  const result = await parts.sessions.list({ userId: user.id, limit, cursor });
  const last = result.sessions.at(-1);
  ctx.body = {
    ...(result.more && last ? { next_cursor: toCursor(last) } : {}),
    sessions: result.sessions.map((row) => ({
      id: row.id,
      channel: row.channel,
      user_agent: row.userAgent,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      current: row.id === session.id,
    })),
  };
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return page.default;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= page.max) return limit;
  throw new Problem('malformed_parameter', { detail: `limit must be a whole number from 1 to ${page.max}.` });
}

type SessionCursor = Pick<Session, 'createdAt' | 'id'>;

/** A cursor names the last session of a page, not an offset, so that new and ended sessions shift no pages. */
function toCursor({ createdAt, id }: SessionCursor): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

function readCursor(text: string | undefined): SessionCursor | undefined {
  if (text === undefined) return undefined;
  const [, time, id] = /^(\d{1,15})\.(.*)$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (isId(id)) return { createdAt: new Date(Number(time)), id };
  throw new Problem('malformed_parameter', { detail: 'cursor must be the unchanged next_cursor of a response.' });
}

export const endSession: Endpoint = {
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  id: 'endSession',
  summary: 'End a session',
  tag: 'account',
  secured: true,
  parameters: [
    { name: 'id', in: 'path', required: true, description: 'From the list of sessions', schema: { type: 'string' } },
  ],
  answers: { 204: { description: 'Ended' } },
  // Not rate-limited: a person who wants to end a stolen session must not have to wait.
  steps: [authenticate(), { problems: ['not_found'], run: revokeSession }],
};

async function revokeSession(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  const { id: sessionId } = (ctx as Context & { params: { id: string } }).params;
  const { trace } = callerOf(ctx, parts);
  const ended = await parts.sessions.revoke({ ...trace, userId: signedIn(ctx).user.id, sessionId });
  if (!ended) throw new Problem('not_found', { detail: 'This is not one of your sessions.' });
  ctx.status = 204;
}
