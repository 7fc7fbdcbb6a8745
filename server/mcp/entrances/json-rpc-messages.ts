// Parses JSON-RPC: a message, a batch, or an error response for invalid input.
import { isJSONRPCRequest, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { JSONRPCErrorResponse, JSONRPCMessage } from '@modelcontextprotocol/server';
import { readParams } from '../methods/method-params.ts';

/** The maximum size of a message, in bytes. */
export const maxMessageBytes = 1024 * 1024;

/** The maximum number of messages in a batch, and in all batches within a second. */
const maxBatchMessages = 100;

/** The maximum number of members of an object. A message has room for 90,000, whose validation takes half a second. */
const maxMembers = 20;

/** The maximum size of all responses of a batch, in characters: each request can return a file of several megabytes. */
const maxBatchCharacters = 4 * 1024 * 1024;

/** After this time, in milliseconds, the remaining requests of a batch are refused. */
const maxBatchMs = 2_000;

export type Received =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | {
      readonly kind: 'batch';
      readonly messages: readonly JSONRPCMessage[];
      /** The error responses to invalid entries. */
      readonly errors: readonly JSONRPCErrorResponse[];
    }
  /** `status` is for HTTP. */
  | { readonly kind: 'error'; readonly answer: JSONRPCErrorResponse; readonly status: 200 | 400 };

/** Parses a message or a batch. */
export function receive(bytes: Uint8Array): Received {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return toErrorReceived(-32700, 'Parse error: the message is not JSON in UTF-8');
  }
  return Array.isArray(value) ? receiveBatch(value) : receiveOne(value);
}

/** Every object in a value. Not recursive, because a message may be nested half a million levels deep. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) yield next as Record<string, unknown>;
    for (const member of Object.values(next)) open.push(member);
  }
}

function isTooWide(value: unknown): boolean {
  for (const object of objectsIn(value)) if (Object.keys(object).length > maxMembers) return true;
  return false;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

type Id = string | number;
const tooWide = `Invalid params: no object in a message, including arguments and _meta, may have more than ${maxMembers} members`;
type SingleReceived = Exclude<Received, { kind: 'batch' }>;

const toErrorReceived = (
  code: number,
  message: string,
  { id, status = 400 }: { id?: Id | undefined; status?: 200 | 400 } = {},
): SingleReceived => ({
  kind: 'error',
  answer: toError(code, message, id),
  status,
});

function receiveOne(value: unknown): SingleReceived {
  const id = idOf(value);
  if (isTooWide(value)) return toErrorReceived(-32602, tooWide, { id });
  const message = toMessage(value);
  if (!message) return toErrorReceived(-32600, 'Invalid Request: the message is not a JSON-RPC 2.0 message', { id });
  if (!isJSONRPCRequest(message)) return { kind: 'message', message };
  const result = readParams(message.method, message.params);
  if ('error' in result) return toErrorReceived(-32602, result.error, { id, status: 200 });
  return { kind: 'message', message: { ...message, params: result.params } as JSONRPCMessage };
}

function receiveBatch(values: readonly unknown[]): Received {
  if (values.length === 0 || values.length > maxBatchMessages) {
    return toErrorReceived(-32600, `Invalid Request: a batch must have 1 to ${maxBatchMessages} JSON-RPC 2.0 messages`);
  }
  const received = values.map(receiveOne);
  return {
    kind: 'batch',
    messages: received.flatMap((item) => (item.kind === 'message' ? item.message : [])),
    errors: received.flatMap((item) => (item.kind === 'error' ? item.answer : [])),
  };
}

export const refusedBatch = (): JSONRPCErrorResponse =>
  toError(-32600, 'Invalid Request: this revision does not support batches: send one message at a time');

/** A rate limit for the messages of batches. It is necessary because a proxy in front counts a batch as one request. */
export function createMeter(): (messages: number) => boolean {
  let [end, remaining] = [0, 0];
  return (messages) => {
    const now = performance.now();
    if (now >= end) [end, remaining] = [now + 1_000, maxBatchMessages];
    if (messages > remaining) return false;
    remaining -= messages;
    return true;
  };
}

export const refusedForNow = (): JSONRPCErrorResponse =>
  toError(
    -32000,
    `Too Many Requests: at most ${maxBatchMessages} messages per second in batches: send this message separately`,
  );

/** Limits the responses of a batch. A response that exceeds the limit is replaced by an error. */
export function createBudget(): {
  readonly admit: (answer: JSONRPCMessage) => JSONRPCMessage;
  readonly isSpent: () => boolean;
} {
  let remaining = maxBatchCharacters;
  const end = performance.now() + maxBatchMs;
  return {
    admit(answer) {
      remaining -= JSON.stringify(answer).length;
      return remaining >= 0 ? answer : refusedAnswer((answer as { id: string | number }).id);
    },
    isSpent: () => remaining < 0 || performance.now() >= end,
  };
}

export const refusedAnswer = (id: string | number): JSONRPCErrorResponse =>
  toError(
    -32000,
    `The responses of this batch have more than ${maxBatchCharacters} characters or take more than ${maxBatchMs} ms: send this request separately`,
    id,
  );

const members = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** Tolerates what clients do: additional members, null for absent members, and an empty list for absent parameters. */
function toMessage(value: unknown): JSONRPCMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { params, ...envelope } = Object.fromEntries(Object.entries(value).filter(([key]) => members.has(key)));
  const isAbsent = params === undefined || params === null || (Array.isArray(params) && params.length === 0);
  for (const object of objectsIn(params))
    for (const [key, member] of Object.entries(object)) if (member === null) Reflect.deleteProperty(object, key);
  try {
    return parseJSONRPCMessage(isAbsent ? envelope : { ...envelope, params });
  } catch {
    return undefined;
  }
}

/**
 * The id that an error response repeats; undefined if the request lacks a valid id. JSON-RPC writes undefined as null.
 */
function idOf(value: unknown): Id | undefined {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : undefined;
}

export function toError(code: number, message: string, id?: string | number): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', error: { code, message }, id: id ?? null } as unknown as JSONRPCErrorResponse;
}
