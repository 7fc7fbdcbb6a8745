// Checks that proxies pass the login cookies unchanged in both directions. Otherwise web logins in browsers fail with
// state_unknown, and the refresh cookie does not work.
import { randomBytes } from 'node:crypto';
import type { Config } from '../../login-config.ts';
import { error, ok } from './doctor-report.ts';
import type { Remark } from './doctor-report.ts';

/** A test cookie that looks like the flow cookie: the running service accepts it and sets it again. */
export type TrialCookie = { readonly name: string; readonly value: string; readonly attributes: readonly string[] };

export function makeTrialCookie({ baseUrl }: Pick<Config, 'baseUrl'>): TrialCookie {
  const secure = new URL(baseUrl).protocol === 'https:';
  return {
    name: secure ? '__Host-flow' : 'flow',
    value: randomBytes(32).toString('base64url'),
    attributes: ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])],
  };
}

export const toPair = ({ name, value }: TrialCookie): string => `${name}=${value}`;
export const toSetCookie = (cookie: TrialCookie): string =>
  [toPair(cookie), 'Max-Age=60', ...cookie.attributes].join('; ');

/** `broughtAlong`: whether the request arrived with the cookie. `answer`: the headers that a browser receives. */
export function judgeCookies(
  cookie: TrialCookie,
  { broughtAlong, answer }: { readonly broughtAlong: boolean; readonly answer: Headers },
): Remark {
  const setCookie = answer.getSetCookie().find((text) => text.startsWith(`${cookie.name}=`));
  if (setCookie === undefined) {
    return error(
      {
        en: 'a proxy removes cookies from responses: web logins in browsers cannot finish',
        zh: '有代理从响应里去掉了 Cookie：浏览器里的网页登录都无法完成',
      },
      {
        en: 'pass Set-Cookie of /api/auth/: do not cache it, and do not use proxy_hide_header or proxy_ignore_headers in nginx',
        zh: '请放行 /api/auth/ 的 Set-Cookie：不要缓存，nginx 里不要用 proxy_hide_header 和 proxy_ignore_headers',
      },
    );
  }
  if (!broughtAlong) {
    return error(
      {
        en: 'a proxy removes cookies from requests: web logins in browsers cannot finish',
        zh: '有代理从请求里去掉了 Cookie：浏览器里的网页登录都无法完成',
      },
      {
        en: 'pass the Cookie header of /api/auth/: do not cache it, and do not change it by proxy_set_header in nginx',
        zh: '请放行 /api/auth/ 的 Cookie 请求头：不要缓存，nginx 里不要用 proxy_set_header 改它',
      },
    );
  }
  const attributes = setCookie.split(/;\s*/).slice(1);
  const isThere = (attribute: string): boolean =>
    attributes.some((text) => text.toLowerCase() === attribute.toLowerCase());
  const changes = [
    ...cookie.attributes
      .filter((attribute) => !isThere(attribute))
      .map((attribute) => ({ en: `without ${attribute}`, zh: `少了 ${attribute}` })),
    ...attributes
      .filter((attribute) => /^domain=/i.test(attribute))
      .map(() => ({ en: 'with a Domain', zh: '多了 Domain' })),
  ];
  if (changes.length === 0) return ok({ en: 'the proxies pass cookies unchanged', zh: 'Cookie 原样通过了代理' });
  return error(
    {
      en: `a proxy changes cookies: they arrive ${changes.map(({ en }) => en).join(', ')}, so browsers drop or expose them`,
      zh: `有代理改动了 Cookie：到达时${changes.map(({ zh }) => zh).join('、')}，浏览器会丢弃或泄露它们`,
    },
    {
      en: 'do not change Set-Cookie of /api/auth/: remove proxy_cookie_domain, proxy_cookie_path and proxy_cookie_flags in nginx',
      zh: '请让 /api/auth/ 的 Set-Cookie 保持原样：nginx 里不要用 proxy_cookie_domain、proxy_cookie_path 和 proxy_cookie_flags',
    },
  );
}
