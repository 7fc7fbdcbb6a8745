// Reads the operator's settings once, at the start. Nothing else in `server/` reads the environment, except the
// settings of the MCP adapter.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLoopback } from '#pdc/site/loopback';
import { isProduction, readVariables } from './environment.ts';
import type { Environment, Values } from './environment.ts';
import { Failure } from './command-failure.ts';
import { readExistingSecrets, readSecrets } from './development-secrets.ts';
import type { Words } from './bilingual-text.ts';

export type { Environment } from './environment.ts';

type Settings = Readonly<ReturnType<typeof toConfig>>;
export type Config = Settings & {
  /** Settings that work but may not be what the operator wants. */
  readonly warnings: readonly Warning[];
};

/** `message` starts with the name of the variable. */
export type Warning = { readonly variable: string; readonly message: Words };

/** One message with every missing or invalid variable. */
export class ConfigError extends Failure {
  readonly defects: readonly string[];

  constructor(defects: readonly string[]) {
    super(
      [
        defects.length === 1
          ? 'One setting is missing or invalid:'
          : `${defects.length} settings are missing or invalid:`,
        ...defects.map((defect) => `  ${defect}`),
        'Set them in the environment; .env.example explains them.',
      ].join('\n'),
    );
    this.defects = defects;
  }
}

/**
 * The language of the terminal, from the POSIX variables in their order of precedence. A server or a container often
 * sets none of them.
 */
export function languageOfTerminal({ unset }: { readonly unset: keyof Words }): keyof Words {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const locale = LC_ALL || LC_MESSAGES || LANG || '';
  if (/^(?:C$|C\.|POSIX|$)/.test(locale)) return unset;
  return locale.startsWith('zh') ? 'zh' : 'en';
}

const root = fileURLToPath(new URL('..', import.meta.url));
const wechat = {
  authorizeUrl: 'https://open.weixin.qq.com/connect/qrconnect',
  apiUrl: 'https://api.weixin.qq.com',
  staticUrl: 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js',
};
/** The path of WEB_REDIRECT_URI below BASE_URL. */
export const callbackPath = '/api/auth/idp/web/callback';

/**
 * Reads the configuration. In development every variable has a default, and the secrets are generated into DATA_DIR. In
 * production the required variables must be set. Throws one ConfigError that names every missing or invalid variable.
 */
export function readConfig(env: Environment = process.env): Config {
  const { values, defects: variableDefects } = readVariables(env);
  const config = toConfig({ values, production: isProduction(env) });
  const defects = [...variableDefects, ...conflictsOf(config, env)];
  if (defects.length > 0) throw new ConfigError(defects);
  return { ...config, warnings: warningsOf(config) };
}

