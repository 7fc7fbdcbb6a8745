// POST /api/auth/refresh: `{refresh_token}`, or the refresh cookie of a page of this origin.
import type { Context, Next } from 'koa';
import { object, refreshCookie, requests, text } from '../openapi/describe.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parts } from './parts.ts';
import { bodyOf, readBody } from './read-body.ts';
import { demand, tokenForm } from './request.ts';
import { resultOf } from './steps.ts';
import { answerTokens, withTokens } from './token-answer.ts';
import { callerOf } from './trace.ts';

export const refreshTokens: Endpoint = {
  method: 'POST',
  path: '/api/auth/refresh',
  id: 'refreshTokens',
  summary: 'A new pair for a refresh token',
  description:
    'A refresh token works once. The same one again within REFRESH_GRACE_SECONDS of its first use gets the session’s present pair, the identical one where nothing followed; later it ends its session. With AUTH_REFRESH_COOKIE a web login sends no body: the cookie serves.',
  tag: 'login',
  body: {
    schema: object({ refresh_token: text('The latest one') }, { optional: ['refresh_token'] }),
    examples: { body: requests.refresh, cookie: {} },
  },
  bodyOptional: true,
  secured: 'refresh',
  answers: { 200: { ...withTokens('The next pair'), headers: refreshCookie } },
  steps: [
    readBody(),
    {
      problems: [
        'refresh_token_invalid',
        'refresh_token_expired',
        'refresh_token_revoked',
        'refresh_token_reused',
        'account_disabled',
        'rate_limited_session',
      ],
      run: refresh,
    },
  ],
};

async function refresh(
  ctx: Context,
  _next: Next,
  { config, sessions, limits, cookies, observe }: Parts,
): Promise<void> {
  const candidate = bodyOf(ctx).refresh_token ?? (config.refreshCookie ? cookies.readRefresh(ctx) : undefined);
  const token = demand(candidate, { name: 'refresh_token', form: tokenForm });
  try {
    const signedIn = await sessions.refresh(token, {
      readTrace: () => callerOf(ctx, { config }).trace,
      count: (sessionId) => limits.hit('session', sessionId),
    });
    answerTokens(ctx, { config, cookies }, { ...signedIn, created: false });
    observe({ kind: 'refresh', result: 'ok' });
  } catch (error) {
    observe({ kind: 'refresh', result: resultOf(error) });
    throw error;
  }
}
