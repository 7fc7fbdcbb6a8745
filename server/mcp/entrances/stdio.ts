// The adapter on stdin and stdout, one message per line. It does not use the SDK's stdio transport, which silently
// drops invalid messages, and also drops pending responses when the input ends.
import type { Readable, Writable } from 'node:stream';
import {
  PROTOCOL_VERSION_META_KEY,
  UnsupportedProtocolVersionError,
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/server';
import type { JSONRPCMessage, JSONRPCRequest, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { linesOf } from './byte-lines.ts';
import { createBudget, maxMessageBytes, receive, refusedBatch, toError } from './json-rpc-messages.ts';
import { inOldWords, knowsBatches, revisions } from '../revisions.ts';
import { createServer } from '../methods/mcp-server.ts';
import type { Site } from '../site/open-site.ts';

export type Streams = { readonly input: Readable; readonly output: Writable };

/** Serves one connection. Resolves when the input has ended and all requests are answered. */
export async function serve(
  site: Site,
  { input, output, log }: Streams & { log: (message: string) => void },
): Promise<void> {
  const wire = createWire(output);
  // From revision 2026-07-28 on, each request names its revision. Requests that name none go to a separate server.
  for (const transport of [wire.named, wire.handshake]) {
    serveStdio(() => createServer(site, log), { transport, onerror: () => {} });
  }
  // The client has closed the output: stop reading.
  output.on('error', () => input.destroy());
  try {
    for await (const line of linesOf(input)) await wire.receive(line);
  } catch (error) {
    log(`the connection broke: ${(error as Error).message}`);
  }
  await wire.drained();
  await Promise.all([wire.named.close(), wire.handshake.close()]);
}

type Id = string | number;
type Batch = {
  /** The number of unanswered requests. */
  open: number;
  readonly answers: JSONRPCMessage[];
  readonly admit: (answer: JSONRPCMessage) => JSONRPCMessage;
};
type Waiting = { readonly batch: Batch | undefined; readonly to: Transport };

type Wire = {
  /** For requests that name their revision. */
  readonly named: Transport;
  /** For requests that rely on a handshake. */
  readonly handshake: Transport;
  /** Handles a line; undefined means that the line was too long. Resolves when the next line may be handled. */
  readonly receive: (line: Uint8Array | undefined) => Promise<void>;
  /** Resolves when every request is answered, or after a timeout. */
  readonly drained: () => Promise<void>;
};

/** The timeout of responses, in milliseconds. Reading a file may take 5 s, and a response needs only a few files. */
const answerTimeoutMs = 20_000;

function createWire(output: Writable): Wire {
  /** The revision negotiated by a handshake. */
  let revision: string | undefined;
  /** How messages without a revision are handled. Until the first request, they may belong to a handshake. */
  let defaultMode: 'handshake' | 'named' = 'handshake';
  /** The unanswered requests of each id: a list, because clients may reuse an id before its request is answered. */
  const waiting = new Map<Id, Waiting[]>();
  let onDrained = (): void => {};

  const named: Transport = {
    start: async () => {},
    send: async (message) => send(message),
    close: async () => named.onclose?.(),
  };
  const handshake: Transport = {
    start: async () => {},
    send: async (message) => send(inOldWords(message)),
    setProtocolVersion: (version) => (revision = version),
    close: async () => handshake.onclose?.(),
  };
  return { named, handshake, receive: receiveLine, drained };

  async function receiveLine(line: Uint8Array | undefined): Promise<void> {
    if (line === undefined)
      return write(toError(-32600, `Invalid Request: a message has at most ${maxMessageBytes} bytes`));
    const received = receive(line);
    if (received.kind === 'error') return write(received.answer);
    if (received.kind === 'message') {
      deliver(received.message, undefined);
      // Messages after a handshake depend on the revision that it negotiates.
      return isInitializeRequest(received.message) ? drained() : undefined;
    }
    if (revision === undefined || !knowsBatches(revision)) return write(refusedBatch());
    const { messages, errors } = received;
    const open = messages.filter(isAnsweredSoon).length;
    const batch: Batch = { open, answers: [...errors], admit: createBudget().admit };
    if (open === 0 && errors.length > 0) write(errors);
    for (const message of messages) deliver(message, batch);
  }

  async function drained(): Promise<void> {
    if (waiting.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, answerTimeoutMs);
      onDrained = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function deliver(message: JSONRPCMessage, batch: Batch | undefined): void {
    const requested = revisionNamedBy(message);
    const isServed = requested === undefined || requested === revisions[0];
    const to = isServed ? transportOf(message) : named;
    if (isAnsweredSoon(message)) waiting.set(message.id, [...(waiting.get(message.id) ?? []), { batch, to }]);
    if (!isServed) return isJSONRPCRequest(message) ? send(refusedRevision(message.id, requested)) : undefined;
    const cancelledId = cancelledBy(message);
    const cancelledRequest = cancelledId === undefined ? undefined : settle(cancelledId);
    (cancelledRequest?.to ?? to).onmessage?.(message);
  }

  function transportOf(message: JSONRPCMessage): Transport {
    if (revisionNamedBy(message) === undefined) return defaultMode === 'named' ? named : handshake;
    // After `server/discover` a client may still start a handshake.
    if (revision === undefined && isJSONRPCRequest(message) && message.method !== 'server/discover')
      defaultMode = 'named';
    return named;
  }

  function send(answer: JSONRPCMessage): void {
    if (!(isJSONRPCResultResponse(answer) || isJSONRPCErrorResponse(answer)) || answer.id === undefined)
      return write(answer);
    const batch = waiting.get(answer.id)?.[0]?.batch;
    if (batch) batch.answers.push(batch.admit(answer));
    else write(answer);
    settle(answer.id);
  }

  /** Marks a request as answered or cancelled. After the last request of a batch, sends all responses of the batch. */
  function settle(id: Id): Waiting | undefined {
    const [firstRequest, ...laterRequests] = waiting.get(id) ?? [];
    if (laterRequests.length > 0) waiting.set(id, laterRequests);
    else waiting.delete(id);
    if (firstRequest?.batch && --firstRequest.batch.open === 0 && firstRequest.batch.answers.length > 0)
      write(firstRequest.batch.answers);
    if (waiting.size === 0) onDrained();
    return firstRequest;
  }

  function write(message: JSONRPCMessage | readonly JSONRPCMessage[]): void {
    output.write(`${JSON.stringify(message)}\n`);
  }
}

/** A subscription is only answered when it ends. */
const isAnsweredSoon = (message: JSONRPCMessage): message is JSONRPCRequest =>
  isJSONRPCRequest(message) && message.method !== 'subscriptions/listen';

/** The revision that a message names; undefined if it names none, or if the value is not a string. */
function revisionNamedBy(message: JSONRPCMessage): string | undefined {
  if (!('method' in message)) return undefined;
  const named = message.params?._meta?.[PROTOCOL_VERSION_META_KEY];
  return typeof named === 'string' ? named : undefined;
}

function refusedRevision(id: Id, requested: string): JSONRPCMessage {
  const { code, message, data } = new UnsupportedProtocolVersionError({ supported: [revisions[0]], requested });
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}

/** The id of the request that a notification cancels. */
function cancelledBy(message: JSONRPCMessage): Id | undefined {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return undefined;
  return (message.params as { requestId?: Id } | undefined)?.requestId;
}
