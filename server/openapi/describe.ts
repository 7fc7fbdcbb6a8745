// The words in which an endpoint is described beside its steps: schemas, parameters, answers, and groups of problems.
import type { ProblemCode } from '../problem.ts';
import frame from './document.json' with { type: 'json' };
import examples from './examples.json' with { type: 'json' };

/** Bodies and parameters of the real form, made up; a test sends each. The phone's data open by the provider's published key. */
export const { requests } = examples;
/** By the name of their schema. */
const answers: Readonly<Record<string, unknown>> = examples.answers;

export type Schema = Readonly<Record<string, unknown>>;

/** A text must match `pattern`, which serves both the check of a request and its description. */
export type Form = { readonly pattern: RegExp; readonly description: string };

/** An answer's schema, in document.json. */
export type SchemaName = keyof typeof frame.components.schemas;

export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the root, with parameters in braces. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'login' | 'account' | 'service' | 'operation';
  readonly parameters?: readonly Schema[];
  /** A browser brings the flow cookie of the login that it began; see AUTH_STATE_BINDING. */
  readonly bringsFlow?: true;
  /** A request may have such a body: a schema, examples by name, and its media type where it is not JSON. */
  readonly body?: {
    readonly schema: Schema;
    readonly examples: Readonly<Record<string, unknown>>;
    readonly type?: string;
  };
  readonly bodyOptional?: boolean;
  /**
   * `true`: by the access token. `optional`: a refresh token, in the body or in its cookie, serves instead. `refresh`: by
   * that alone. `service`: by the name and secret of a registered service.
   */
  readonly secured?: true | 'optional' | 'refresh' | 'service';
  /** Success answers by status. */
  readonly answers: Readonly<Record<string, Success>>;
  /** Each states the problems that it may answer. */
  readonly steps: readonly { readonly problems: readonly ProblemCode[] }[];
};

export type Success = {
  readonly description: string;
  readonly schema?: SchemaName;
  /** Where it is not JSON. */
  readonly content?: Schema;
  /** Only this answer has them. */
  readonly headers?: Schema;
};

export const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
export const textOf = ({ pattern }: Form, description: string): Schema =>
  text(description, { pattern: pattern.source });
export const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });

/** An object with these members, all there but those named optional. Whatever else it holds is ignored. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  { optional = [] }: { readonly optional?: readonly string[] } = {},
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const json = (schema: SchemaName, description: string): Success => ({ description, schema });

/** The body of an answer that is JSON, with its example where there is one. */
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
export const location = { Location: { description: 'Where the browser goes', schema: { type: 'string' } } };

/** Problems of the services that more than one step calls. */
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
