// POST /api/auth/logout-all: out everywhere.
import { problemsOf } from '../openapi/describe.ts';
import { signOut } from './cookies.ts';
import type { Endpoint } from './endpoint.ts';

import { authenticate, signedIn } from './steps.ts';
import { callerOf } from './trace.ts';

export const logoutAll: Endpoint = {
  method: 'POST',
  path: '/api/auth/logout-all',
  id: 'logoutAll',
  summary: 'Sign out everywhere',
  tag: 'account',
  secured: true,
  answers: { 204: { description: 'Signed out' } },
  problems: [...problemsOf.bearer.filter((code) => code !== 'account_disabled'), ...problemsOf.store],
  // Never counted, as with one session; and who is disabled is out for good, also when the account is enabled again.
  steps: (parts) => [
    authenticate(parts, { admitsDisabled: true }),
    async function logoutAll(ctx) {
      await parts.sessions.revokeAll({ ...callerOf(ctx, parts).trace, userId: signedIn(ctx).user.id });
      signOut(ctx, parts);
    },
  ],
};
