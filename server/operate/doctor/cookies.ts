// The cookies of a login on their way through proxies, in both directions: without them each web login by a browser ends as
// state_unknown, and nobody refreshes by the cookie.
import { randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { error, ok } from './finding.ts';
import type { Remark } from './finding.ts';

/** A cookie as the flow cookie is: the running service takes its value up, and sets it again. */
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

/** Whether the request brought the cookie, and what a browser got in the answer. */
export function judgeCookies(
  cookie: TrialCookie,
  { broughtAlong, answer }: { readonly broughtAlong: boolean; readonly answer: Headers },
): Remark {
  const setCookie = answer.getSetCookie().find((text) => text.startsWith(`${cookie.name}=`));
  if (setCookie === undefined) {
    return error(
      {
        en: 'a proxy takes cookies out of answers: no web login by a browser comes to its end',
        zh: '有代理从响应里去掉了 Cookie：浏览器里的网页登录都无法完成',
      },
      {
        en: 'let Set-Cookie of /api/auth/ through: no cache before it, and in nginx no proxy_hide_header or proxy_ignore_headers',
        zh: '请放行 /api/auth/ 的 Set-Cookie：前面不要有缓存，nginx 里不要写 proxy_hide_header 和 proxy_ignore_headers',
      },
    );
  }
  if (!broughtAlong) {
    return error(
      {
        en: 'a proxy takes cookies out of requests: no web login by a browser comes to its end',
        zh: '有代理从请求里去掉了 Cookie：浏览器里的网页登录都无法完成',
      },
      {
        en: 'let the Cookie header of /api/auth/ through: no cache before it, and in nginx no proxy_set_header for it',
        zh: '请放行 /api/auth/ 的 Cookie 请求头：前面不要有缓存，nginx 里不要用 proxy_set_header 改它',
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
  if (changes.length === 0)
    return ok({ en: 'cookies come through the proxies as they are', zh: 'Cookie 原样通过了代理' });
  return error(
    {
      en: `a proxy changes cookies: they arrive ${changes.map(({ en }) => en).join(', ')}, and browsers drop or reveal them`,
      zh: `有代理改动了 Cookie：到达时${changes.map(({ zh }) => zh).join('、')}，浏览器会丢弃或泄露它们`,
    },
    {
      en: 'leave Set-Cookie of /api/auth/ as it is: in nginx no proxy_cookie_domain, proxy_cookie_path or proxy_cookie_flags',
      zh: '请让 /api/auth/ 的 Set-Cookie 保持原样：nginx 里不要写 proxy_cookie_domain、proxy_cookie_path 和 proxy_cookie_flags',
    },
  );
}
