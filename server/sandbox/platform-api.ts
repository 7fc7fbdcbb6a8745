// The routes of the provider's API.
import Router from '@koa/router';
import { readBody } from './json-body.ts';
import type { PlatformAnswer, Platform, Query } from './platform.ts';

type ApiRoute = readonly [method: 'GET' | 'POST', path: string, work: (query: Query, body: Query) => PlatformAnswer];

/** Paths below IDP_API_URL. */
export function createApiRoutes(platform: Platform): Router {
  const rows: readonly ApiRoute[] = [
    ['GET', '/sns/oauth2/access_token', platform.exchangeWebCode],
    ['GET', '/sns/jscode2session', platform.exchangeMiniCode],
    ['GET', '/sns/userinfo', platform.answerProfile],
    ['POST', '/cgi-bin/stable_token', (_query, body) => platform.issueStableToken(body)],
    [
      'POST',
      '/wxa/business/getuserphonenumber',
      (query, body) => platform.answerPhone({ accessToken: query.access_token, code: body.code }),
    ],
  ];
  const router = new Router();
  for (const [method, path, work] of rows) {
    router.all(path, async function answerCall(ctx) {
      const body = await readBody(ctx).catch(() => undefined);
      // Like the provider, sends JSON with the type text/plain, and errors with status 200.
      ctx.type = 'text/plain';
      const answer = (): PlatformAnswer => {
        if (ctx.method !== method) return platform.refuse(method === 'GET' ? 43001 : 43002);
        return body ? work(ctx.query, body) : platform.refuse(47001);
      };
      ctx.body = JSON.stringify(answer());
    });
  }
  return router;
}
