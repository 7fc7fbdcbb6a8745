// What the operator said, read once at the start. The one place of `server/` that reads the environment (contract section 6).
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSecrets } from './secrets.ts';

export type Config = {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** The login service's own address, without a slash at its end. */
  readonly baseUrl: string;
  readonly databaseUrl: string | undefined;
  readonly keyvUrl: string | undefined;
  /** Absolute; the embedded database and the generated secrets of development. */
  readonly dataDir: string;
  readonly autoMigrate: boolean;
  readonly jwt: { readonly secret: string; readonly previous: readonly string[] };
  readonly web: {
    readonly appId: string;
    readonly secret: string;
    readonly redirectUri: string;
    readonly embedRedirectUri: string;
  };
  readonly mini: { readonly appId: string; readonly secret: string };
  readonly idp: {
    readonly authorizeUrl: string;
    readonly apiUrl: string;
    readonly staticUrl: string;
    readonly redirectFragment: string;
  };
  /** Development without an address of a provider: the stand-in answers for it. */
  readonly sandbox: boolean;
  readonly loginReturnUrl: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly stateBinding: 'auto' | 'off';
  readonly refreshCookie: boolean;
  readonly identityMode: 'lenient' | 'strict';
  readonly trustedProxyHops: number;
  readonly sessionMaxAgeSeconds: number;
  readonly refreshGraceSeconds: number;
  /** 0: none. */
  readonly limits: {
    readonly addressPerMinute: number;
    readonly userPerHour: number;
    readonly refreshPerMinute: number;
    readonly accountPerMinute: number;
    readonly phonePerMinute: number;
  };
  readonly logLevel: string;
  /** What works, but should be known. */
  readonly warnings: readonly string[];
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every variable that is missing or bad, in one message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly showStack = false;

  readonly defects: readonly string[];

  constructor(defects: readonly string[]) {
    super(
      [
        defects.length === 1 ? 'One setting is missing or wrong:' : `${defects.length} settings are missing or wrong:`,
        ...defects.map((defect) => `  ${defect}`),
        'Set them in the environment; .env.example explains each.',
      ].join('\n'),
    );
    this.defects = defects;
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));
const day = 86_400;
const wechat = {
  authorizeUrl: 'https://open.weixin.qq.com/connect/qrconnect',
  apiUrl: 'https://api.weixin.qq.com',
  staticUrl: 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js',
};
/** Below BASE_URL: what WEB_REDIRECT_URI names. */
export const callbackPath = '/api/auth/idp/web/callback';
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/**
 * Reads the configuration. In development everything has a default, and the secrets are generated into DATA_DIR; in
 * production what has no default must be set. Throws one ConfigError that names every missing or bad variable.
 */
