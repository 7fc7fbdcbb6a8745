// A stand-in for the WeChat platform, for logins in development. Only for this machine.
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Clock } from '../ports/clock.ts';
import type { App } from '../ports/identity-provider.ts';
import { createApiRoutes } from './platform-api.ts';
import { createAuthorizeRoutes } from './authorize.ts';
import { refuseStrangers } from './guard.ts';
import { setPolicy } from './content-policy.ts';
import { createMiniRoutes } from './mini-program.ts';
import type { StandInAddress } from './pages/page-document.ts';
import { drawPicture, findPerson } from './people.ts';
import { createPlatform } from './platform.ts';
import { RequestError } from './request-error.ts';

export type SandboxParts = {
  /** The address of this server for browsers, such as `http://localhost:3000`. */
  readonly origin: string;
  /** The path of the stand-in, such as `/sandbox`. */
  readonly path: string;
  readonly web: App;
  readonly mini: App;
  /** The allowed redirect addresses; their origins are compared. The first is the default. */
  readonly redirectUris: readonly [string, ...string[]];
  /** A callback without a login page: the stand-in shows the result itself. */
  readonly lonelyCallback?: string;
  readonly clock: Clock;
};

/** Creates a middleware with the provider's page, script and API below `path`. Other machines get a 403. */
export function createSandbox(parts: SandboxParts): Middleware {
  const { origin, path, web, mini, clock, redirectUris, lonelyCallback } = parts;
  const address: StandInAddress = { origin, path };
  const platform = createPlatform({
    apps: { web, mini },
    clock,
    pictureOf: ({ id, hue }) => (hue === undefined ? '' : `${origin}${path}/people/${id}.svg`),
  });

  const below = new Router({ prefix: path });
  for (const routes of [
    createApiRoutes(platform),
    createAuthorizeRoutes({ web, platform, address, redirectUris, lonelyCallback }),
    createMiniRoutes(platform),
    createFileRoutes(),
  ]) {
    below.use(routes.routes());
  }
  const answer = below.routes() as Middleware;

  return async function sandbox(ctx, next) {
    if (!ctx.path.startsWith(`${path}/`)) return next();
    ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
    try {
      refuseStrangers(ctx);
      await answer(ctx, next);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const { status, message, allowed } = error;
      ctx.status = status;
      ctx.body = { error: 'sandbox', message, ...(allowed ? { allowed } : {}) };
    }
  };
}

function createFileRoutes(): Router {
  const router = new Router();
  const serve = (address: string, name: string): Router => router.get(address, serveFile(name));
  serve('/connect/js/wxLogin.js', 'wx-login.js');
  for (const name of ['style.css', 'qr.js', 'outcome.js', 'qr-code.svg']) serve(`/client/${name}`, name);

  router.get('/people/:id.svg', function showPicture(ctx) {
    const person = findPerson((ctx.params as { id?: string }).id);
    if (person?.hue === undefined) throw new RequestError('no such picture', { status: 404 });
    setPolicy(ctx, { 'script-src': "'none'" });
    // With this header a page can draw a small copy on a canvas and store it.
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.type = 'image/svg+xml';
    ctx.body = drawPicture(person);
  });
  return router;
}

/** Serves a file of client/, which is read once. */
function serveFile(name: string): Middleware {
  const text = readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8');
  return function sendFile(ctx: Context) {
    ctx.type = extname(name);
    ctx.body = text;
  };
}
