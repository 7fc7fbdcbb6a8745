// The web QR code: the page that shows it, alone or embedded, the page on the phone, and what they ask for.
import Router from '@koa/router';
import type { Context } from 'koa';
import QRCode from 'qrcode';
import type { Apps } from './apps.ts';
import { readBody } from './body.ts';
import { setPolicy } from './headers.ts';
import type { Layout } from './pages/document.ts';
import { mistakePage, phonePage, qrPage } from './pages/qr.ts';
import { findPerson, people } from './people.ts';
import type { Person } from './people.ts';
import { RequestError } from './request-error.ts';
import type { Tickets, Wish } from './tickets.ts';

export type AuthorizeParts = {
  readonly apps: Apps;
  readonly tickets: Tickets;
  readonly layout: Layout;
  /** The provider knows the origins of these. */
  readonly redirectUris: readonly string[];
};

/** Pages of this machine may show the QR code in a frame; nobody else may, whose visitors would be made to click. */
const frames = "'self' http://localhost:* http://127.0.0.1:*";

export function createAuthorizeRoutes({ apps, tickets, layout, redirectUris }: AuthorizeParts): Router {
  const origins = [...new Set(redirectUris.map((address) => new URL(address).origin))];
  const router = new Router();

  router.get('/connect/qrconnect', function showQrCode(ctx) {
    setPolicy(ctx, {
      'frame-ancestors': frames,
      // The second callback, when one is wished for.
      'connect-src': `'self' ${origins.join(' ')}`,
      // The option `href`: a site's own style for the QR code.
      'style-src': "'self' https: data: http://localhost:* http://127.0.0.1:*",
    });
    const mistake = findMistake(ctx, { apps, origins });
    if (mistake !== undefined) {
      ctx.status = 400;
      ctx.body = mistakePage(layout, mistake);
      return;
    }
    const id = tickets.open({ redirectUri: read(ctx, 'redirect_uri')!, state: read(ctx, 'state') });
    ctx.body = qrPage(layout, {
      id,
      expired: tickets.look(id).status === 'expired',
      embedded: read(ctx, 'login_type') === 'jssdk',
      selfRedirect: read(ctx, 'self_redirect') === 'true',
      style: styleOf(ctx),
      lite: ['1', 'true'].includes(read(ctx, 'stylelite') ?? ''),
      stylesheet: stylesheetOf(ctx),
    });
  });

  router.get('/connect/qrcode/:id', async function drawQrCode(ctx) {
    const { id = '' } = ctx.params as { id?: string };
    if (tickets.look(id).status === 'expired') throw new RequestError('the QR code has expired', { status: 410 });
    ctx.type = 'image/svg+xml';
    ctx.body = await QRCode.toString(`${layout.origin}${layout.path}/connect/phone/${id}`, { type: 'svg', margin: 2 });
  });

  router.get('/connect/phone/:id', function showPhone(ctx) {
    setPolicy(ctx, {});
    const { id = '' } = ctx.params as { id?: string };
    ctx.body = phonePage(layout, { id, status: tickets.scan(id).status });
  });

  router.get('/connect/status/:id', function tellStatus(ctx) {
    const { id = '' } = ctx.params as { id?: string };
    ctx.body = tickets.look(id);
  });

  router.post('/connect/decide', async function decide(ctx) {
    const { ticket, person, allow = true } = await readBody(ctx);
    if (typeof ticket !== 'string') throw new RequestError('ticket is missing');
    ctx.body = { locations: tickets.decide(ticket, { person: demandPerson(person), allow: demandSwitch(allow) }) };
  });

  router.post('/web/login', async function loginWithoutPage(ctx) {
    const { person, state, redirect_uri: redirectUri = redirectUris[0], allow = true } = await readBody(ctx);
    if (state !== undefined && typeof state !== 'string') throw new RequestError('state is a string');
    if (!isAllowed(redirectUri, origins)) throw new RequestError('redirect_uri is not allowed', { allowed: origins });
    const wish: Wish = { redirectUri, state };
    const locations = tickets.decideAtOnce(wish, { person: demandPerson(person), allow: demandSwitch(allow) });
    ctx.body = { code: new URL(locations[0]!).searchParams.get('code'), locations };
  });

  return router;
}

/** Throws a RequestError that names those who exist. */
export function demandPerson(id: unknown): Person {
  const person = findPerson(id);
  if (!person) throw new RequestError('person is unknown', { allowed: people.map((known) => known.id) });
  return person;
}

function demandSwitch(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new RequestError('allow is not allowed', { allowed: [true, false] });
  return value;
}

/** What the provider's page complains of, in its order. */
function findMistake(
  ctx: Context,
  { apps, origins }: { apps: Apps; origins: readonly string[] },
): { title: string; remedy: string } | undefined {
  const responseType = read(ctx, 'response_type');
  if (read(ctx, 'appid') !== apps.web.appId) {
    return { title: 'AppID 参数错误', remedy: `appid 应为 ${apps.web.appId}` };
  }
  if (!isAllowed(read(ctx, 'redirect_uri'), origins)) {
    return {
      title: 'redirect_uri 参数错误',
      remedy: `redirect_uri 须编码一次（不多不少），且属于：${origins.join('、')}`,
    };
  }
  if (read(ctx, 'scope') !== 'snsapi_login') {
    return { title: 'Scope 参数错误或没有 Scope 权限', remedy: 'scope 应为 snsapi_login' };
  }
  // The embedded script sends none.
  if (responseType !== undefined && responseType !== 'code') {
    return { title: 'response_type 参数错误', remedy: 'response_type 应为 code' };
  }
  return undefined;
}

function isAllowed(redirectUri: unknown, origins: readonly string[]): redirectUri is string {
  return typeof redirectUri === 'string' && URL.canParse(redirectUri) && origins.includes(new URL(redirectUri).origin);
}

function styleOf(ctx: Context): 'black' | 'white' | undefined {
  const style = read(ctx, 'style');
  return style === 'black' || style === 'white' ? style : undefined;
}

/** An address or the style itself. Anything else, `javascript:` above all, is left out. */
function stylesheetOf(ctx: Context): string | undefined {
  const href = read(ctx, 'href');
  return href !== undefined && /^(https?:\/\/|data:text\/css[;,])/.test(href) ? href : undefined;
}

/** Of a doubled parameter the first, as the provider. */
function read(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === '' ? undefined : first;
}