export function readConfig(env: Environment = process.env): Config {
  const production = env.NODE_ENV === 'production';
  const reader = createReader(env);
  const { read, require } = reader;
  const port = read('PORT', toPort) ?? 3000;
  const baseUrl = (production ? require('BASE_URL', toAddress) : read('BASE_URL', toAddress)) ?? localhost(port);
  const dataDir = readDataDir(env);
  const local = production ? undefined : { ...readSecrets(dataDir), baseUrl };
  /** Required in production; elsewhere what `fallback` says. */
  const demand = <T>(name: string, parse: Parse<T>, fallback: (defaults: NonNullable<typeof local>) => T): T =>
    (local ? (read(name, parse) ?? fallback(local)) : require(name, parse)) as T;

  const idp = {
    authorizeUrl: read('IDP_AUTHORIZE_URL', toAddress),
    apiUrl: read('IDP_API_URL', toAddress),
    staticUrl: read('IDP_STATIC_URL', toAddress),
  };
  const sandbox = !production && Object.values(idp).some((address) => address === undefined);
  // The stand-in's calls go to this machine by number: no name server has a say in it.
  const standIn = {
    authorizeUrl: `${localhost(port)}/sandbox/connect/qrconnect`,
    apiUrl: `http://127.0.0.1:${port}/sandbox`,
    staticUrl: `${localhost(port)}/sandbox/connect/js/wxLogin.js`,
  };
  const provider = sandbox ? standIn : wechat;
  const config: Config = {
    production,
    port,
    host: read('HOST', toText) ?? '127.0.0.1',
    baseUrl,
    databaseUrl: production ? require('DATABASE_URL', toDatabaseUrl) : read('DATABASE_URL', toDatabaseUrl),
    keyvUrl: read('KEYV_URL', toRedisUrl),
    dataDir,
    autoMigrate: read('AUTO_MIGRATE', toSwitch) ?? true,
    jwt: {
      secret: demand('JWT_SECRET', toSecret, ({ jwtSecret }) => jwtSecret),
      previous: read('JWT_SECRET_PREVIOUS', toSecrets) ?? [],
    },
    web: {
      appId: demand('WEB_APP_ID', toText, () => 'wx-sandbox-web'),
      secret: demand('WEB_APP_SECRET', toText, ({ webAppSecret }) => webAppSecret),
      redirectUri: demand('WEB_REDIRECT_URI', toTarget, (defaults) => `${defaults.baseUrl}${callbackPath}`),
      embedRedirectUri: read('WEB_EMBED_REDIRECT_URI', toTarget) ?? `${baseUrl}/login/`,
    },
    mini: {
      appId: demand('MINI_APP_ID', toText, () => 'wx-sandbox-mini'),
      secret: demand('MINI_APP_SECRET', toText, ({ miniAppSecret }) => miniAppSecret),
    },
    idp: {
      authorizeUrl: idp.authorizeUrl ?? provider.authorizeUrl,
      apiUrl: idp.apiUrl ?? provider.apiUrl,
      staticUrl: idp.staticUrl ?? provider.staticUrl,
      redirectFragment: read('IDP_REDIRECT_FRAGMENT', toFragment) ?? 'idp_redirect',
    },
    sandbox,
    loginReturnUrl:
      read('LOGIN_RETURN_URL', toTarget) ?? (sandbox && idp.apiUrl === undefined ? `${baseUrl}/login/` : undefined),
    corsOrigins: read('CORS_ORIGINS', toOrigins) ?? [],
    stateBinding: read('AUTH_STATE_BINDING', oneOf('auto', 'off')) ?? 'auto',
    refreshCookie: read('AUTH_REFRESH_COOKIE', toSwitch) ?? false,
    identityMode: read('AUTH_IDENTITY_MODE', oneOf('lenient', 'strict')) ?? 'lenient',
    trustedProxyHops: read('TRUSTED_PROXY_HOPS', toCount(16)) ?? 0,
    sessionMaxAgeSeconds: read('SESSION_MAX_AGE', toSeconds) ?? 90 * day,
    refreshGraceSeconds: read('REFRESH_GRACE_SECONDS', toCount(300)) ?? 10,
    limits: {
      addressPerMinute: read('LIMIT_ADDRESS_PER_MINUTE', toCount(1_000_000)) ?? 10,
      userPerHour: read('LIMIT_USER_PER_HOUR', toCount(1_000_000)) ?? 20,
      refreshPerMinute: read('LIMIT_REFRESH_PER_MINUTE', toCount(1_000_000)) ?? 60,
      accountPerMinute: read('LIMIT_ACCOUNT_PER_MINUTE', toCount(1_000_000)) ?? 60,
      phonePerMinute: read('LIMIT_PHONE_PER_MINUTE', toCount(1_000_000)) ?? 5,
    },
    logLevel: read('LOG_LEVEL', oneOf(...logLevels)) ?? 'info',
    warnings: [],
  };
  const defects = [...reader.defects, ...conflictsOf(config, env)];
  if (defects.length > 0) throw new ConfigError(defects);
  return { ...config, warnings: warningsOf(config) };
}

/** Values that are right by themselves and wrong together. */
function conflictsOf(config: Config, env: Environment): string[] {
  const { baseUrl, production, refreshCookie, loginReturnUrl } = config;
  const isHttps = baseUrl?.startsWith('https:');
  return [
    ...(baseUrl && originOf(config.web.embedRedirectUri) !== originOf(baseUrl)
      ? [
          'WEB_EMBED_REDIRECT_URI must be a page of the same origin as BASE_URL: the page that holds the QR code reads its messages',
        ]
      : []),
    // The callback is a GET that any page can make a browser send: it sets no cookie, so it needs a page that fetches it.
    ...(refreshCookie && loginReturnUrl === undefined
      ? [
          'AUTH_REFRESH_COOKIE=1 needs LOGIN_RETURN_URL, the page that a browser comes back to: it compares the state and fetches the cookie by POST /api/auth/idp/web/code',
        ]
      : []),
    // Behind a proxy everybody has the proxy's address: unsaid, the world would share ten logins a minute.
    ...(production && isHttps && !env.TRUSTED_PROXY_HOPS?.trim()
      ? [
          'TRUSTED_PROXY_HOPS is missing: say how many proxies stand in front of this service, 1 for one; 0 where clients connect to it directly',
        ]
      : []),
  ];
}

