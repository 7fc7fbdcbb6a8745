// Every variable of the login backend in one table: its form and its default; what it means, in both languages, is in
// settings.json. From these come the check of a start, `npm run settings`, the tables in the guides and .env.example.
import { createHash } from 'node:crypto';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

export type VariableDefinition<Value> = {
  readonly form: z.ZodType<Value, string>;
  /** As it is written. Without one: none, or one that follows from other settings, as its meaning says. */
  readonly usual?: string;
  /** Production has no default for it. */
  readonly needed?: true;
  /** An installation by server/deploy/README.md needs it. */
  readonly deployed?: true;
  /** For .env.example, where it should not be the default. */
  readonly example?: string;
};

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

/** A service's name, and the SHA-256 of its secret. */
export type RegisteredService = { readonly name: string; readonly digest: Buffer };
const digestOfNothing = createHash('sha256').digest('hex');
const services = listOf((text, refuse): RegisteredService => {
  const [, name, hex] = /^([\w.-]{1,64}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hex === digestOfNothing) return refuse('holds the SHA-256 of nothing: `printf %s` was given no secret');
  if (name !== undefined && hex !== undefined) return { name, digest: Buffer.from(hex, 'hex') };
  return refuse('must be NAME:SHA256 pairs, the SHA-256 of each secret as 64 digits 0-9 a-f, separated by commas');
});

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
  NODE_ENV: { form: z.string(), example: 'production' },
  BASE_URL: { form: base, needed: true, example: 'https://login.example.com' },
  DATABASE_URL: {
    form: server('postgres:', 'postgresql:'),
    needed: true,
    example: 'postgres://duplex@127.0.0.1:5432/duplex',
  },
  JWT_SECRET: { form: read(readSecret), needed: true },
  WEB_APP_ID: { form: word, needed: true },
  WEB_APP_SECRET: { form: word, needed: true },
  WEB_REDIRECT_URI: { form: page, needed: true, example: 'https://login.example.com/api/auth/idp/web/callback' },
  MINI_APP_ID: { form: word, needed: true },
  MINI_APP_SECRET: { form: word, needed: true },
  KEYV_URL: { form: redis, deployed: true, example: 'redis://127.0.0.1:6379' },
  TRUSTED_PROXY_HOPS: { form: whole(0, 16), deployed: true, usual: '0', example: '1' },
  IDP_REDIRECT_FRAGMENT: { form: fragment, deployed: true, usual: 'idp_redirect', example: 'wechat_redirect' },
  LOGIN_RETURN_URL: { form: page, deployed: true, example: 'https://example.com/login/' },
  PORT: { form: whole(1, 65_535), usual: '3000' },
  HOST: { form: word, usual: '127.0.0.1' },
  DATA_DIR: { form: z.string(), usual: '.data' },
  AUTO_MIGRATE: { form: toggle, usual: '1' },
  JWT_SECRET_PREVIOUS: { form: listOf(readSecret) },
  WEB_EMBED_REDIRECT_URI: { form: page, example: 'https://login.example.com/login/' },
  IDP_AUTHORIZE_URL: { form: base, example: 'https://open.weixin.qq.com/connect/qrconnect' },
  IDP_API_URL: { form: base, example: 'https://api.weixin.qq.com' },
  IDP_STATIC_URL: { form: base, example: 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js' },
  CORS_ORIGINS: { form: origins, example: 'https://example.com' },
  AUTH_STATE_BINDING: { form: oneOf('auto', 'off'), usual: 'auto' },
  AUTH_REFRESH_COOKIE: { form: toggle, usual: '0' },
  AUTH_IDENTITY_MODE: { form: oneOf('lenient', 'strict'), usual: 'lenient' },
  SESSION_MAX_AGE: { form: whole(1, 3650 * days), usual: String(90 * days) },
  REFRESH_GRACE_SECONDS: { form: whole(0, 300), usual: '10' },
  AUDIT_DAYS: { form: whole(1, 3650), usual: '365' },
  AUDIT_ADDRESS: { form: toggle, usual: '0' },
  INTROSPECTION_SERVICES: { form: services },
  LIMIT_ADDRESS_PER_MINUTE: { form: limit, usual: '60' },
  LIMIT_ADDRESS_FAILURES_PER_MINUTE: { form: limit, usual: '10' },
  LIMIT_USER_PER_HOUR: { form: limit, usual: '20' },
  LIMIT_REFRESH_PER_MINUTE: { form: limit, usual: '60' },
  LIMIT_ACCOUNT_PER_MINUTE: { form: limit, usual: '60' },
  LIMIT_PHONE_PER_MINUTE: { form: limit, usual: '5' },
  LIMIT_SERVICE_PER_MINUTE: { form: limit, usual: '6000' },
  LOG_LEVEL: { form: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), usual: 'info' },
} satisfies Record<string, VariableDefinition<unknown>>;

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
