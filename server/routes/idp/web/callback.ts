// GET /api/auth/idp/web/callback?code=C&state=S: returns tokens, or redirects a browser to the login page.
import type { Context, Next } from 'koa';
import { location, problemsOf, query, requests } from '../../../openapi/describe.ts';
import { Problem } from '../../../problem.ts';
import type { Endpoint } from '../../endpoint.ts';
import type { Parts } from '../../endpoint-parts.ts';
import { codeForm, codeSchema, readQuery, requireText } from '../../request-parameters.ts';
import { spendState, state } from '../../login-state.ts';
import {
  countFailures,
  observeFailedLogin,
  pageOf,
  redirect,
  refuseForeign,
  refuseHead,
  returnFailuresToPage,
} from '../../steps.ts';
import { showTokens, withTokens } from '../../token-answer.ts';
import { callerOf } from '../../request-trace.ts';

export const finishWebLogin: Endpoint = {
  method: 'GET',
  path: '/api/auth/idp/web/callback',
  id: 'finishWebLogin',
  summary: 'The callback of the provider',
  description:
    'Returns tokens. If LOGIN_RETURN_URL is set, a browser is redirected there instead, with `#login_code=..&state=..` or `#error=..`.',
  tag: 'login',
  parameters: [
    query('state', { schema: state, required: true, example: requests.callback.state }),
    query('code', { schema: codeSchema, required: false, example: requests.callback.code }),
  ],
  bringsFlow: true,
  answers: {
    200: withTokens('Signed in'),
    303: { description: 'To LOGIN_RETURN_URL', headers: location },
  },
  steps: [
    refuseHead,
    // Requests without `Sec-Fetch-Dest` come from old browsers or other clients, and are allowed.
    refuseForeign({ unless: (ctx) => ctx.get('Sec-Fetch-Dest') === '' }),
    returnFailuresToPage,
    observeFailedLogin('web'),
    countFailures('web'),
    {
      problems: [
        'missing_parameter',
        'duplicate_parameter',
        'state_unknown',
        'malformed_parameter',
        'user_denied',
        ...problemsOf.provider,
        ...problemsOf.signIn,
      ],
      run: exchangeCode,
    },
  ],
};

async function exchangeCode(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  const state = await spendState(ctx, { parts, state: readQuery(ctx, 'state') });
  const text = readQuery(ctx, 'code');
  // After the person declines, the provider redirects without a code, or with `authdeny`.
  if (text === undefined || text === 'authdeny') throw new Problem('user_denied');
  const code = requireText(text, { name: 'code', form: codeForm });
  const page = pageOf(ctx, parts);
  // Any page can make a browser send this GET, so it returns the tokens but sets no refresh cookie.
  if (page === undefined) {
    showTokens(ctx, parts, await parts.login.signInWeb({ code, ...callerOf(ctx, parts) }));
    return parts.observe({ kind: 'login', channel: 'web', result: 'ok' });
  }
  const loginCode = await parts.login.announceWeb({ code, state, ...callerOf(ctx, parts) });
  // The login code is in the fragment, so that it does not appear in server logs. The code is useless without the
  // state. The login is counted when the page redeems it.
  redirect(ctx, 303, `${page}#login_code=${loginCode}&state=${state}`);
}
