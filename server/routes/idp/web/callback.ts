// GET /api/auth/idp/web/callback?code=C&state=S: tokens, or a browser back to the page that waits for it.
import { location, problemsOf, query, requests } from '../../../openapi/describe.ts';
import { Problem } from '../../../problem.ts';
import type { Endpoint } from '../../endpoint.ts';
import { code, codeForm, demand, readQuery } from '../../request.ts';
import { spendState, state } from '../../state.ts';
import {
  countFailures,
  observeLogin,
  pageOf,
  redirect,
  refuseForeign,
  refuseHead,
  returnFailuresToPage,
} from '../../steps.ts';
import { showTokens, withTokens } from '../../token-answer.ts';
import { callerOf } from '../../trace.ts';

export const finishWebLogin: Endpoint = {
  method: 'GET',
  path: '/api/auth/idp/web/callback',
  id: 'finishWebLogin',
  summary: 'Where the provider sends the browser',
  description:
    'Answers tokens; a browser goes to LOGIN_RETURN_URL where one is set, with `#login_code=..&state=..` or `#error=..`.',
  tag: 'login',
  parameters: [
    query('state', { schema: state, required: true, example: requests.callback.state }),
    query('code', { schema: code, required: false, example: requests.callback.code }),
  ],
  bringsFlow: true,
  answers: {
    200: withTokens('Signed in'),
    303: { description: 'To the page that waits', headers: location },
  },
  problems: [
    'missing_parameter',
    'duplicate_parameter',
    'malformed_parameter',
    'state_unknown',
    'user_denied',
    ...problemsOf.provider,
    ...problemsOf.signIn,
    ...problemsOf.store,
  ],
  steps: (parts) => [
    refuseHead(),
    // Who names no destination is no browser of today, and spends the state like everybody else.
    refuseForeign(parts, { unless: (ctx) => ctx.get('Sec-Fetch-Dest') === '' }),
    returnFailuresToPage(parts),
    observeLogin(parts, 'web'),
    countFailures(parts, 'web'),
    async function takeState(ctx, next) {
      ctx.state.login = await spendState(ctx, { parts, state: readQuery(ctx, 'state') });
      await next();
    },
    async function exchangeCode(ctx) {
      const given = readQuery(ctx, 'code');
      // Who declines is sent back without a code; `authdeny` is seen as well.
      if (given === undefined || given === 'authdeny') throw new Problem('user_denied');
      const code = demand(given, { name: 'code', form: codeForm });
      const page = pageOf(ctx, parts);
      // A GET that any page can make a browser send: it shows tokens to whoever sent it, and sets no refresh cookie.
      if (page === undefined)
        return showTokens(ctx, parts, await parts.login.signInWeb({ code, ...callerOf(ctx, parts) }));
      const state = ctx.state.login as string;
      const loginCode = await parts.login.announceWeb({ code, state, ...callerOf(ctx, parts) });
      // In the fragment: it reaches the page, and no server's log. The code alone is worth nothing without the state.
      redirect(ctx, 303, `${page}#login_code=${loginCode}&state=${state}`);
    },
  ],
};
