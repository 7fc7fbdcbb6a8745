// Finds settings that are valid individually but conflict with each other. Sends no requests.
import { isLoopback } from '#pdc/site/loopback';
import type { Config } from '../../login-config.ts';
import { about, error, warn } from './doctor-report.ts';
import type { Report, Remark } from './doctor-report.ts';

const originOf = (address: string): string => new URL(address).origin;
const isOpenToAll = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  // Browsers resolve every name below localhost to their own machine; app shells use such names
  // (http://tauri.localhost).
  return protocol === 'http:' && !isLoopback(hostname) && !hostname.endsWith('.localhost');
};

/** Warnings about these are errors here: the service starts, but web logins by redirect fail or are insecure. */
const fatal = ['BASE_URL', 'WEB_REDIRECT_URI', 'IDP_REDIRECT_FRAGMENT'];

/** The reports include the warnings that the service logs when it starts. */
export function compareSettings(config: Config): readonly Report[] {
  return about('settings', [
    ...config.warnings.map(({ variable, message }): Remark => {
      return { verdict: fatal.includes(variable) ? 'error' : 'warn', message };
    }),
    ...disagreements(config).flatMap(([isSo, remark]) => (isSo ? [remark] : [])),
  ]);
}

const giveHttps = { en: 'set it to an https address', zh: '请设成 https 地址' };

function disagreements(config: Config): readonly (readonly [isSo: boolean, remark: Remark])[] {
  const { idp, web, mini, baseUrl, refreshCookie, corsOrigins } = config;
  // Without LOGIN_RETURN_URL a login ends at the callback.
  const page = config.loginReturnUrl ?? baseUrl;
  const isElsewhere = originOf(page) !== originOf(baseUrl);
  return [
    [
      isOpenToAll(idp.apiUrl),
      error(
        {
          en: 'IDP_API_URL is not https: the secrets of both applications are sent unencrypted',
          zh: 'IDP_API_URL 不是 https：两个应用的密钥以明文传输',
        },
        giveHttps,
      ),
    ],
    [
      web.appId === mini.appId,
      error(
        { en: 'WEB_APP_ID and MINI_APP_ID are the same', zh: 'WEB_APP_ID 与 MINI_APP_ID 相同' },
        {
          en: 'a website application (open.weixin.qq.com) and a mini-program (mp.weixin.qq.com) each have their own id and secret',
          zh: '网站应用（open.weixin.qq.com）和小程序（mp.weixin.qq.com）各有自己的 AppID 和 AppSecret',
        },
      ),
    ],
    [
      config.loginReturnUrl === undefined,
      warn(
        {
          en: 'LOGIN_RETURN_URL is not set: after a login by redirect, users see JSON',
          zh: 'LOGIN_RETURN_URL 没有设置：跳转登录之后，用户看到的是 JSON',
        },
        {
          en: `set it to the page on which a login ends: ${baseUrl}/login/ for a site with \`auth: /api/auth\``,
          zh: `请设成登录结束的页面；设了 \`auth: /api/auth\` 的站点，就是 ${baseUrl}/login/`,
        },
      ),
    ],
    [
      refreshCookie && isElsewhere,
      error(
        {
          en: 'AUTH_REFRESH_COOKIE=1, but LOGIN_RETURN_URL has another origin than BASE_URL: its page cannot refresh tokens',
          zh: 'AUTH_REFRESH_COOKIE=1，而 LOGIN_RETURN_URL 与 BASE_URL 不同源：那个页面无法刷新令牌',
        },
        {
          en: 'serve pages and login from one origin ("One origin" in server/INTEGRATE.md), or set AUTH_REFRESH_COOKIE=0',
          zh: '请让页面和登录服务同源（见 server/INTEGRATE.zh-CN.md），或设 AUTH_REFRESH_COOKIE=0',
        },
      ),
    ],
    [
      isElsewhere && !corsOrigins.includes(originOf(page)),
      error(
        {
          en: 'CORS_ORIGINS does not contain the origin of LOGIN_RETURN_URL: its page cannot fetch the tokens',
          zh: 'CORS_ORIGINS 里没有 LOGIN_RETURN_URL 的源：那个页面取不到令牌',
        },
        { en: `add ${originOf(page)} to CORS_ORIGINS`, zh: `请把 ${originOf(page)} 加进 CORS_ORIGINS` },
      ),
    ],
    [
      page !== baseUrl && isOpenToAll(page),
      error(
        {
          en: 'LOGIN_RETURN_URL is not https: anybody on the network can change the page that receives the tokens',
          zh: 'LOGIN_RETURN_URL 不是 https：网络途中的任何人都能改动拿到令牌的页面',
        },
        giveHttps,
      ),
    ],
    ...corsOrigins.map((address): readonly [boolean, Remark] => [
      isOpenToAll(address),
      warn(
        {
          en: `CORS_ORIGINS allows ${address}: anybody on the network can change its pages`,
          zh: `CORS_ORIGINS 允许 ${address}：网络途中的任何人都能改动它的页面`,
        },
        { en: 'only allow https origins', zh: '请只允许 https 的源' },
      ),
    ]),
  ];
}
