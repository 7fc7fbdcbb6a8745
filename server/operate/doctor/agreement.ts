// Settings that are right one by one, and that the platform or a browser does not take together. Asks nobody.
import { isLoopback } from '../../config.ts';
import type { Config } from '../../config.ts';
import { about, error, warn } from './finding.ts';
import type { Finding, Remark } from './finding.ts';

const originOf = (address: string): string => new URL(address).origin;
const isOpenToAll = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  // Browsers take every name below localhost for their own machine; app shells have such (http://tauri.localhost).
  return protocol === 'http:' && !isLoopback(hostname) && !hostname.endsWith('.localhost');
};

/** A service starts with these, and no web login by redirect, or none that is safe, comes to its end. */
const fatal = ['BASE_URL', 'WEB_REDIRECT_URI', 'IDP_REDIRECT_FRAGMENT'];

/** Compares the settings with each other; what a start warns of is among the findings. */
export function compareSettings(config: Config): readonly Finding[] {
  return about('settings', [
    ...config.warnings.map(({ variable, message }): Remark => {
      return { verdict: fatal.includes(variable) ? 'error' : 'warn', message };
    }),
    ...disagreements(config).flatMap(([isSo, remark]) => (isSo ? [remark] : [])),
  ]);
}

function disagreements(config: Config): readonly (readonly [isSo: boolean, remark: Remark])[] {
  const { idp, web, mini, baseUrl, refreshCookie, corsOrigins } = config;
  // Without a page of its own a login ends where it began.
  const page = config.loginReturnUrl ?? baseUrl;
  const isElsewhere = originOf(page) !== originOf(baseUrl);
  return [
    [
      isOpenToAll(idp.apiUrl),
      error('IDP_API_URL is not https: the secrets of both applications travel in clear', 'give its https address'),
    ],
    [
      web.appId === mini.appId,
      error(
        'WEB_APP_ID and MINI_APP_ID are the same',
        'a website application (open.weixin.qq.com) and a mini-program (mp.weixin.qq.com) have an id and a secret each',
      ),
    ],
    [
      config.loginReturnUrl === undefined,
      warn(
        'LOGIN_RETURN_URL is not set: after a login by redirect people see JSON',
        `set it to the page that ends a login, ${baseUrl}/login/ of a site with \`auth: /api/auth\``,
      ),
    ],
    [
      refreshCookie && isElsewhere,
      error(
        'AUTH_REFRESH_COOKIE=1, and LOGIN_RETURN_URL is of another origin than BASE_URL: its page cannot refresh',
        'serve pages and login on one origin ("One origin" in server/INTEGRATE.md), or set AUTH_REFRESH_COOKIE=0',
      ),
    ],
    [
      isElsewhere && !corsOrigins.includes(originOf(page)),
      error(
        'CORS_ORIGINS lacks the origin of LOGIN_RETURN_URL: its page may not fetch the tokens',
        `add ${originOf(page)} to CORS_ORIGINS`,
      ),
    ],
    [
      page !== baseUrl && isOpenToAll(page),
      error(
        'LOGIN_RETURN_URL is not https: whoever is on the way changes the page that gets the tokens',
        'give its https address',
      ),
    ],
    ...corsOrigins.map((address): readonly [boolean, Remark] => [
      isOpenToAll(address),
      warn(`CORS_ORIGINS admits ${address}: whoever is on the way changes its pages`, 'admit https origins alone'),
    ]),
  ];
}