function toConfig({ values, production }: { readonly values: Values; readonly production: boolean }) {
  const localhost = `http://localhost:${values.PORT}`;
  // If BASE_URL is missing in production, `readConfig` throws, so values derived from '' are never used.
  const baseUrl = values.BASE_URL ?? (production ? '' : localhost);
  const dataDir = toDataDir(values);
  const { jwtSecret, webAppSecret, miniAppSecret } = production ? noSecrets : readSecrets(dataDir);
  const { IDP_AUTHORIZE_URL: authorizeUrl, IDP_API_URL: apiUrl, IDP_STATIC_URL: staticUrl } = values;
  const sandbox = !production && [authorizeUrl, apiUrl, staticUrl].includes(undefined);
  // `apiUrl` has 127.0.0.1 instead of localhost, so that no name must be resolved.
  const standIn = {
    authorizeUrl: `${localhost}/sandbox/connect/qrconnect`,
    apiUrl: `http://127.0.0.1:${values.PORT}/sandbox`,
    staticUrl: `${localhost}/sandbox/connect/js/wxLogin.js`,
  };
  const provider = sandbox ? standIn : wechat;
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    /** The public address of the login service, without a slash at the end. */
    baseUrl,
    databaseUrl: values.DATABASE_URL,
    keyvUrl: values.KEYV_URL,
    /** Absolute path of the folder for the embedded database and the generated secrets. */
    dataDir,
    autoMigrate: values.AUTO_MIGRATE,
    jwt: { secret: values.JWT_SECRET ?? jwtSecret, previous: values.JWT_SECRET_PREVIOUS ?? [] },
    web: {
      appId: values.WEB_APP_ID ?? 'wx-sandbox-web',
      secret: values.WEB_APP_SECRET ?? webAppSecret,
      redirectUri: values.WEB_REDIRECT_URI ?? `${baseUrl}${callbackPath}`,
      embedRedirectUri: values.WEB_EMBED_REDIRECT_URI ?? `${baseUrl}/login/`,
    },
    mini: { appId: values.MINI_APP_ID ?? 'wx-sandbox-mini', secret: values.MINI_APP_SECRET ?? miniAppSecret },
    idp: {
      authorizeUrl: authorizeUrl ?? provider.authorizeUrl,
      apiUrl: apiUrl ?? provider.apiUrl,
      staticUrl: staticUrl ?? provider.staticUrl,
      redirectFragment: values.IDP_REDIRECT_FRAGMENT,
    },
    /** Whether the stand-in replaces the provider: in development, unless all three of its addresses are set. */
    sandbox,
    // By default, the login page of a site that forwards to this service. Without such a site, logins do not return to
    // a page.
    loginReturnUrl: values.LOGIN_RETURN_URL ?? (sandbox && baseUrl !== localhost ? `${baseUrl}/login/` : undefined),
    corsOrigins: values.CORS_ORIGINS ?? [],
    stateBinding: values.AUTH_STATE_BINDING,
    refreshCookie: values.AUTH_REFRESH_COOKIE,
    identityMode: values.AUTH_IDENTITY_MODE,
    trustedProxyHops: values.TRUSTED_PROXY_HOPS,
    sessionMaxAgeSeconds: values.SESSION_MAX_AGE,
    refreshGraceSeconds: values.REFRESH_GRACE_SECONDS,
    auditDays: values.AUDIT_DAYS,
    auditAddress: values.AUDIT_ADDRESS,
    services: values.INTROSPECTION_SERVICES ?? [],
    limits: {
      addressPerMinute: values.LIMIT_ADDRESS_PER_MINUTE,
      addressFailuresPerMinute: values.LIMIT_ADDRESS_FAILURES_PER_MINUTE,
      userPerHour: values.LIMIT_USER_PER_HOUR,
      refreshPerMinute: values.LIMIT_REFRESH_PER_MINUTE,
      accountPerMinute: values.LIMIT_ACCOUNT_PER_MINUTE,
      phonePerMinute: values.LIMIT_PHONE_PER_MINUTE,
      servicePerMinute: values.LIMIT_SERVICE_PER_MINUTE,
    },
    logLevel: values.LOG_LEVEL,
  };
}

/** Production generates no secrets: they are required variables. */
const noSecrets = { jwtSecret: '', webAppSecret: '', miniAppSecret: '' };

type ConfigCheck = readonly [applies: boolean, message: string];
const messagesOf = (rows: readonly ConfigCheck[]): string[] =>
  rows.filter(([applies]) => applies).map(([, message]) => message);

/** Defects of settings that are valid individually but not together. */
function conflictsOf(
  { baseUrl, web, production, refreshCookie, loginReturnUrl }: Settings,
  env: Environment,
): string[] {
  return messagesOf([
    [
      baseUrl !== '' && originOf(web.embedRedirectUri) !== originOf(baseUrl),
      'WEB_EMBED_REDIRECT_URI must have the same origin as BASE_URL: the page with the QR code reads its messages',
    ],
    // Any page can make a browser send a GET to the callback, so the callback sets no cookie: a page must fetch the
    // cookie by POST.
    [
      refreshCookie && loginReturnUrl === undefined && !env.LOGIN_RETURN_URL?.trim(),
      'AUTH_REFRESH_COOKIE=1 needs LOGIN_RETURN_URL, the page that browsers return to: it compares the state and fetches the cookie by POST /api/auth/idp/web/code',
    ],
    // Behind a proxy every request has the proxy's address: by default all clients would share one rate limit.
    [
      production && baseUrl.startsWith('https:') && !env.TRUSTED_PROXY_HOPS?.trim(),
      'TRUSTED_PROXY_HOPS is missing: set it to the number of proxies in front of this service, or to 0 if clients connect directly',
    ],
  ]);
}

