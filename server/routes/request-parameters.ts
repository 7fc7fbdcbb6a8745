// Reads the parameters of requests strictly: their forms, and the problems of missing and malformed ones.
import type { Context } from 'koa';
import { textOf } from '../openapi/describe.ts';
import type { Form } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';

/** RFC 3986's unreserved characters. */
export const stateForm: Form = { pattern: /^[A-Za-z0-9._~-]{1,128}$/, description: '1 to 128 of A-Z a-z 0-9 . _ ~ -' };
/** The provider decides the format of codes: any visible ASCII of a reasonable length. */
export const codeForm: Form = { pattern: /^[\x21-\x7e]{1,512}$/, description: '1 to 512 visible ASCII characters' };
export const codeSchema = textOf(codeForm, 'From the provider; valid once');
export const tokenForm: Form = { pattern: /^[\x21-\x7e]{1,4096}$/, description: '1 to 4096 visible ASCII characters' };

/** A query parameter; undefined if it is absent or empty. Throws `duplicate_parameter`. */
export function readQuery(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  if (Array.isArray(value)) throw new Problem('duplicate_parameter', { detail: `${name} must be sent only once.` });
  return value === '' ? undefined : value;
}

/**
 * Whether a member of the body is missing or empty. Generated clients send null, and some mini-programs an empty text.
 */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Throws `missing_parameter` or `malformed_parameter`, with the name of the parameter but not its value. */
export function requireText(value: unknown, { name, form }: { name: string; form: Form }): string {
  if (isAbsent(value)) throw new Problem('missing_parameter', { detail: `${name} is missing.` });
  if (typeof value === 'string' && form.pattern.test(value)) return value;
  throw new Problem('malformed_parameter', { detail: `${name} must be ${form.description}.` });
}
