// Every variable of the login backend in one table: its form and its default; what it means, in both languages, is in
// settings.json. From these come the check of a start, `npm run settings`, the tables in the guides and .env.example.
import { z } from 'zod';
import * as forms from './forms.ts';

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

const limit = forms.whole(0, 1_000_000);
const days = 86_400;

/** In the order in which they are told. */
export const variables = {
  NODE_ENV: {
    form: z.enum(
      ['production', 'development', 'test'],
      'must be production, development or test; left out, it is development',
    ),
    example: 'production',
  },
  BASE_URL: { form: forms.base, needed: true, example: 'https://login.example.com' },
  DATABASE_URL: {
    form: forms.server('postgres:', 'postgresql:'),
    needed: true,
    example: 'postgres://duplex@127.0.0.1:5432/duplex',
  },
  JWT_SECRET: { form: forms.read(forms.readSecret), needed: true },
  WEB_APP_ID: { form: forms.word, needed: true },
  WEB_APP_SECRET: { form: forms.word, needed: true },
  WEB_REDIRECT_URI: { form: forms.page, needed: true, example: 'https://login.example.com/api/auth/idp/web/callback' },
  MINI_APP_ID: { form: forms.word, needed: true },
  MINI_APP_SECRET: { form: forms.word, needed: true },
  KEYV_URL: { form: forms.redis, deployed: true, example: 'redis://127.0.0.1:6379' },
  TRUSTED_PROXY_HOPS: { form: forms.whole(0, 16), deployed: true, usual: '0', example: '1' },
  IDP_REDIRECT_FRAGMENT: { form: forms.fragment, deployed: true, usual: 'idp_redirect', example: 'wechat_redirect' },
  LOGIN_RETURN_URL: { form: forms.page, deployed: true, example: 'https://example.com/login/' },
  PORT: { form: forms.whole(1, 65_535), usual: '3000' },
  HOST: { form: forms.word, usual: '127.0.0.1' },
  DATA_DIR: { form: z.string(), usual: '.data' },
  AUTO_MIGRATE: { form: forms.toggle, usual: '1' },
  JWT_SECRET_PREVIOUS: { form: forms.listOf(forms.readSecret) },
  WEB_EMBED_REDIRECT_URI: { form: forms.page, example: 'https://login.example.com/login/' },
  IDP_AUTHORIZE_URL: { form: forms.base, example: 'https://open.weixin.qq.com/connect/qrconnect' },
  IDP_API_URL: { form: forms.base, example: 'https://api.weixin.qq.com' },
  IDP_STATIC_URL: { form: forms.base, example: 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js' },
  CORS_ORIGINS: { form: forms.origins, example: 'https://example.com' },
  AUTH_STATE_BINDING: { form: forms.oneOf('auto', 'off'), usual: 'auto' },
  AUTH_REFRESH_COOKIE: { form: forms.toggle, usual: '0' },
  AUTH_IDENTITY_MODE: { form: forms.oneOf('lenient', 'strict'), usual: 'lenient' },
  SESSION_MAX_AGE: { form: forms.whole(1, 3650 * days), usual: String(90 * days) },
  REFRESH_GRACE_SECONDS: { form: forms.whole(0, 300), usual: '10' },
  AUDIT_DAYS: { form: forms.whole(1, 3650), usual: '365' },
  AUDIT_ADDRESS: { form: forms.toggle, usual: '0' },
  INTROSPECTION_SERVICES: { form: forms.services },
  LIMIT_ADDRESS_PER_MINUTE: { form: limit, usual: '60' },
  LIMIT_ADDRESS_FAILURES_PER_MINUTE: { form: limit, usual: '10' },
  LIMIT_USER_PER_HOUR: { form: limit, usual: '20' },
  LIMIT_REFRESH_PER_MINUTE: { form: limit, usual: '60' },
  LIMIT_ACCOUNT_PER_MINUTE: { form: limit, usual: '60' },
  LIMIT_PHONE_PER_MINUTE: { form: limit, usual: '5' },
  LIMIT_SERVICE_PER_MINUTE: { form: limit, usual: '6000' },
  LOG_LEVEL: { form: forms.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), usual: 'info' },
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

/** Any other word was meant for production, which must not start with the defaults of development. */
export const isProduction = ({ NODE_ENV = '' }: Environment): boolean =>
  !['', 'development', 'test'].includes(NODE_ENV.trim());

/** Reads the variables named, all unless said, and what is wrong with them: each variable once. */
export function readVariables(
  env: Environment,
  { only = names }: { readonly only?: readonly Name[] } = {},
): { readonly values: Values; readonly defects: readonly string[] } {
  const defects: string[] = [];
  const values = only.map((name) => {
    const { form, usual, needed } = rowOf(name);
    const given = env[name]?.trim() || undefined;
    if (given === undefined && needed && isProduction(env)) defects.push(`${name} is missing`);
    const text = given ?? usual;
    if (text === undefined) return [name, undefined];
    const { data, error } = form.safeParse(text);
    if (error) defects.push(`${name} ${error.issues[0]!.message}`);
    return [name, error && usual !== undefined ? form.parse(usual) : data];
  });
  return { values: Object.fromEntries(values) as Values, defects };
}
