// The provider's API as the login backend calls it: paths, methods and parameters.
import Router from '@koa/router';
import { readBody } from './body.ts';
import type { PlatformAnswer, Platform, Query } from './platform.ts';

type ApiRoute = readonly [method: 'GET' | 'POST', path: string, work: (query: Query, body: Query) => PlatformAnswer];

/** Routes below the address that IDP_API_URL names. */
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
      // JSON, but called text, and errors are HTTP 200: both as at the provider.
      ctx.type = 'text/plain';
      const mistake = ctx.method !== method ? (method === 'GET' ? 43001 : 43002) : body ? undefined : 47001;
      ctx.body = JSON.stringify(mistake === undefined ? work(ctx.query, body!) : platform.refuse(mistake));
    });
  }
  return router;
}
