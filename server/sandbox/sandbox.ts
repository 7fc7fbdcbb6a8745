// A stand-in for the WeChat platform, so that a fresh machine can be signed in to. Development alone, this machine alone.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Clock } from '../types.ts';
import { createApiRoutes } from './api.ts';
import { createApps } from './apps.ts';
import type { App } from './apps.ts';
import { createAuthorizeRoutes } from './authorize.ts';
import type { Random } from './codes.ts';
import { createControlRoutes } from './control.ts';
import { createFaults } from './faults.ts';
import { isLoopback, refuseStrangers } from './guard.ts';
import { setPolicy } from './headers.ts';
import { createMiniRoutes } from './mini.ts';
import { loginPage } from './pages/login.ts';
import type { Layout } from './pages/document.ts';
import { drawPicture, findPerson } from './people.ts';
import { createPlatform } from './platform.ts';
import { RequestError } from './request-error.ts';
import { createTickets } from './tickets.ts';

export type SandboxParts = {
  /** Where browsers find this server, such as `http://localhost:3000`. */
  readonly origin: string;
  /** Below which the stand-in answers, such as `/sandbox`. */
  readonly path: string;
  readonly web: App;
  readonly mini: App;
  /** The addresses that the provider may send browsers to: it compares their origins. The first is the usual one. */
  readonly redirectUris: readonly [string, ...string[]];
  readonly clock: Clock;
  readonly random?: Random;
};

/**
 * Makes the stand-in as a middleware: its pages, the login script and the provider's API below `path`, and the
 * development sign-in page at `/login/`. Everything else it passes on. Only for this machine: strangers get a 403.
 */
export function createSandbox(parts: SandboxParts): Middleware {
  const { origin, path, clock, random = randomBytes, redirectUris } = parts;
  const layout: Layout = { origin, path };
  const apps = createApps(parts);
  const faults = createFaults();
  const platform = createPlatform({
    apps,
    clock,
    random,
    pictureOf: ({ id, hue }) => (hue === undefined ? '' : `${origin}${path}/people/${id}.svg`),
  });
  const tickets = createTickets({ platform, faults, clock, random });

  const below = new Router({ prefix: path });
  for (const routes of [
    createControlRoutes({ apps, faults, layout }),
    createApiRoutes({ platform, faults }),
    createAuthorizeRoutes({ apps, tickets, layout, redirectUris }),
    createMiniRoutes({ platform, faults }),
    createFileRoutes(),
  ]) {
    below.use(routes.routes());
  }
  const answer = below.routes() as Middleware;
  const answerLogin = createLoginRoutes({ layout, redirectUris }).routes() as Middleware;

  return async function sandbox(ctx, next) {
    const isLogin = ctx.path === '/login' || ctx.path.startsWith('/login/');
    if (!isLogin && ctx.path !== path && !ctx.path.startsWith(`${path}/`)) return next();
    ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
    try {
      refuseStrangers(ctx);
      await (isLogin ? answerLogin : answer)(ctx, next);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const { status, message, allowed } = error;
      ctx.status = status;
      ctx.body = { error: 'sandbox', message, ...(allowed ? { allowed } : {}) };
    }
  };
}

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

function createFileRoutes(): Router {
  const router = new Router();
  const serve = (address: string, name: string): Router => router.get(address, serveFile(name));
  serve('/connect/js/wxLogin.js', 'wx-login.js');
  for (const name of ['style.css', 'control.js', 'qr.js', 'phone.js']) serve(`/client/${name}`, name);

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

function createLoginRoutes({ layout, redirectUris }: { layout: Layout } & Pick<SandboxParts, 'redirectUris'>): Router {
  const homes = redirectUris.map((address) => new URL(address)).filter(({ host }) => isLoopback(host));
  const router = new Router();
  router.get('/login/login.js', serveFile('login.js'));
  router.get('/login/', function showLogin(ctx) {
    const { host } = ctx.req.headers;
    // Cookies and states belong to one name of this machine: one that the provider sends browsers back to.
    const elsewhere = homes.length > 0 && !homes.some((home) => home.host === host);
    if (elsewhere || ctx.path !== '/login/') {
      return ctx.redirect(`${elsewhere ? homes[0]!.origin : ''}/login/${ctx.search}`);
    }
    setPolicy(ctx, {
      // In a frame it hands code and state to the page around it, if that is of this origin: nobody else may frame it.
      'frame-ancestors': "'self'",
      'frame-src': "'self'",
      'img-src': "'self' data: https:",
    });
    ctx.body = loginPage(layout);
  });
  return router;
}

/** Files that belong to this room; read once. */
function serveFile(name: string): Middleware {
  const text = readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8');
  const type = types[name.endsWith('.css') ? 'css' : 'js'];
  return function sendFile(ctx: Context) {
    ctx.type = type;
    ctx.body = text;
  };
}
