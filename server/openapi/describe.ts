// The OpenAPI description of an endpoint: schemas, parameters, responses and groups of problems.
import type { ProblemCode } from '../problem.ts';
import frame from './document.json' with { type: 'json' };
import examples from './examples.json' with { type: 'json' };

/** Examples of bodies and parameters; a test sends each. The provider's published key decrypts the phone data. */
export const { requests } = examples;
/** Examples of responses by the name of their schema. */
const answers: Readonly<Record<string, unknown>> = examples.answers;

export type Schema = Readonly<Record<string, unknown>>;

/** The format of a text, for the validation of requests and for the description. */
export type Form = { readonly pattern: RegExp; readonly description: string };

/** The schema of a response, in document.json. */
export type SchemaName = keyof typeof frame.components.schemas;

export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The full path, with parameters in braces. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'login' | 'account' | 'service' | 'operation';
  readonly parameters?: readonly Schema[];
  /** A browser sends the flow cookie of the login that it started; see AUTH_STATE_BINDING. */
  readonly bringsFlow?: true;
  /** The body: its schema, examples by name, and the media type if it is not JSON. */
  readonly body?: {
    readonly schema: Schema;
    readonly examples: Readonly<Record<string, unknown>>;
    readonly type?: string;
  };
  readonly bodyOptional?: boolean;
  /**
   * `true`: access token. `optional`: access token, or a refresh token in the body or the cookie. `refresh`: refresh
   * token. `service`: name and secret of a registered service.
   */
  readonly secured?: true | 'optional' | 'refresh' | 'service';
  /** Successful responses by status. */
  readonly answers: Readonly<Record<string, Success>>;
  /** Each step lists the problems with which it may respond. */
  readonly steps: readonly { readonly problems: readonly ProblemCode[] }[];
};

export type Success = {
  readonly description: string;
  readonly schema?: SchemaName;
  /** The content, if the response is not JSON. */
  readonly content?: Schema;
  /** Headers of this response only. */
  readonly headers?: Schema;
};

export const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
export const textOf = ({ pattern }: Form, description: string): Schema =>
  text(description, { pattern: pattern.source });
export const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });

/** An object with these members, which are required unless listed as optional. Other members are ignored. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  { optional = [] }: { readonly optional?: readonly string[] } = {},
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const json = (schema: SchemaName, description: string): Success => ({ description, schema });

/** The content of a JSON response, with its example if there is one. */
export const jsonContent = (name: SchemaName): Schema => ({
  'application/json': { schema: ref(name), ...(name in answers ? { example: answers[name] } : {}) },
});

type Parameter = { readonly schema: Schema; readonly required: boolean; readonly example: string | number };
export const query = (name: string, { schema, ...more }: Parameter): Schema => ({
  name,
  in: 'query',
  description: schema.description,
  schema,
  ...more,
});

export const flowCookie = { 'Set-Cookie': { $ref: '#/components/headers/FlowCookie' } };
export const refreshCookie = { 'Set-Cookie': { $ref: '#/components/headers/RefreshCookie' } };
export const location = {
  Location: { description: 'The address that the browser is redirected to', schema: { type: 'string' } },
};

/** Problems of services that several steps call. */
export const problemsOf = {
  provider: [
    'idp_code_invalid',
    'idp_code_used',
    'idp_user_blocked',
    'idp_user_snapshot',
    'idp_misconfigured',
    'idp_bad_response',
    'idp_busy',
    'idp_quota',
    'idp_unreachable',
    'idp_circuit_open',
    'idp_timeout',
  ],
  signIn: ['account_disabled', 'identity_conflict', 'rate_limited_user'],
} as const satisfies Readonly<Record<string, readonly ProblemCode[]>>;
