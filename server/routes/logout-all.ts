// POST /api/auth/logout-all: out everywhere.
import { problemsOf } from '../openapi/describe.ts';
import { signOut } from './cookies.ts';
import type { Endpoint } from './endpoint.ts';
import { callerOf } from './request.ts';
import { authenticate, signedIn } from './steps.ts';

export const logoutAll: Endpoint = {
  method: 'POST',
  path: '/api/auth/logout-all',
  id: 'logoutAll',
  summary: 'Sign out everywhere',
  tag: 'account',
  secured: true,
  answers: { 204: { description: 'Signed out' } },
  problems: [...problemsOf.bearer, ...problemsOf.store],
  // Never counted, as with one session.
  steps: (parts) => [
    authenticate(parts),
    async function logoutAll(ctx) {
      await parts.sessions.revokeAll({ userId: signedIn(ctx).user.id, requestId: callerOf(ctx).requestId });
      signOut(ctx, parts);
    },
  ],
};
