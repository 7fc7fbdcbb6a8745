// POST /api/auth/logout: ends the session of the Bearer token, or of `{refresh_token}` or its cookie.
import type { Context, Next } from 'koa';
import { object, requests, text } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';
import { answerSignOut } from './token-answer.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parts } from './endpoint-parts.ts';
import { bodyOf, readBody } from './read-body.ts';
import { bearerOf } from './bearer-token.ts';
import { isAbsent, requireText, tokenForm } from './request-parameters.ts';
import { callerOf } from './request-trace.ts';

export const logout: Endpoint = {
  method: 'POST',
  path: '/api/auth/logout',
  id: 'logout',
  summary: 'Sign out',
  description: 'Idempotent. The Bearer token can be replaced by `{refresh_token}` in the body.',
  tag: 'account',
  secured: 'optional',
  body: {
    schema: object({ refresh_token: text('Of any generation') }, { optional: ['refresh_token'] }),
    examples: { body: requests.refresh, bearer: {} },
  },
  bodyOptional: true,
  answers: { 204: { description: 'Signed out' } },
  // Not rate-limited: a person who wants to end a stolen session must not have to wait.
  steps: [
    readBody(),
    {
      problems: ['access_token_missing', 'access_token_invalid', 'access_token_expired', 'refresh_token_invalid'],
      run: endSession,
    },
  ],
};

async function endSession(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  const { sessions } = parts;
  const { trace } = callerOf(ctx, parts);
  const accessToken = bearerOf(ctx);
  const refreshToken = refreshTokenOf(ctx, parts);
  if (refreshToken !== undefined) await unlessOver(sessions.revokeByToken({ refreshToken }, trace));
  else if (accessToken !== undefined) await sessions.revokeByToken({ accessToken }, trace);
  else throw new Problem('access_token_missing');
  answerSignOut(ctx, parts);
}

/** Ignores `refresh_token_expired`: the person is already signed out. */
async function unlessOver(end: Promise<unknown>): Promise<void> {
  try {
    await end;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'refresh_token_expired') throw error;
  }
}

function refreshTokenOf(ctx: Context, { cookies, config }: Pick<Parts, 'cookies' | 'config'>): string | undefined {
  const { refresh_token: token } = bodyOf(ctx);
  if (!isAbsent(token)) return requireText(token, { name: 'refresh_token', form: tokenForm });
  return bearerOf(ctx) === undefined && config.refreshCookie ? cookies.readRefresh(ctx) : undefined;
}
