// Schemas of parameters. They are applied when a message is received, because the SDK prints all validation errors.
// Members whose value is null were removed before.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';

const text = z.string();

/** Some languages encode an empty map as a list. */
const valuesOf = <Value extends z.ZodType>(value: Value) =>
  z
    .preprocess((values) => (Array.isArray(values) && values.length === 0 ? {} : values), z.record(text, value))
    .prefault({});

export const Cursor = z.looseObject({ cursor: text.transform((cursor) => cursor || undefined).optional() });

export const Uri = z.looseObject({ uri: text });

export const ToolCall = z.looseObject({ name: text, arguments: valuesOf(z.unknown()) });

export const PromptCall = z.looseObject({ name: text, arguments: valuesOf(text) });

const Reference = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('ref/resource'), uri: text }),
  z.looseObject({ type: z.literal('ref/prompt'), name: text }),
]);

export const Completion = z.looseObject({ ref: Reference, argument: z.looseObject({ name: text, value: text }) });
export type CompletionParams = z.infer<typeof Completion>;

/** Name and capabilities of the client are not used, so they are not validated. */
const Initialize = z
  .object({ protocolVersion: text.catch('') })
  .transform((revision) => ({ ...revision, capabilities: {}, clientInfo: { name: 'client', version: '0' } }));

const forms: ReadonlyMap<unknown, z.ZodType> = new Map<string, z.ZodType>([
  ['initialize', Initialize],
  ['tools/list', Cursor],
  ['tools/call', ToolCall],
  ['resources/list', Cursor],
  ['resources/templates/list', Cursor],
  ['resources/read', Uri],
  ['skills/list', Cursor],
  ['skills/get', Uri],
  ['prompts/list', Cursor],
  ['prompts/get', PromptCall],
  ['completion/complete', Completion],
]);

/** The error for parameters that have the right form, but cannot be used. */
export const invalidParams = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** The validated parameters of a request, or the first error. */
export function readParams(
  method: unknown,
  params: unknown,
): { readonly params: unknown } | { readonly error: string } {
  const form = forms.get(method);
  if (!form) return { params };
  const { data, error } = form.safeParse(params ?? {});
  if (!error) return { params: data };
  const [reason] = error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  return { error: `Invalid params: ${reason}` };
}
