// A stand-in for the WeChat platform, so that a fresh machine can be signed in to. Development alone, this machine alone.
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Clock } from '../ports/clock.ts';
import { createApiRoutes } from './api.ts';
import { createAuthorizeRoutes } from './authorize.ts';
import { refuseStrangers } from './guard.ts';
import { setPolicy } from './headers.ts';
import { createMiniRoutes } from './mini.ts';
import type { Layout } from './pages/document.ts';
import { drawPicture, findPerson } from './people.ts';
import { createPlatform } from './platform.ts';
import type { App } from './platform.ts';
import { RequestError } from './request-error.ts';

export type SandboxParts = {
  /** Where browsers find this server, such as `http://localhost:3000`. */
  readonly origin: string;
  /** Below which the stand-in answers, such as `/sandbox`. */
  readonly path: string;
  readonly web: App;
  readonly mini: App;
  /** The addresses that the provider may send browsers to: it compares their origins. The first is the usual one. */
  readonly redirectUris: readonly [string, ...string[]];
  /** The one behind which no page waits: the stand-in shows the outcome itself. */
  readonly lonelyCallback?: string;
  readonly clock: Clock;
};

/**
 * Makes the stand-in as a middleware: its page, the login script and the provider's API below `path`. Everything else it
 * passes on. Only for this machine: strangers get a 403.
 */
export function createSandbox(parts: SandboxParts): Middleware {
  const { origin, path, web, mini, clock, redirectUris, lonelyCallback } = parts;
  const layout: Layout = { origin, path };
  const platform = createPlatform({
    apps: { web, mini },
    clock,
    pictureOf: ({ id, hue }) => (hue === undefined ? '' : `${origin}${path}/people/${id}.svg`),
  });

  const below = new Router({ prefix: path });
  for (const routes of [
    createApiRoutes(platform),
    createAuthorizeRoutes({ web, platform, layout, redirectUris, lonelyCallback }),
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
    // A page may draw a small copy of it, and keep that.
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.type = 'image/svg+xml';
    ctx.body = drawPicture(person);
  });
  return router;
}

/** Files that belong to this room; read once. */
function serveFile(name: string): Middleware {
  const text = readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8');
  return function sendFile(ctx: Context) {
    ctx.type = extname(name);
    ctx.body = text;
  };
}
