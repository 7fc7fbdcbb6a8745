// Every variable of the login backend in one table: its form, its default, what it means. From it come the check of a
// start, `npm run settings`, the table in server/OPERATE.md and .env.example.
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

export type VariableDefinition<Value> = {
  readonly form: z.ZodType<Value, string>;
  readonly means: string;
  /** As it is written. Without one: none, or one that follows from other settings, as `means` says. */
  readonly usual?: string;
  /** Production has no default for it. */
  readonly needed?: true;
  /** An installation by server/deploy/README.md needs it. */
  readonly deployed?: true;
  /** For .env.example, where it should not be the default. */
  readonly example?: string;
};

const row = <Value, More extends Omit<VariableDefinition<Value>, 'form' | 'means'>>(
  form: z.ZodType<Value, string>,
  means: string,
  more: More = {} as More,
) => ({ form, means, ...more });

/** Throws what is wrong with a value, in words that follow the variable's name. Never the value: it may be a secret. */
const read = <Value>(parse: (text: string, refuse: (message: string) => never) => Value): z.ZodType<Value, string> =>
  z.string().transform((text, context) => {
    try {
      return parse(text, (message) => {
        throw new Refusal(message);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
class Refusal extends Error {}

const word = z.string().regex(/^[^\s\p{Cc}]+$/u, 'must not hold spaces or control characters');
const whole = (least: number, most: number) =>
  read((text, refuse) => {
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    return refuse(`must be a whole number from ${least} to ${most}`);
  });
const toggle = z
  .enum(['1', '0', 'true', 'false'], 'must be 1 or 0')
  .transform((text) => text === '1' || text === 'true');
const oneOf = <Word extends string>(...words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`) as unknown as z.ZodType<Word, string>;

function readUrl(
  text: string,
  { protocols, refuse }: { protocols: readonly string[]; refuse: (message: string) => never },
) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && !/\s/.test(text) && protocols.includes(url.protocol)) return url;
  return refuse(`must be an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`);
}
const web = ['http:', 'https:'];

const server = (...protocols: readonly string[]) =>
  read((text, refuse) => (readUrl(text, { protocols, refuse }), text));
const redis = read((text, refuse) => {
  const { pathname } = readUrl(text, { protocols: ['redis:', 'rediss:'], refuse });
  return /^\/?\d*$/.test(pathname) ? text : refuse('may name a database by its number alone, as redis://host:6379/1');
});
/** An address that paths are appended to. */
const base = read((text, refuse) => {
  const { username, password, href } = readUrl(text, { protocols: web, refuse });
  if (username !== '' || password !== '' || /[?#]/.test(text))
    return refuse('must be an address without user name, query and fragment');
  return href.replace(/\/+$/, '');
});
/** An address that a browser is sent to; we set its fragment. */
const page = read((text, refuse) => {
  const { username, password, href } = readUrl(text, { protocols: web, refuse });
  if (username === '' && password === '' && !text.includes('#')) return href;
  return refuse('must be an address without user name and fragment');
});
const fragment = z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/, 'must be 1 to 64 of the characters A-Z a-z 0-9 . _ ~ -');

const listOf = <Item>(item: (text: string, refuse: (message: string) => never) => Item) =>
  read((text, refuse): readonly Item[] =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => item(part, refuse)),
  );
const origins = listOf((text, refuse) =>
  readUrl(text, { protocols: web, refuse }).origin === text
    ? text
    : refuse('must be origins such as https://example.com, separated by commas'),
);

/** At least 256 bits (RFC 7518 section 3.2), and not one of those that stand in tutorials. */
function readSecret(text: string, refuse: (message: string) => never): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length < 32) return refuse('must be at least 32 bytes long: `openssl rand -base64 48` makes one');
  if (bytes.every((byte) => byte === bytes[0])) return refuse('must not be one byte repeated');
  if (placeholder.test(text)) return refuse('is a placeholder: `openssl rand -base64 48` makes a secret');
  return text;
}
/** READMEs and tutorials write these in the place of a secret. */
const placeholder =
  /^<.*>$|change[-_ ]?(me|this)|replace[-_ ]?(me|this)|your[-_ ].*(secret|key)|place[-_ ]?holder|insert[-_ ].*here/i;

const limit = whole(0, 1_000_000);
const days = 86_400;

/** In the order in which they are told. */
export const variables = {
  NODE_ENV: row(z.string(), 'production: nothing that must be set has a default; anything else is development', {
    example: 'production',
  }),
  BASE_URL: row(base, "The login service's own address: `iss` and `aud` of its tokens", {
    needed: true,
    example: 'https://login.example.com',
  }),
  DATABASE_URL: row(server('postgres:', 'postgresql:'), 'A PostgreSQL server; in development an embedded database', {
    needed: true,
    example: 'postgres://duplex@127.0.0.1:5432/duplex',
  }),
  JWT_SECRET: row(read(readSecret), 'At least 32 bytes, its UTF-8 bytes are the key: `openssl rand -base64 48`', {
    needed: true,
  }),
  WEB_APP_ID: row(word, 'AppID of the website application', { needed: true }),
  WEB_APP_SECRET: row(word, 'AppSecret of the website application', { needed: true }),
  WEB_REDIRECT_URI: row(page, 'The callback as the provider sends browsers to it: BASE_URL and its path', {
    needed: true,
    example: 'https://login.example.com/api/auth/idp/web/callback',
  }),
  MINI_APP_ID: row(word, 'AppID of the mini-program', { needed: true }),
  MINI_APP_SECRET: row(word, 'AppSecret of the mini-program', { needed: true }),
  KEYV_URL: row(redis, 'Redis, for one-time values and limits; without it one instance may run', {
    deployed: true,
    example: 'redis://127.0.0.1:6379',
  }),
  TRUSTED_PROXY_HOPS: row(
    whole(0, 16),
    'How many proxies in front of this service append to X-Forwarded-For; 0 where clients connect directly. In production with an https BASE_URL it must be said',
    { deployed: true, usual: '0', example: '1' },
  ),
  IDP_REDIRECT_FRAGMENT: row(
    fragment,
    "The fragment of the provider's page: the default is the specification's, WeChat itself asks for `wechat_redirect`",
    { deployed: true, usual: 'idp_redirect', example: 'wechat_redirect' },
  ),
  LOGIN_RETURN_URL: row(
    page,
    'Where a browser is sent after the callback, with `#login_code=..&state=..` or `#error=..`; unset: the callback answers JSON. AUTH_REFRESH_COOKIE=1 needs it',
    { deployed: true, example: 'https://example.com/login/' },
  ),
  PORT: row(whole(1, 65_535), 'Where it listens', { usual: '3000' }),
  HOST: row(word, '127.0.0.1 behind a proxy on the same machine; 0.0.0.0 in a container', { usual: '127.0.0.1' }),
  DATA_DIR: row(
    z.string(),
    'Embedded database and generated secrets of development; a relative path starts at the repository',
    { usual: '.data' },
  ),
  AUTO_MIGRATE: row(toggle, '0: migrations are left to `npm run migrate`', { usual: '1' }),
  JWT_SECRET_PREVIOUS: row(
    listOf(readSecret),
    'Secrets of before, comma-separated: they verify and never sign. Keep one for 30 days after a change',
  ),
  WEB_EMBED_REDIRECT_URI: row(
    page,
    'The page of the embedded QR code that hands code and state to its parent; same origin as BASE_URL, whose `/login/` it is unless said',
    { example: 'https://login.example.com/login/' },
  ),
  IDP_AUTHORIZE_URL: row(base, "The provider's page for logins; in production WeChat's unless said", {
    example: 'https://open.weixin.qq.com/connect/qrconnect',
  }),
  IDP_API_URL: row(base, "The provider's API; in production WeChat's unless said", {
    example: 'https://api.weixin.qq.com',
  }),
  IDP_STATIC_URL: row(base, "The provider's script for QR codes in pages; in production WeChat's unless said", {
    example: 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js',
  }),
  CORS_ORIGINS: row(origins, 'Other origins whose pages may call, comma-separated', { example: 'https://example.com' }),
  AUTH_STATE_BINDING: row(
    oneOf('auto', 'off'),
    'auto: a browser must bring the cookie of the login that it began. off: the state alone counts',
    { usual: 'auto' },
  ),
  AUTH_REFRESH_COOKIE: row(toggle, '1: the refresh token of a web login travels in a cookie of this origin alone', {
    usual: '0',
  }),
  AUTH_IDENTITY_MODE: row(
    oneOf('lenient', 'strict'),
    'strict: identifiers that contradict each other are a 409 instead of a login and an audit record',
    { usual: 'lenient' },
  ),
  SESSION_MAX_AGE: row(whole(1, 3650 * days), 'Seconds after which a session ends, however often it was refreshed', {
    usual: String(90 * days),
  }),
  REFRESH_GRACE_SECONDS: row(whole(0, 300), 'Seconds in which the refresh token of before still gets the same pair', {
    usual: '10',
  }),
  LIMIT_ADDRESS_PER_MINUTE: row(limit, 'Logins of an address; 0, here and below: no limit', { usual: '60' }),
  LIMIT_ADDRESS_FAILURES_PER_MINUTE: row(
    limit,
    'Logins of an address that fail; five times as many of an IPv6 /48 and thirty times as many bad mini-program codes of all addresses, but for those that somebody signed in from within a day',
    { usual: '10' },
  ),
  LIMIT_USER_PER_HOUR: row(limit, 'Logins of a person', { usual: '20' }),
  LIMIT_REFRESH_PER_MINUTE: row(limit, 'Refreshes of a session', { usual: '60' }),
  LIMIT_ACCOUNT_PER_MINUTE: row(limit, 'Other signed-in calls of a person', { usual: '60' }),
  LIMIT_PHONE_PER_MINUTE: row(limit, 'Those among them that ask the provider for a phone number', { usual: '5' }),
  LOG_LEVEL: row(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'trace, debug, info, warn, error, fatal or silent',
    { usual: 'info' },
  ),
};

export type Name = keyof typeof variables;
type ValueOf<Each extends Name> = z.output<(typeof variables)[Each]['form']>;
/** With its default; undefined where it has none and is not set. */
export type Values = {
  readonly [Each in Name]: (typeof variables)[Each] extends { usual: string }
    ? ValueOf<Each>
    : ValueOf<Each> | undefined;
};
export const names = Object.keys(variables) as Name[];

const rowOf = (name: Name): VariableDefinition<unknown> => variables[name];

/** Reads the variables named, all unless said, and what is wrong with them: each variable once. */
export function readVariables(
  env: Environment,
  { only = names }: { readonly only?: readonly Name[] } = {},
): { readonly values: Values; readonly defects: readonly string[] } {
  const defects: string[] = [];
  const values = only.map((name) => {
    const { form, usual, needed } = rowOf(name);
    const given = env[name]?.trim() || undefined;
    if (given === undefined && needed && env.NODE_ENV === 'production') defects.push(`${name} is missing`);
    const text = given ?? usual;
    if (text === undefined) return [name, undefined];
    const { data, error } = form.safeParse(text);
    if (error) defects.push(`${name} ${error.issues[0]!.message}`);
    return [name, error && usual !== undefined ? form.parse(usual) : data];
  });
  return { values: Object.fromEntries(values) as Values, defects };
}
