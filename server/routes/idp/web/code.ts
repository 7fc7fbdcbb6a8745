// POST /api/auth/idp/web/code: signs in with `{code, state}` from the embedded QR code, or `{login_code, state}` from
// the callback.
import type { Context, Next } from 'koa';
import { object, problemsOf, refreshCookie, requests, text } from '../../../openapi/describe.ts';
import { Problem } from '../../../problem.ts';
import type { Endpoint } from '../../endpoint.ts';
import type { Parts } from '../../endpoint-parts.ts';
import { bodyOf, readBody } from '../../read-body.ts';
import { codeForm, codeSchema, isAbsent, requireText, stateForm } from '../../request-parameters.ts';
import { spendState, state } from '../../login-state.ts';
import { countFailures, observeLogin } from '../../steps.ts';
import { answerTokens, withTokens } from '../../token-answer.ts';
import { callerOf } from '../../request-trace.ts';

export const submitWebCode: Endpoint = {
  method: 'POST',
  path: '/api/auth/idp/web/code',
  id: 'submitWebCode',
  summary: 'Finish a web login from a page',
  tag: 'login',
  description:
    'With `{code, state}` a browser must send the flow cookie, so page and service must be same-site. `{login_code, state}` needs no cookie.',
  body: {
    schema: {
      oneOf: [
        { ...object({ code: codeSchema, state }), title: 'From the embedded QR code' },
        {
          ...object({ login_code: text('From the fragment; valid for 60 seconds, once'), state }),
          title: 'From the callback',
        },
      ],
    },
    examples: { embedded: requests.code, callback: requests.login_code },
  },
  bringsFlow: true,
  answers: { 200: { ...withTokens('Signed in'), headers: refreshCookie } },
  steps: [
    readBody(),
    observeLogin('web'),
    countFailures('web'),
    {
      problems: ['state_unknown', 'login_code_invalid', 'user_denied', ...problemsOf.provider, ...problemsOf.signIn],
      run: redeemCode,
    },
  ],
};

async function redeemCode(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  const { login } = parts;
  const { code, login_code: loginCode, state } = bodyOf(ctx);
  if (!isAbsent(code) && !isAbsent(loginCode)) {
    throw new Problem('malformed_parameter', { detail: 'Send code or login_code, not both.' });
  }
  if (isAbsent(loginCode)) {
    const providerCode = await takeStateAndCode(ctx, { parts, code, state: state ?? undefined });
    return answerTokens(ctx, parts, await login.signInWeb({ code: providerCode, ...callerOf(ctx, parts) }));
  }
  const redemption = {
    loginCode: requireText(loginCode, { name: 'login_code', form: codeForm }),
    state: requireText(state, { name: 'state', form: stateForm }),
  };
  answerTokens(ctx, parts, await login.redeemLoginCode({ ...redemption, ...callerOf(ctx, parts) }));
}

/** Checks the members before the state is used up, so that a malformed request can be repeated. */
async function takeStateAndCode(
  ctx: Context,
  { parts, code, state }: { parts: Parts; code: unknown; state: unknown },
): Promise<string> {
  const providerCode = requireText(code, { name: 'code', form: codeForm });
  if (state !== undefined && typeof state !== 'string') {
    throw new Problem('malformed_parameter', { detail: `state must be ${stateForm.description}.` });
  }
  await spendState(ctx, { parts, state });
  if (providerCode === 'authdeny') throw new Problem('user_denied');
  return providerCode;
}