/**
 * The configuration as production will read it, whatever NODE_ENV says here, for who checks it before a start.
 * Throws as `readConfig` does.
 */
export function readProductionConfig(env: Environment = process.env): {
  readonly config: Config;
  readonly saysProduction: boolean;
} {
  return {
    config: readConfig({ ...env, NODE_ENV: 'production' }),
    saysProduction: env.NODE_ENV === 'production',
  };
}

/** What migrations need, and nothing else: an operator runs them without the secrets of the service. */
export function readDatabaseConfig(env: Environment = process.env): Pick<Config, 'databaseUrl' | 'dataDir'> {
  const { read, require, defects } = createReader(env);
  const production = env.NODE_ENV === 'production';
  const databaseUrl = production ? require('DATABASE_URL', toDatabaseUrl) : read('DATABASE_URL', toDatabaseUrl);
  if (defects.length > 0) throw new ConfigError(defects);
  return { databaseUrl, dataDir: readDataDir(env) };
}

/**
 * What reaches the session keys of mini-program users; undefined where they live in the memory of the service. Throws
 * where KEYV_URL is there and the secret is not under whose digests they lie.
 */
export function readSessionKeyConfig(
  env: Environment = process.env,
): { readonly keyvUrl: string; readonly secret: string; readonly previous: readonly string[] } | undefined {
  const { read, require, defects } = createReader(env);
  const keyvUrl = read('KEYV_URL', toRedisUrl);
  if (keyvUrl === undefined && defects.length === 0) return undefined;
  const secret =
    env.NODE_ENV === 'production'
      ? require('JWT_SECRET', toSecret)
      : (read('JWT_SECRET', toSecret) ?? readSecrets(readDataDir(env)).jwtSecret);
  const previous = read('JWT_SECRET_PREVIOUS', toSecrets) ?? [];
  if (defects.length > 0) throw new ConfigError(defects);
  return { keyvUrl: keyvUrl!, secret: secret!, previous };
}

/** Relative paths start at the repository root. */
function readDataDir(env: Environment): string {
  return path.resolve(root, env.DATA_DIR || '.data');
}

function warningsOf(config: Config): string[] {
  return [
    ...(looksGuessable(config.jwt.secret)
      ? [
          'JWT_SECRET looks guessable, it repeats itself or has few characters: `openssl rand -base64 48` makes a better one',
        ]
      : []),
    ...(config.production ? warningsOfProduction(config) : warningsOfDevelopment(config)),
  ];
}

function warningsOfDevelopment({ host }: Config): string[] {
  if (isLoopback(host) || host === '::1') return [];
  return [
    'HOST lets other machines in, and NODE_ENV is not production: set NODE_ENV=production, or HOST=127.0.0.1 for this machine alone',
  ];
}

function warningsOfProduction(config: Config): string[] {
  const { hostname, protocol } = new URL(config.baseUrl);
  return [
    ...(config.keyvUrl === undefined
      ? ['KEYV_URL is not set: one-time values and limits live in this process, so only one instance may run']
      : []),
    ...(protocol === 'http:' && !isLoopback(hostname)
      ? ['BASE_URL is not https: tokens and cookies travel in clear']
      : []),
    ...(protocol === 'https:' && config.trustedProxyHops === 0
      ? ['TRUSTED_PROXY_HOPS is 0: behind a proxy all clients have its address, and share the limits of one']
      : []),
  ];
}

type Parse<T> = (text: string) => T;
/** What is wrong with a value, in words that follow the variable's name. Never the value: it may be a secret. */
class BadValue extends Error {}

