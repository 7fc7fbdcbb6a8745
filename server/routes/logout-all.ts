// POST /api/auth/logout-all: ends all sessions of the account.
import type { Context, Next } from 'koa';
import { answerSignOut } from './token-answer.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parts } from './endpoint-parts.ts';
import { authenticate, signedIn } from './steps.ts';
import { callerOf } from './request-trace.ts';

export const logoutAll: Endpoint = {
  method: 'POST',
  path: '/api/auth/logout-all',
  id: 'logoutAll',
  summary: 'Sign out everywhere',
  tag: 'account',
  secured: true,
  answers: { 204: { description: 'Signed out' } },
  // Not rate-limited. Disabled accounts are allowed, so that their sessions stay ended when the account is enabled
  // again.
  steps: [authenticate({ admitsDisabled: true }), { problems: [], run: endAllSessions }],
};

async function endAllSessions(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  await parts.sessions.revokeAll({ ...callerOf(ctx, parts).trace, userId: signedIn(ctx).user.id });
  answerSignOut(ctx, parts);
}
