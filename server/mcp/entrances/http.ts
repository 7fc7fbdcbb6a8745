// The adapter on Node's HTTP server.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { join } from '../limited-body.ts';
import type { Endpoint } from './http-endpoint.ts';
import { maxMessageBytes } from './json-rpc-messages.ts';

export type Listening = {
  readonly port: number;
  /** Stops accepting connections, lets responses finish, and ends within 5 s. */
  readonly close: () => Promise<void>;
};

/** Listens for requests. Rejects if the address or the port is not available. */
export async function listen(
  endpoint: Endpoint,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const server = createServer(limits, (incoming, outgoing) => {
    answer(endpoint, { incoming, outgoing }).catch(() => incoming.destroy());
  });
  // Closes connections without activity.
  server.setTimeout(30_000);
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port, close: () => close(server) };
}

/** Limits against clients that send slowly, in milliseconds. */
const limits: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

async function answer(
  endpoint: Endpoint,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
): Promise<void> {
  // A Request cannot have this method.
  if (incoming.method === 'TRACE') return void outgoing.writeHead(405, { allow: 'POST, OPTIONS' }).end();
  const response = await endpoint(toRequest(incoming, await readStart(incoming)));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null || incoming.method === 'HEAD') return void outgoing.end();
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
}

/**
 * Returns the body. If the body is too large, returns one byte more than the limit, so that the endpoint refuses it.
 * Reads and drops the rest, because many clients do not read the response while they send. An endless body ends with
 * the timeout.
 */
async function readStart(incoming: IncomingMessage): Promise<Uint8Array> {
  const maxBytes = maxMessageBytes + 1;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    const part = chunk.subarray(0, maxBytes - size);
    if (part.length > 0) chunks.push(part);
    size += part.length;
  }
  return join(chunks, size);
}

function toRequest({ url = '/', method = 'GET', headers }: IncomingMessage, body: Uint8Array): Request {
  // Only the path of this address matters: the host is checked with the Host header.
  const address = new URL(`http://localhost${url.startsWith('/') ? url : '/'}`);
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  return new Request(address, { method, headers: toHeaders(headers), ...(hasBody ? { body: body as BodyInit } : {}) });
}

function toHeaders(headers: IncomingMessage['headers']): Headers {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((item): [string, string] => [name, item]),
  );
  return new Headers(entries.filter(([name]) => !connectionHeaders.has(name)));
}

/** Headers of the connection, which are not part of the request. */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'expect',
]);

async function close(server: Server): Promise<void> {
  const closeEvent = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), 2_500);
  await closeEvent;
  clearTimeout(timer);
}