/**
 * The configuration as production reads it, regardless of NODE_ENV: for checks before a start. Throws like
 * `readConfig`.
 */
export function readProductionConfig(env: Environment = process.env): {
  readonly config: Config;
  readonly isProduction: boolean;
} {
  if (isProduction(env)) return { config: readConfig(env), isProduction: true };
  return { config: readConfig({ ...env, NODE_ENV: 'production' }), isProduction: false };
}

/**
 * Reads only the settings that migrations need, so that an operator can run them without the secrets of the service.
 */
export function readDatabaseConfig(env: Environment = process.env): Pick<Config, 'databaseUrl' | 'dataDir'> {
  const { values, defects } = readVariables(env, { only: ['NODE_ENV', 'DATABASE_URL', 'DATA_DIR'] });
  if (defects.length > 0) throw new ConfigError(defects);
  return { databaseUrl: values.DATABASE_URL, dataDir: toDataDir(values) };
}

/**
 * The settings for access to the session keys of mini-program users; undefined if the service keeps them in memory.
 * Throws if KEYV_URL is set, but the secret that encrypts them is neither set nor in DATA_DIR. It generates no secret,
 * because a new one finds no session keys.
 */
export function readSessionKeyConfig(
  env: Environment = process.env,
): { readonly keyvUrl: string; readonly secret: string; readonly previous: readonly string[] } | undefined {
  if (!env.KEYV_URL?.trim()) return undefined;
  const only = ['NODE_ENV', 'KEYV_URL', 'JWT_SECRET', 'JWT_SECRET_PREVIOUS', 'DATA_DIR'] as const;
  const { values, defects } = readVariables(env, { only });
  const { KEYV_URL: keyvUrl } = values;
  if (defects.length > 0 || keyvUrl === undefined) throw new ConfigError(defects);
  const secret = values.JWT_SECRET ?? readExistingSecrets(toDataDir(values))?.jwtSecret;
  if (secret === undefined) throw new ConfigError(['JWT_SECRET is missing: set it to the secret of the service']);
  return { keyvUrl, secret, previous: values.JWT_SECRET_PREVIOUS ?? [] };
}

/** Relative paths are relative to the root of the repository. */
const toDataDir = ({ DATA_DIR }: { readonly DATA_DIR: string }): string => path.resolve(root, DATA_DIR);

/**
 * Whether browsers send a cookie of BASE_URL to WEB_REDIRECT_URI: cookies depend on host and https, not on the port.
 */
function reachesCallback({ baseUrl, web }: Pick<Config, 'baseUrl' | 'web'>): boolean {
  const [base, callback] = [new URL(baseUrl), new URL(web.redirectUri)];
  return base.hostname === callback.hostname && (base.protocol === 'http:' || callback.protocol === 'https:');
}

/**
 * Whether the login page is WeChat's but the fragment is not `wechat_redirect`, without which the page does not open.
 */
const lacksFragment = ({ idp }: Pick<Config, 'idp'>): boolean =>
  new URL(idp.authorizeUrl).hostname === 'open.weixin.qq.com' && idp.redirectFragment !== 'wechat_redirect';

