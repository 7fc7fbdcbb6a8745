// Every variable of the login backend in one table, with its format and its default; settings.json has the
// descriptions. The checks at startup, `npm run settings`, the tables in the guides and .env.example all use these two
// files.
import { z } from 'zod';
import * as forms from './setting-forms.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type VariableDefinition<Value> = {
  readonly form: z.ZodType<Value, string>;
  /**
   * The default, as written in the environment. Undefined if the variable must be set or may stay unset, or if its
   * default depends on other settings.
   */
  readonly default?: string;
  /** Must be set in production. */
  readonly required?: true;
  /** Needed by an installation that follows server/deploy/README.md. */
  readonly deployed?: true;
  /** The value in .env.example, if it differs from the default. */
  readonly example?: string;
};

const limit = forms.integer(0, 1_000_000);
const days = 86_400;

/** All variables, in the order of the documentation. */
export const variables = {
  NODE_ENV: {
    form: z.enum(
      ['production', 'development', 'test'],
      'must be production, development or test; the default is development',
    ),
    example: 'production',
  },
  BASE_URL: { form: forms.base, required: true, example: 'https://login.example.com' },
  DATABASE_URL: {
    form: forms.server('postgres:', 'postgresql:'),
    required: true,
    example: 'postgres://duplex@127.0.0.1:5432/duplex',
  },
  JWT_SECRET: { form: forms.fromParser(forms.readSecret), required: true },
  WEB_APP_ID: { form: forms.word, required: true },
  WEB_APP_SECRET: { form: forms.word, required: true },
  WEB_REDIRECT_URI: {
    form: forms.page,
    required: true,
    example: 'https://login.example.com/api/auth/idp/web/callback',
  },
  MINI_APP_ID: { form: forms.word, required: true },
  MINI_APP_SECRET: { form: forms.word, required: true },
  KEYV_URL: { form: forms.redis, deployed: true, example: 'redis://127.0.0.1:6379' },
  TRUSTED_PROXY_HOPS: { form: forms.integer(0, 16), deployed: true, default: '0', example: '1' },
  IDP_REDIRECT_FRAGMENT: { form: forms.fragment, deployed: true, default: 'idp_redirect', example: 'wechat_redirect' },
  LOGIN_RETURN_URL: { form: forms.page, deployed: true, example: 'https://example.com/login/' },
  PORT: { form: forms.integer(1, 65_535), default: '3000' },
  HOST: { form: forms.word, default: '127.0.0.1' },
  DATA_DIR: { form: z.string(), default: '.data' },
  AUTO_MIGRATE: { form: forms.toggle, default: '1' },
  JWT_SECRET_PREVIOUS: { form: forms.listOf(forms.readSecret) },
  WEB_EMBED_REDIRECT_URI: { form: forms.page, example: 'https://login.example.com/login/' },
  IDP_AUTHORIZE_URL: { form: forms.base, example: 'https://open.weixin.qq.com/connect/qrconnect' },
  IDP_API_URL: { form: forms.base, example: 'https://api.weixin.qq.com' },
  IDP_STATIC_URL: { form: forms.base, example: 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js' },
  CORS_ORIGINS: { form: forms.origins, example: 'https://example.com' },
  AUTH_STATE_BINDING: { form: forms.oneOf('auto', 'off'), default: 'auto' },
  AUTH_REFRESH_COOKIE: { form: forms.toggle, default: '0' },
  AUTH_IDENTITY_MODE: { form: forms.oneOf('lenient', 'strict'), default: 'lenient' },
  SESSION_MAX_AGE: { form: forms.integer(1, 3650 * days), default: String(90 * days) },
  REFRESH_GRACE_SECONDS: { form: forms.integer(0, 300), default: '10' },
  AUDIT_DAYS: { form: forms.integer(1, 3650), default: '365' },
  AUDIT_ADDRESS: { form: forms.toggle, default: '0' },
  INTROSPECTION_SERVICES: { form: forms.services },
  LIMIT_ADDRESS_PER_MINUTE: { form: limit, default: '60' },
  LIMIT_ADDRESS_FAILURES_PER_MINUTE: { form: limit, default: '10' },
  LIMIT_USER_PER_HOUR: { form: limit, default: '20' },
  LIMIT_REFRESH_PER_MINUTE: { form: limit, default: '60' },
  LIMIT_ACCOUNT_PER_MINUTE: { form: limit, default: '60' },
  LIMIT_PHONE_PER_MINUTE: { form: limit, default: '5' },
  LIMIT_SERVICE_PER_MINUTE: { form: limit, default: '6000' },
  LOG_LEVEL: { form: forms.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), default: 'info' },
} satisfies Record<string, VariableDefinition<unknown>>;

export type Name = keyof typeof variables;
type ValueOf<Key extends Name> = z.output<(typeof variables)[Key]['form']>;
/** The values with defaults applied. A variable without a value and without a default is undefined. */
export type Values = {
  readonly [Key in Name]: (typeof variables)[Key] extends { default: string } ? ValueOf<Key> : ValueOf<Key> | undefined;
};
export const names = Object.keys(variables) as Name[];

const rowOf = (name: Name): VariableDefinition<unknown> => variables[name];

/**
 * Whether the service runs in production. Any unknown value counts as production, so that a typo does not start
 * production with the defaults of development.
 */
export const isProduction = ({ NODE_ENV = '' }: Environment): boolean =>
  !['', 'development', 'test'].includes(NODE_ENV.trim());

/** Reads the variables in `only`, by default all. `defects` has at most one message per variable. */
export function readVariables(
  env: Environment,
  { only = names }: { readonly only?: readonly Name[] } = {},
): { readonly values: Values; readonly defects: readonly string[] } {
  const defects: string[] = [];
  const values = only.map((name) => {
    const { form, default: defaultText, required } = rowOf(name);
    const envText = env[name]?.trim() || undefined;
    if (envText === undefined && required && isProduction(env)) defects.push(`${name} is missing`);
    const text = envText ?? defaultText;
    if (text === undefined) return [name, undefined];
    const { data, error } = form.safeParse(text);
    for (const { message } of error?.issues.slice(0, 1) ?? []) defects.push(`${name} ${message}`);
    return [name, error && defaultText !== undefined ? form.parse(defaultText) : data];
  });
  return { values: Object.fromEntries(values) as Values, defects };
}
