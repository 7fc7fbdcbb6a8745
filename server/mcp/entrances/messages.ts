// JSON-RPC as it comes in: one message, a batch, or an answer to what is neither.
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { JSONRPCErrorResponse, JSONRPCMessage } from '@modelcontextprotocol/server';

/** The largest message, in bytes. */
export const largestMessage = 1024 * 1024;

/** The most messages of one batch. */
const mostMessages = 100;

/** The most that all answers of one batch may have, in characters: a line of it can ask for a file of megabytes. */
const largestBatchAnswer = 4 * 1024 * 1024;

export type Received =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'batch'; readonly messages: readonly JSONRPCMessage[] }
  | { readonly kind: 'fault'; readonly answer: JSONRPCErrorResponse };

/** Reads the bytes of one message or batch. */
export function receive(bytes: Uint8Array): Received {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return { kind: 'fault', answer: toError(-32700, 'Parse error: the message is not JSON in UTF-8') };
  }
  return Array.isArray(value) ? receiveBatch(value) : receiveOne(value);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function receiveOne(value: unknown): Received {
  const message = toMessage(value);
  if (message) return { kind: 'message', message };
  const answer = toError(-32600, 'Invalid Request: the message is not a JSON-RPC 2.0 message', idOf(value));
  return { kind: 'fault', answer };
}

function receiveBatch(values: readonly unknown[]): Received {
  const messages = values.length > mostMessages ? [] : values.flatMap((value) => toMessage(value) ?? []);
  if (messages.length === values.length && messages.length > 0) return { kind: 'batch', messages };
  return {
    kind: 'fault',
    answer: toError(-32600, `Invalid Request: a batch holds 1 to ${mostMessages} JSON-RPC 2.0 messages`),
  };
}

export const refusedBatch = (): JSONRPCErrorResponse =>
  toError(-32600, 'Invalid Request: this revision has no batches: send one message at a time');

/** Counts the answers of one batch: those that are too much are replaced by an error, and so is what follows. */
export function createBudget(): {
  readonly admit: (answer: JSONRPCMessage) => JSONRPCMessage;
  readonly isSpent: () => boolean;
} {
  let left = largestBatchAnswer;
  return {
    admit(answer) {
      left -= JSON.stringify(answer).length;
      return left >= 0 ? answer : refusedAnswer((answer as { id: string | number }).id);
    },
    isSpent: () => left < 0,
  };
}

export const refusedAnswer = (id: string | number): JSONRPCErrorResponse =>
  toError(
    -32000,
    `The answers of this batch have more than ${largestBatchAnswer} characters together: send this request by itself`,
    id,
  );

function toMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

/** An error is for the request that it can be told to be of, else for none: JSON-RPC writes null then. */
function idOf(value: unknown): string | number | undefined {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined;
}

export function toError(code: number, message: string, id?: string | number): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', error: { code, message }, id: id ?? null } as unknown as JSONRPCErrorResponse;
}
