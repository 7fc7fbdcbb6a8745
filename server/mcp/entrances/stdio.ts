// The adapter on stdin and stdout, one message a line. The wire is ours: the SDK's drops what it cannot read in silence,
// and what is still being answered when the input ends.
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
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { linesOf } from './lines.ts';
import { createBudget, receive, refusedBatch, toError } from './messages.ts';
import { inOldWords, knowsBatches, revisions } from '../revisions.ts';
import { createServer } from '../methods/server.ts';
import type { Site } from '../site/site.ts';

export type Streams = { readonly input: Readable; readonly output: Writable };

/** Serves one connection, and is done when its input has ended and everything is answered. */
export async function serve(
  site: Site,
  { input, output, log }: Streams & { log: (message: string) => void },
): Promise<void> {
  const wire = createWire(output);
  // Since 2026-07-28 a request says itself what it speaks, and a connection says nothing of the next one: those that name a
  // revision have a server of their own beside that of a handshake.
  for (const transport of [wire.named, wire.handshake]) {
    serveStdio(() => createServer(site, log), { transport, onerror: () => {} });
  }
  // Nobody reads any more: there is nothing left to hear.
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
  /** Requests without an answer. */
  open: number;
  readonly answers: JSONRPCMessage[];
  readonly admit: (answer: JSONRPCMessage) => JSONRPCMessage;
};
type Waiting = { readonly batch: Batch | undefined; readonly to: Transport };

type Wire = {
  /** For requests that name their revision. */
  readonly named: Transport;
  /** For those that rely on a handshake. */
  readonly handshake: Transport;
  /** Takes a line in; nothing stands for one that was too long. Resolves when the next one may follow. */
  readonly receive: (line: Uint8Array | undefined) => Promise<void>;
  /** Resolves when every request is answered, or none will be. */
  readonly drained: () => Promise<void>;
};

/** Milliseconds after which nothing is answered any more: a file has 5 s, and no answer needs many. */
const answerTimeoutMs = 20_000;

function createWire(output: Writable): Wire {
  /** The revision that a handshake agreed on. */
  let revision: string | undefined;
  /** How a message without a revision is read: until the first request it may be the beginning of a handshake. */
  let unnamed: 'handshake' | 'named' = 'handshake';
  /** By id, which clients use again before it is answered. */
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
    if (line === undefined) return write(toError(-32600, 'Invalid Request: the message is too large'));
    const received = receive(line);
    if (received.kind === 'fault') return write(received.answer);
    if (received.kind === 'message') {
      deliver(received.message, undefined);
      // Messages behind a handshake are read by the revision that it agrees on.
      return isInitializeRequest(received.message) ? drained() : undefined;
    }
    if (revision === undefined || !knowsBatches(revision)) return write(refusedBatch());
    const { messages, faults } = received;
    const open = messages.filter((message) => isJSONRPCRequest(message)).length;
    const batch: Batch = { open, answers: [...faults], admit: createBudget().admit };
    if (open === 0 && faults.length > 0) write(faults);
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
    // A subscription is answered when it ends, not before.
    if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen')
      waiting.set(message.id, [...(waiting.get(message.id) ?? []), { batch, to }]);
    if (!isServed) return isJSONRPCRequest(message) ? send(refusedRevision(message.id, requested)) : undefined;
    const cancelled = cancelledBy(message);
    const cancelledRequest = cancelled === undefined ? undefined : settle(cancelled);
    (cancelledRequest?.to ?? to).onmessage?.(message);
  }

  function transportOf(message: JSONRPCMessage): Transport {
    if (revisionNamedBy(message) === undefined) return unnamed === 'named' ? named : handshake;
    // Whoever only asked what is served may still shake hands.
    if (revision === undefined && isJSONRPCRequest(message) && message.method !== 'server/discover') unnamed = 'named';
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

  /** A request needs no more answer. A batch whose last one that was is answered as one. */
  function settle(id: Id): Waiting | undefined {
    const [settled, ...laterRequests] = waiting.get(id) ?? [];
    if (laterRequests.length > 0) waiting.set(id, laterRequests);
    else waiting.delete(id);
    if (settled?.batch && --settled.batch.open === 0 && settled.batch.answers.length > 0) write(settled.batch.answers);
    if (waiting.size === 0) onDrained();
    return settled;
  }

  function write(message: JSONRPCMessage | readonly JSONRPCMessage[]): void {
    output.write(`${JSON.stringify(message)}\n`);
  }
}

/** The revision that a message says it speaks; nothing where it says none, or nothing that is a text. */
function revisionNamedBy(message: JSONRPCMessage): string | undefined {
  if (!('method' in message)) return undefined;
  const named = message.params?._meta?.[PROTOCOL_VERSION_META_KEY];
  return typeof named === 'string' ? named : undefined;
}

function refusedRevision(id: Id, requested: string): JSONRPCMessage {
  const { code, message, data } = new UnsupportedProtocolVersionError({ supported: [revisions[0]], requested });
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}

/** The request that a notification calls off. */
function cancelledBy(message: JSONRPCMessage): Id | undefined {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return undefined;
  return (message.params as { requestId?: Id } | undefined)?.requestId;
}