const isCallback = ({ baseUrl, web }: Settings): boolean =>
  web.redirectUri.split(/[?#]/)[0] === `${baseUrl}${callbackPath}`;

function warningsOf(config: Settings): Warning[] {
  const { production, host, trustedProxyHops } = config;
  const { hostname, protocol } = new URL(config.baseUrl);
  const rows: readonly (readonly [isSo: boolean, variable: string, words: Words])[] = [
    [
      config.stateBinding === 'auto' && !reachesCallback(config),
      'WEB_REDIRECT_URI',
      {
        en: 'has another host than BASE_URL, or is not https: browsers do not send the login cookie there, so every web login by redirect fails with state_unknown; set it to the callback below BASE_URL',
        zh: '与 BASE_URL 不是同一个主机，或不是 https：浏览器不会把登录的 Cookie 发到那里，网页跳转登录都会以 state_unknown 失败；请设成 BASE_URL 之下的回调地址',
      },
    ],
    [
      originOf(config.web.redirectUri) === originOf(config.baseUrl) && !isCallback(config),
      'WEB_REDIRECT_URI',
      {
        en: `is not the callback of this service, so web logins by redirect cannot finish. Set WEB_REDIRECT_URI=${config.baseUrl}${callbackPath}, or forward its path there`,
        zh: `不是本服务的回调地址，网页跳转登录无法完成。请设 WEB_REDIRECT_URI=${config.baseUrl}${callbackPath}，或把它的路径转发到那里`,
      },
    ],
    [
      looksGuessable(config.jwt.secret),
      'JWT_SECRET',
      {
        en: 'may be guessable, because it is repetitive or has few different characters: `openssl rand -base64 48` generates a better one',
        zh: '可能容易被猜到，因为有重复，或不同的字符太少：`openssl rand -base64 48` 可以生成更好的',
      },
    ],
    [
      !production && !isLoopback(host),
      'HOST',
      {
        en: 'allows access from other machines, but NODE_ENV is not production: set NODE_ENV=production, or HOST=127.0.0.1 for this machine only',
        zh: '允许其他机器访问，而 NODE_ENV 不是 production：请设 NODE_ENV=production；只供本机使用时设 HOST=127.0.0.1',
      },
    ],
    [
      lacksFragment(config),
      'IDP_REDIRECT_FRAGMENT',
      {
        en: `is ${config.idp.redirectFragment}, but WeChat requires wechat_redirect: set IDP_REDIRECT_FRAGMENT=wechat_redirect`,
        zh: `是 ${config.idp.redirectFragment}，而微信要求 wechat_redirect：请设 IDP_REDIRECT_FRAGMENT=wechat_redirect`,
      },
    ],
    [
      production && config.keyvUrl === undefined,
      'KEYV_URL',
      {
        en: 'is not set: one-time values and rate limits are kept in memory, so only one instance can run, and a second one refuses to start',
        zh: '没有设置：一次性的值和限流计数只保存在内存里，因此只能运行一个实例，第二个会拒绝启动',
      },
    ],
    [
      production && protocol === 'http:' && !isLoopback(hostname),
      'BASE_URL',
      { en: 'is not https: tokens and cookies are sent unencrypted', zh: '不是 https：令牌和 Cookie 以明文传输' },
    ],
    [
      production && protocol === 'https:' && trustedProxyHops === 0,
      'TRUSTED_PROXY_HOPS',
      {
        en: 'is 0: behind a proxy all clients have the address of the proxy and share one rate limit',
        zh: '是 0：如果前面有代理，所有客户端都显示为代理的地址，共用一个限额',
      },
    ],
  ];
  return rows.flatMap(([isSo, variable, { en, zh }]) =>
    isSo ? [{ variable, message: { en: `${variable} ${en}`, zh: `${variable} ${zh}` } }] : [],
  );
}

const originOf = (address: string): string => new URL(address).origin;

/**
 * Whether a secret seems to have fewer than 128 bits of entropy. A step is the difference between neighboring bytes.
 * The estimate is the number of different pairs of successive steps, times the bits per character of the alphabet: a
 * text that repeats or counts up has few different pairs.
 */
function looksGuessable(secret: string): boolean {
  const bytes = Buffer.from(secret, 'utf8');
  const steps = [...bytes.subarray(1)].map((byte, index) => byte - bytes.readUInt8(index));
  const turns = new Set(steps.map((step, index) => `${step} ${steps[index + 1] ?? 'end'}`));
  return turns.size * Math.log2(new Set(bytes).size) < 128;
}
