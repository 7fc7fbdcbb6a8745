// POST /api/auth/idp/mini/login: signs in with the `{code}` of the mini-program's login function.
import type { Context, Next } from 'koa';
import { object, problemsOf, requests, textOf } from '../../../openapi/describe.ts';
import type { Endpoint } from '../../endpoint.ts';
import type { Parts } from '../../endpoint-parts.ts';
import { bodyOf, readBody } from '../../read-body.ts';
import { codeForm, requireText } from '../../request-parameters.ts';
import { boundBadCodes, countAddress, countFailures, observeLogin } from '../../steps.ts';
import { answerTokens, withTokens } from '../../token-answer.ts';
import { callerOf } from '../../request-trace.ts';

export const loginFromMiniProgram: Endpoint = {
  method: 'POST',
  path: '/api/auth/idp/mini/login',
  id: 'loginFromMiniProgram',
  summary: 'Sign in from a mini-program',
  tag: 'login',
  body: {
    schema: object({ code: textOf(codeForm, "From the mini-program's login function; valid for 5 minutes, once") }),
    examples: { mini: requests.mini },
  },
  answers: { 200: withTokens('Signed in') },
  steps: [
    readBody(),
    observeLogin('mini'),
    { problems: ['malformed_parameter', 'missing_parameter'], run: refuseMalformed },
    // Counted after the code was checked, because a page of any site can make a browser send a request without a code.
    countAddress,
    countFailures('mini'),
    boundBadCodes,
    { problems: [...problemsOf.provider, ...problemsOf.signIn], run: exchangeCode },
  ],
};

const codeOf = (ctx: Context): string => requireText(bodyOf(ctx).code, { name: 'code', form: codeForm });

function refuseMalformed(ctx: Context, next: Next): Promise<void> {
  codeOf(ctx);
  return next();
}

async function exchangeCode(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  const login = { code: codeOf(ctx), ...callerOf(ctx, parts) };
  answerTokens(ctx, parts, await parts.login.signInMini(login));
}