function createReader(env: Environment) {
  const defects: string[] = [];
  const read = <T>(name: string, parse: Parse<T>): T | undefined => {
    const text = env[name]?.trim();
    if (!text) return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      defects.push(`${name} ${error.message}`);
      return undefined;
    }
  };
  const require = <T>(name: string, parse: Parse<T>): T | undefined => {
    if (!env[name]?.trim()) defects.push(`${name} is missing`);
    return read(name, parse);
  };
  return { read, require, defects };
}

const localhost = (port: number): string => `http://localhost:${port}`;
const originOf = (address: string): string => new URL(address).origin;
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

function toText(text: string): string {
  // eslint-disable-next-line no-control-regex -- a line break would end a header or a log line
  if (/[\u0000-\u001f\u007f\s]/.test(text)) throw new BadValue('must not hold spaces or control characters');
  return text;
}

function toPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new BadValue('must be a port from 1 to 65535');
}

function toCount(most: number): Parse<number> {
  return (text) => {
    if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
    throw new BadValue(`must be a whole number from 0 to ${most}`);
  };
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= 1 && seconds <= 3650 * day) return seconds;
  throw new BadValue(`must be seconds, from 1 to ${3650 * day}`);
}

function toSwitch(text: string): boolean {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new BadValue('must be 1 or 0');
}

function oneOf<T extends string>(...words: readonly T[]): Parse<T> {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new BadValue(`must be one of ${words.join(', ')}`);
    return word;
  };
}

function readUrl(text: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || /\s/.test(text) || !protocols.includes(url.protocol)) {
    throw new BadValue(`must be an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`);
  }
  return url;
}

/** An address that paths are appended to. */
function toAddress(text: string): string {
  const url = readUrl(text, ['http:', 'https:']);
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) {
    throw new BadValue('must be an address without user name, query and fragment');
  }
  return url.href.replace(/\/+$/, '');
}

/** An address that a browser is sent to; we set its fragment. */
function toTarget(text: string): string {
  const url = readUrl(text, ['http:', 'https:']);
  if (url.username !== '' || url.password !== '' || text.includes('#')) {
    throw new BadValue('must be an address without user name and fragment');
  }
  return url.href;
}

function toDatabaseUrl(text: string): string {
  readUrl(text, ['postgres:', 'postgresql:']);
  return text;
}

function toRedisUrl(text: string): string {
  readUrl(text, ['redis:', 'rediss:']);
  return text;
}

function toOrigins(text: string): readonly string[] {
  return splitList(text).map((word) => {
    const url = readUrl(word, ['http:', 'https:']);
    if (url.origin !== word) throw new BadValue('must be origins such as https://example.com, separated by commas');
    return word;
  });
}

function toFragment(text: string): string {
  if (/^[A-Za-z0-9._~-]{1,64}$/.test(text)) return text;
  throw new BadValue('must be 1 to 64 of the characters A-Z a-z 0-9 . _ ~ -');
}

/** At least 256 bits (the seed), and not one of those that stand in tutorials. */
function toSecret(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length < 32) throw new BadValue('must be at least 32 bytes long: `openssl rand -base64 48` makes one');
  if (bytes.every((byte) => byte === bytes[0])) throw new BadValue('must not be one byte repeated');
  if (placeholder.test(text)) throw new BadValue('is a placeholder: `openssl rand -base64 48` makes a secret');
  return text;
}

/**
 * Whether a secret seems to have fewer than 128 bits: as many as its different bytes give, for each step from one byte to
 * the next that did not come before. A text that repeats itself or counts up has few such steps.
 */
function looksGuessable(secret: string): boolean {
  const bytes = Buffer.from(secret, 'utf8');
  const steps = [...bytes.subarray(1)].map((byte, index) => byte - bytes[index]!);
  const turns = new Set(steps.map((step, index) => `${step} ${steps[index + 1] ?? 'end'}`));
  return turns.size * Math.log2(new Set(bytes).size) < 128;
}

/** What stands in READMEs and tutorials for a secret to come. */
const placeholder =
  /^<.*>$|change[-_ ]?(me|this)|replace[-_ ]?(me|this)|your[-_ ].*(secret|key)|place[-_ ]?holder|insert[-_ ].*here/i;

function toSecrets(text: string): readonly string[] {
  return splitList(text).map(toSecret);
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
