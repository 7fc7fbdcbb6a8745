// The page with the QR code, standalone or embedded, on which a fictional person accepts or declines the login.
import Router from '@koa/router';
import type { Context } from 'koa';
import { readBody } from './json-body.ts';
import { setPolicy } from './content-policy.ts';
import type { StandInAddress } from './pages/page-document.ts';
import { mistakePage, qrPage } from './pages/qr-page.ts';
import type { Mistake } from './pages/qr-page.ts';
import { findPerson, people } from './people.ts';
import type { Person } from './people.ts';
import type { App } from '../ports/identity-provider.ts';
import type { Platform } from './platform.ts';
import { RequestError } from './request-error.ts';

export type AuthorizeParts = {
  readonly web: App;
  readonly platform: Pick<Platform, 'issueWebCode'>;
  readonly address: StandInAddress;
  /** Redirect addresses whose origins are registered at the provider. */
  readonly redirectUris: readonly string[];
  readonly lonelyCallback?: string | undefined;
};

/** Only pages of this machine may frame the QR code. Other pages could trick visitors into clicking (clickjacking). */
const frames = "'self' http://localhost:* http://127.0.0.1:*";

/** `GET /connect/qrconnect` is the page. Its buttons send `POST /web/login {person, state?, redirect_uri?, allow?}`. */
export function createAuthorizeRoutes(parts: AuthorizeParts): Router {
  const { web, platform, address, redirectUris } = parts;
  const origins = [...new Set(redirectUris.map((uri) => new URL(uri).origin))];
  const router = new Router();

  router.get('/connect/qrconnect', function showQrCode(ctx) {
    setPolicy(ctx, {
      'frame-ancestors': frames,
      // Allows the option `href`, a site's own stylesheet for the QR code.
      'style-src': "'self' https: data: http://localhost:* http://127.0.0.1:*",
    });
    const language = ctx.acceptsLanguages('zh', 'en') === 'en' ? 'en' : 'zh';
    ctx.vary('Accept-Language');
    const mistake = findMistake(ctx, { web, origins });
    if (mistake !== undefined) {
      ctx.status = 400;
      ctx.body = mistakePage(address, { ...mistake, language });
      return;
    }
    ctx.body = qrPage(address, {
      embedded: readParameter(ctx, 'login_type') === 'jssdk',
      style: styleOf(ctx),
      lite: ['1', 'true'].includes(readParameter(ctx, 'stylelite') ?? ''),
      stylesheet: stylesheetOf(ctx),
      showsOutcome: isLonely(ctx, parts),
      language,
    });
  });

  router.post('/web/login', async function decide(ctx) {
    const { person, state, redirect_uri: redirectUri = redirectUris[0], allow = true } = await readBody(ctx);
    if (state !== undefined && typeof state !== 'string') throw new RequestError('state must be a string');
    if (!isAllowed(redirectUri, origins)) throw new RequestError('redirect_uri is not allowed', { allowed: origins });
    if (typeof allow !== 'boolean') throw new RequestError('allow must be true or false', { allowed: [true, false] });
    const decider = requirePerson(person);
    // After declining, the browser is redirected without a code.
    const code = allow ? platform.issueWebCode(decider) : undefined;
    ctx.body = { code, location: addToQuery(redirectUri, { code, state }) };
  });

  return router;
}

/** Throws a RequestError that lists the valid ids. */
export function requirePerson(id: unknown): Person {
  const person = findPerson(id);
  if (!person) throw new RequestError('person is unknown', { allowed: people.map((candidate) => candidate.id) });
  return person;
}

/** Checks the parameters in the same order as the provider's page. */
function findMistake(ctx: Context, { web, origins }: { web: App; origins: readonly string[] }): Mistake | undefined {
  const responseType = readParameter(ctx, 'response_type');
  if (readParameter(ctx, 'appid') !== web.appId) {
    return {
      title: { zh: 'AppID 参数错误', en: 'The AppID is wrong' },
      remedy: { zh: `appid 应为 ${web.appId}`, en: `appid is ${web.appId} here.` },
    };
  }
  if (!isAllowed(readParameter(ctx, 'redirect_uri'), origins)) {
    return {
      title: { zh: 'redirect_uri 参数错误', en: 'redirect_uri is wrong' },
      remedy: {
        zh: `redirect_uri 须编码一次（不多不少），且属于：${origins.join('、')}`,
        en: `Encode redirect_uri exactly once, and use one of the origins ${origins.join(' or ')}.`,
      },
    };
  }
  if (readParameter(ctx, 'scope') !== 'snsapi_login') {
    return {
      title: { zh: 'Scope 参数错误或没有 Scope 权限', en: 'The scope is wrong or not granted' },
      remedy: { zh: 'scope 应为 snsapi_login', en: 'scope is snsapi_login.' },
    };
  }
  // `response_type` may be absent, because the embedded script does not send it.
  if (responseType !== undefined && responseType !== 'code') {
    return {
      title: { zh: 'response_type 参数错误', en: 'response_type is wrong' },
      remedy: { zh: 'response_type 应为 code', en: 'response_type is code.' },
    };
  }
  return undefined;
}

/** Whether the login is on a standalone page and ends at the callback of a service without a site. */
const isLonely = (ctx: Context, { lonelyCallback, address }: AuthorizeParts): boolean =>
  lonelyCallback !== undefined &&
  readParameter(ctx, 'redirect_uri') === lonelyCallback &&
  new URL(lonelyCallback).origin === address.origin &&
  readParameter(ctx, 'login_type') !== 'jssdk';

function isAllowed(redirectUri: unknown, origins: readonly string[]): redirectUri is string {
  return typeof redirectUri === 'string' && URL.canParse(redirectUri) && origins.includes(new URL(redirectUri).origin);
}

function addToQuery(address: string, pairs: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(pairs)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}

function styleOf(ctx: Context): 'black' | 'white' | undefined {
  const style = readParameter(ctx, 'style');
  return style === 'black' || style === 'white' ? style : undefined;
}

/** A web address, or a data URL with CSS. Other addresses, especially `javascript:`, are ignored. */
function stylesheetOf(ctx: Context): string | undefined {
  const href = readParameter(ctx, 'href');
  return href !== undefined && /^(https?:\/\/|data:text\/css[;,])/.test(href) ? href : undefined;
}

/** If a parameter is repeated, the first value counts, as at the provider. */
function readParameter(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === '' ? undefined : first;
}
