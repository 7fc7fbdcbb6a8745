// The provider's API as the login backend calls it: paths, methods and parameters.
import Router from '@koa/router';
import type { Context } from 'koa';
import { createAnswering } from './answering.ts';
import { readBody } from './body.ts';
import type { Call, Faults } from './faults.ts';
import type { Answer, Platform, Query } from './platform.ts';

type Row = {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly call: Call;
  readonly work: (query: Query, body: Query) => Answer;
};

/** Routes below the address that IDP_API_URL names. */
export function createApiRoutes({ platform, faults }: { platform: Platform; faults: Faults }): Router {
  const answer = createAnswering({ faults, platform });
  const rows: readonly Row[] = [
    { path: '/sns/oauth2/access_token', method: 'GET', call: 'web_code', work: platform.exchangeWebCode },
    { path: '/sns/jscode2session', method: 'GET', call: 'mini_code', work: platform.exchangeMiniCode },
    { path: '/sns/userinfo', method: 'GET', call: 'profile', work: platform.tellProfile },
    { path: '/cgi-bin/token', method: 'GET', call: 'global_token', work: platform.issueToken },
    {
      path: '/cgi-bin/stable_token',
      method: 'POST',
      call: 'global_token',
      work: (_query, body) => platform.issueStableToken(body),
    },
    {
      path: '/wxa/business/getuserphonenumber',
      method: 'POST',
      call: 'phone',
      work: (query, body) => platform.tellPhone({ accessToken: query.access_token, code: body.code }),
    },
  ];
  const router = new Router();
  for (const { path, method, call, work } of rows) {
    router.all(path, async function answerCall(ctx: Context) {
      const body = await readBody(ctx).catch(() => undefined);
      await answer(ctx, {
        call,
        work() {
          if (ctx.method !== method) return platform.refuse(method === 'GET' ? 43001 : 43002);
          return body ? work(ctx.query, body) : platform.refuse(47001);
        },
      });
    });
  }
  return router;
}
