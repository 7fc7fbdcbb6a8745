// POST /api/auth/refresh: exchanges `{refresh_token}`, or the refresh cookie, for the next tokens.
import type { Context, Next } from 'koa';
import { object, refreshCookie, requests, text } from '../openapi/describe.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parts } from './endpoint-parts.ts';
import { bodyOf, readBody } from './read-body.ts';
import { requireText, tokenForm } from './request-parameters.ts';
import { resultOf } from './steps.ts';
import { answerTokens, withTokens } from './token-answer.ts';
import { callerOf } from './request-trace.ts';

export const refreshTokens: Endpoint = {
  method: 'POST',
  path: '/api/auth/refresh',
  id: 'refreshTokens',
  summary: 'Exchange a refresh token for new tokens',
  description:
    'A refresh token works once. Within REFRESH_GRACE_SECONDS after its first use it returns the session’s current tokens; later it ends the session. With AUTH_REFRESH_COOKIE a web login uses the cookie and sends no body.',
  tag: 'login',
  body: {
    schema: object({ refresh_token: text('The latest refresh token') }, { optional: ['refresh_token'] }),
    examples: { body: requests.refresh, cookie: {} },
  },
  bodyOptional: true,
  secured: 'refresh',
  answers: { 200: { ...withTokens('The next tokens'), headers: refreshCookie } },
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
  const token = requireText(candidate, { name: 'refresh_token', form: tokenForm });
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
