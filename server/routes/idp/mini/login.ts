// POST /api/auth/idp/mini/login: `{code}` of the mini-program's login function.
import { object, problemsOf, requests, textOf } from '../../../openapi/describe.ts';
import type { Endpoint } from '../../endpoint.ts';
import { bodyOf, codeForm, demand, readBody } from '../../request.ts';
import { boundBadCodes, countAddress, countFailures, observeLogin } from '../../steps.ts';
import { answerTokens, withTokens } from '../../token-answer.ts';
import { callerOf } from '../../trace.ts';

export const loginFromMiniProgram: Endpoint = {
  method: 'POST',
  path: '/api/auth/idp/mini/login',
  id: 'loginFromMiniProgram',
  summary: 'Sign in from a mini-program',
  tag: 'login',
  body: {
    schema: object({ code: textOf(codeForm, "Of the mini-program's login function, 5 minutes, one use") }),
    examples: { mini: requests.mini },
  },
  answers: { 200: withTokens('Signed in') },
  problems: [...problemsOf.body, ...problemsOf.provider, ...problemsOf.signIn, ...problemsOf.store],
  steps: (parts) => [
    readBody(),
    observeLogin(parts, 'mini'),
    function readCode(ctx, next) {
      ctx.state.code = demand(bodyOf(ctx).code, { name: 'code', form: codeForm });
      return next();
    },
    // From here on it is a login: a page of any site can make a browser send what has no code.
    countAddress(parts),
    countFailures(parts, 'mini'),
    boundBadCodes(parts),
    async function exchangeCode(ctx) {
      const code = ctx.state.code as string;
      answerTokens(ctx, parts, await parts.login.signInMini({ code, ...callerOf(ctx, parts) }));
    },
  ],
};
