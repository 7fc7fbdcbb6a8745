// The words in which an endpoint is described beside its steps: schemas, parameters, answers, and groups of problems.
import type { ProblemCode } from '../problem.ts';
import examples from './examples.json' with { type: 'json' };

/** Bodies and parameters of the real form, made up; a test sends each. The phone's data open by the provider's published key. */
export const { requests } = examples;
/** By the name of their schema. */
const answers: Readonly<Record<string, unknown>> = examples.answers;

export type Schema = Readonly<Record<string, unknown>>;

/** A text must match `pattern`, which serves both the check of a request and its description. */
export type Form = { readonly pattern: RegExp; readonly description: string };

/** A schema with a name of its own in the document. */
export type Component = { readonly name: string; readonly schema: Schema; readonly parts: readonly Component[] };

export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the root, with parameters in braces. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'login' | 'account' | 'operation';
  readonly parameters?: readonly Schema[];
  /** A request may have such a body: a schema, and examples by name. */
  readonly body?: { readonly schema: Schema; readonly examples: Readonly<Record<string, unknown>> };
  readonly bodyOptional?: boolean;
  /** `optional`: something in the body serves instead. */
  readonly secured?: true | 'optional';
  /** Success answers by status. */
  readonly answers: Readonly<Record<string, Success>>;
  readonly problems: readonly ProblemCode[];
};

export type Success = {
  readonly description: string;
  readonly component?: Component;
  /** Where it is not a component as JSON. */
  readonly content?: Schema;
  /** Only this answer has them. */
  readonly headers?: Schema;
};

export const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
export const textOf = ({ pattern }: Form, description: string): Schema =>
  text(description, { pattern: pattern.source });
export const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });
export const time = (description: string): Schema => text(description, { format: 'date-time' });
export const uuid = (description: string): Schema => text(description, { format: 'uuid' });
export const seconds = (description: string, more: Schema = {}): Schema => ({ type: 'integer', description, ...more });

/** An object with exactly these members, all there but those named optional. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  { optional = [] }: { readonly optional?: readonly string[] } = {},
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

export const component = (name: string, schema: Schema, parts: readonly Component[] = []): Component => ({
  name,
  schema,
  parts,
});
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const json = (component: Component, description: string): Success => ({ description, component });

/** The body of an answer that is JSON, with its example where there is one. */
export const jsonContent = ({ name }: Component): Schema => ({
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
export const location = { Location: { description: 'Where the browser goes', schema: { type: 'string' } } };

const bearer = [
  'access_token_missing',
  'access_token_invalid',
  'access_token_expired',
  'session_revoked',
  'account_disabled',
] as const satisfies readonly ProblemCode[];

/** Groups of problems that steps of more than one endpoint may end in. */
export const problemsOf = {
  body: ['malformed_body', 'malformed_parameter', 'missing_parameter', 'too_large', 'unsupported_media_type'],
  bearer,
  counted: [...bearer, 'rate_limited_user'],
  store: ['store_unavailable', 'shutting_down', 'internal'],
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
  /** Beside those of the provider. */
  signIn: ['account_disabled', 'identity_conflict', 'rate_limited_address', 'rate_limited_user'],
} as const satisfies Readonly<Record<string, readonly ProblemCode[]>>;
