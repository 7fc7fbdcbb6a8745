// The two cookies: the flow cookie, which binds a login to the browser that started it, and the refresh cookie.
import type { Context } from 'koa';
import type { Config } from '../login-config.ts';
import { Problem } from '../problem.ts';
import { makeToken } from './random-token.ts';

export type Cookies = {
  /** Returns the flow of this browser, and sets the cookie. All tabs share one flow, so that concurrent logins work. */
  readonly ensureFlow: (ctx: Context) => string;
  /** The flow of this browser, and the flows of tabs that started a login before that cookie was set. */
  readonly readFlows: (ctx: Context) => readonly string[];
  readonly setRefresh: (ctx: Context, token: { readonly value: string; readonly seconds: number }) => void;
  /** Throws `refresh_token_invalid` for a request from another origin, even if the browser sent the cookie. */
  readonly readRefresh: (ctx: Context) => string | undefined;
  readonly clearRefresh: (ctx: Context) => void;
};

/** Longer than a state, for several logins in succession. */
const flowSeconds = 3600;
/** The lifetime of a state. */
const tabSeconds = 300;

export function createCookies({ baseUrl }: Pick<Config, 'baseUrl'>): Cookies {
  const { origin, protocol } = new URL(baseUrl);
  const secure = protocol === 'https:';
  // Browsers reject a cookie with this prefix from any other host, such as another subdomain.
  const nameOf = (name: string): string => (secure ? `__Host-${name}` : name);
  const flow = nameOf('flow');
  const flowPattern = new RegExp(`^(${flow}(?:-[\\w-]{8})?)=([\\w-]{43})$`);
  const refresh = nameOf('refresh');

  const setCookie = (
    ctx: Context,
    cookie: { name: string; value: string; sameSite: string; seconds: number },
  ): void => {
    const attributes = [`Path=/`, `Max-Age=${cookie.seconds}`, 'HttpOnly', `SameSite=${cookie.sameSite}`];
    // `secure` depends on BASE_URL, because behind a proxy the connection itself is http.
    ctx.append(
      'Set-Cookie',
      [`${cookie.name}=${cookie.value}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; '),
    );
  };
  const readFlowCookies = (ctx: Context): ReadonlyMap<string, string> =>
    new Map(
      ctx
        .get('Cookie')
        .split(/; */)
        .flatMap((pair) => {
          const [, name, value] = flowPattern.exec(pair) ?? [];
          return name === undefined || value === undefined ? [] : [[name, value] as const];
        }),
    );
  return {
    readFlows: (ctx) => [...readFlowCookies(ctx).values()],
    ensureFlow: (ctx) => {
      const flowToken = readFlowCookies(ctx).get(flow);
      const value = flowToken ?? makeToken();
      // Lax, because the provider's redirect is a top-level navigation from another site and must include the cookie.
      setCookie(ctx, { name: flow, value, sameSite: 'Lax', seconds: flowSeconds });
      // Two tabs that start at the same time get different flows, but a browser keeps one cookie per name. So each flow
      // is also set under a second name. This does not allow login CSRF: a state is only valid with the flow it was
      // started with, and pages of other hosts can neither set nor read these cookies.
      if (flowToken === undefined) {
        setCookie(ctx, { name: `${flow}-${value.slice(0, 8)}`, value, sameSite: 'Lax', seconds: tabSeconds });
      }
      return value;
    },
    setRefresh: (ctx, { value, seconds }) => setCookie(ctx, { name: refresh, value, sameSite: 'Strict', seconds }),
    readRefresh: (ctx) => {
      const value = ctx.cookies.get(refresh);
      if (value === undefined || value === '') return undefined;
      if (isSameOrigin(ctx, origin)) return value;
      throw new Problem('refresh_token_invalid', {
        detail: 'The refresh cookie is only accepted from pages of its own origin.',
      });
    },
    clearRefresh: (ctx) => setCookie(ctx, { name: refresh, value: '', sameSite: 'Strict', seconds: 0 }),
  };
}

/** Browsers that send neither header on a POST do not support SameSite, and are rejected. */
function isSameOrigin(ctx: Context, origin: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';
  return ctx.get('Origin') === origin;
}
