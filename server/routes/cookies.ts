// The two cookies: the flow cookie, which ties a login to the browser that began it, and the refresh token's.
import type { Context } from 'koa';
import type { Config } from '../config.ts';
import { Problem } from '../problem.ts';
import { makeToken } from './request.ts';

export type Cookies = {
  /** The flow of this browser: one per browser, reused by every tab, so that two logins at once do no harm. */
  readonly ensureFlow: (ctx: Context) => string;
  /** The flow of this browser, and those of tabs that began at one moment, before it had one. */
  readonly readFlows: (ctx: Context) => readonly string[];
  readonly setRefresh: (ctx: Context, token: { readonly value: string; readonly seconds: number }) => void;
  /** Throws `refresh_token_invalid` for a request of another origin: the cookie travels, but serves nobody else. */
  readonly readRefresh: (ctx: Context) => string | undefined;
  readonly clearRefresh: (ctx: Context) => void;
};

/** A state lives 5 minutes; its cookie a little longer, for logins one after another. */
const flowSeconds = 3600;
/** As long as a state lives. */
const tabSeconds = 300;

export function createCookies({ baseUrl }: Pick<Config, 'baseUrl'>): Cookies {
  const { origin, protocol } = new URL(baseUrl);
  const secure = protocol === 'https:';
  // The prefix makes browsers refuse such a cookie from any other host, a sibling's subdomain above all.
  const nameOf = (name: string): string => (secure ? `__Host-${name}` : name);
  const flow = nameOf('flow');
  const flowPattern = new RegExp(`^(${flow}(?:-[\\w-]{8})?)=([\\w-]{43})$`);
  const refresh = nameOf('refresh');

  const setCookie = (
    ctx: Context,
    cookie: { name: string; value: string; sameSite: string; seconds: number },
  ): void => {
    const attributes = [`Path=/`, `Max-Age=${cookie.seconds}`, 'HttpOnly', `SameSite=${cookie.sameSite}`];
    // Behind a proxy the connection is plain, and the address is still https: BASE_URL says which.
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
      const present = readFlowCookies(ctx).get(flow);
      const value = present ?? makeToken();
      // Lax: the provider's redirect is a top-level navigation from another site, and must bring it.
      setCookie(ctx, { name: flow, value, sameSite: 'Lax', seconds: flowSeconds });
      // Two tabs that begin at one moment get a flow each, and a browser keeps one cookie of a name: the first tab's flow
      // stays under a name of its own. Login CSRF stays closed, because a state counts with no other value than that of
      // its own beginning, and no page can write a cookie of this host or read one.
      if (present === undefined) {
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
        detail: 'The refresh cookie serves pages of its own origin alone.',
      });
    },
    clearRefresh: (ctx) => setCookie(ctx, { name: refresh, value: '', sameSite: 'Strict', seconds: 0 }),
  };
}

/** A browser that sends neither header on a POST is older than SameSite, and gets nothing. */
function isSameOrigin(ctx: Context, origin: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';
  return ctx.get('Origin') === origin;
}

/** The answer to who has just left: whatever cookie there was goes as well. */
export function signOut(
  ctx: Context,
  { config, cookies }: { readonly config: Pick<Config, 'refreshCookie'>; readonly cookies: Cookies },
): void {
  if (config.refreshCookie) cookies.clearRefresh(ctx);
  ctx.status = 204;
}
