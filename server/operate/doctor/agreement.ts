// Settings that are right one by one, and that the platform or a browser does not take together. Asks nobody.
import { callbackPath, isLoopback, lacksFragment, reachesCallback } from '../../config.ts';
import type { Config } from '../../config.ts';
import { about, error, ok, warn } from './finding.ts';
import type { Finding, Remark } from './finding.ts';

const originOf = (address: string): string => new URL(address).origin;
const isOpenToAll = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
};

/** Compares the settings with each other. */
export function compareSettings(config: Config): readonly Finding[] {
  return [
    ...about(
      'settings',
      // Warnings about these three are reported under `cookies` and `platform` below, with a remedy.
      config.warnings
        .filter(({ variable }) => !['BASE_URL', 'WEB_REDIRECT_URI', 'IDP_REDIRECT_FRAGMENT'].includes(variable))
        .map(({ message }) => ({ verdict: 'warn', message })),
    ),
    ...about('platform', comparePlatform(config)),
    ...about('cookies', orElse(compareCookies(config), describeCookies(config))),
    ...about('origins', orElse(compareOrigins(config), describeOrigins(config))),
  ];
}

const orElse = (remarks: readonly Remark[], fine: string): readonly Remark[] =>
  remarks.length > 0 ? remarks : [ok(fine)];

/** A remark where it is so. */
const when = (isSo: boolean, remark: () => Remark): readonly Remark[] => (isSo ? [remark()] : []);

function comparePlatform(config: Config): readonly Remark[] {
  const { idp, web, mini } = config;
  return [
    ...when(lacksFragment(config), () =>
      error(
        `WeChat wants the fragment #wechat_redirect, and gets #${idp.redirectFragment}`,
        'set IDP_REDIRECT_FRAGMENT=wechat_redirect',
      ),
    ),
    ...when(isOpenToAll(idp.apiUrl), () =>
      error('IDP_API_URL is not https: the secrets of both applications travel in clear', 'give its https address'),
    ),
    ...when(web.appId === mini.appId, () =>
      error(
        'WEB_APP_ID and MINI_APP_ID are the same',
        'a website application (open.weixin.qq.com) and a mini-program (mp.weixin.qq.com) have an id and a secret each',
      ),
    ),
  ];
}

function compareCookies(config: Config): readonly Remark[] {
  const { baseUrl, refreshCookie, loginReturnUrl, stateBinding } = config;
  return [
    ...when(isOpenToAll(baseUrl), () =>
      error(
        'BASE_URL is not https: browsers keep the cookies without Secure and __Host-, for everybody on the way to read',
        'give BASE_URL its https address, and the web server a certificate',
      ),
    ),
    ...when(stateBinding === 'auto' && !reachesCallback(config), () =>
      error(
        'WEB_REDIRECT_URI is of another host than BASE_URL, or not https: the cookie of the login does not come there, and every web login by redirect ends as state_unknown',
        `set WEB_REDIRECT_URI=${baseUrl}${callbackPath}`,
      ),
    ),
    ...when(refreshCookie && loginReturnUrl !== undefined && originOf(loginReturnUrl) !== originOf(baseUrl), () =>
      error(
        'AUTH_REFRESH_COOKIE=1, and LOGIN_RETURN_URL is of another origin than BASE_URL: its page cannot refresh',
        'serve pages and login on one origin ("One origin" in server/INTEGRATE.md), or set AUTH_REFRESH_COOKIE=0',
      ),
    ),
  ];
}

function describeCookies({ baseUrl, refreshCookie }: Config): string {
  const names = ['flow', ...(refreshCookie ? ['refresh'] : [])];
  return `${names.map((name) => (baseUrl.startsWith('https:') ? `__Host-${name}` : name)).join(', ')}, set and read at ${originOf(baseUrl)}`;
}

function compareOrigins(config: Config): readonly Remark[] {
  const { baseUrl, loginReturnUrl, corsOrigins } = config;
  const origin = originOf(baseUrl);
  return [
    ...compareCallback(config),
    ...when(loginReturnUrl === undefined, () =>
      warn(
        'LOGIN_RETURN_URL is not set: after a login by redirect people see JSON',
        `set it to the page that ends a login, ${baseUrl}/login/ of a site with \`auth: /api/auth\``,
      ),
    ),
    ...(loginReturnUrl === undefined ? [] : compareReturn(loginReturnUrl, [origin, ...corsOrigins])),
    ...corsOrigins
      .filter(isOpenToAll)
      .map((address) =>
        warn(`CORS_ORIGINS admits ${address}: whoever is on the way changes its pages`, 'admit https origins alone'),
      ),
  ];
}

function compareCallback(config: Config): readonly Remark[] {
  const { baseUrl, web, stateBinding } = config;
  const own = `${baseUrl}${callbackPath}`;
  // Where the cookie does not come, it is told as trouble of the cookies.
  if (web.redirectUri === own || (stateBinding === 'auto' && !reachesCallback(config))) return [];
  if (originOf(web.redirectUri) === originOf(baseUrl)) {
    return [error('WEB_REDIRECT_URI is not the callback of this service', `set WEB_REDIRECT_URI=${own}`)];
  }
  const mend = `set WEB_REDIRECT_URI=${own}, or see that its path leads to the callback of this service`;
  return [warn('WEB_REDIRECT_URI is of another origin than BASE_URL', mend)];
}

function compareReturn(address: string, admitted: readonly string[]): readonly Remark[] {
  return [
    ...when(!admitted.includes(originOf(address)), () =>
      error(
        'CORS_ORIGINS lacks the origin of LOGIN_RETURN_URL: its page may not fetch the tokens',
        `add ${originOf(address)} to CORS_ORIGINS`,
      ),
    ),
    ...when(isOpenToAll(address), () =>
      error(
        'LOGIN_RETURN_URL is not https: whoever is on the way changes the page that gets the tokens',
        'give its https address',
      ),
    ),
  ];
}

const describeOrigins = ({ baseUrl, corsOrigins }: Config): string =>
  `pages of ${[originOf(baseUrl), ...corsOrigins].join(', ')} may call`;
