// A server on plain sockets, for behavior that no HTTP library has: resets, slow bytes, silence, half an answer.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import nock from 'nock';

export type RawServer = {
  readonly port: number;
  /** The number of connections so far. */
  readonly connections: () => number;
  /** The complete heads of requests, in their order. */
  readonly requests: () => readonly string[];
};

export type RawBehaviour = {
  readonly onConnection?: (socket: Socket, count: number) => void;
  /** Called for each complete head of a request, counted from 1 over all connections. */
  readonly onRequest?: (socket: Socket, count: number) => void;
  readonly onData?: (socket: Socket) => void;
  readonly tls?: boolean;
};

const readFixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/provider/${name}`, import.meta.url), 'utf8');

/** The certificate of `tls: true`, for 127.0.0.1. */
export const certificate = readFixture('cert.pem');

/**
 * Runs `work` while a server listens on 127.0.0.1, then closes the server and its connections. nock is off meanwhile.
 * Otherwise, when a handshake is aborted, nock's copy of the socket would emit an error that nobody handles, and the
 * process would end.
 */
export async function withRawServer<T>(behaviour: RawBehaviour, work: (server: RawServer) => Promise<T>): Promise<T> {
  const mocked = nock.isActive();
  nock.restore();
  const sockets = new Set<Socket>();
  const heads: string[] = [];
  let connections = 0;
  const accept = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let pending = '';
    socket.on('data', (chunk) => {
      behaviour.onData?.(socket);
      const parts = `${pending}${chunk.toString('latin1')}`.split('\r\n\r\n');
      pending = parts.pop()!;
      for (const head of parts.filter((part) => / HTTP\/1\.1\r\n/.test(part))) {
        heads.push(head);
        behaviour.onRequest?.(socket, heads.length);
      }
    });
    behaviour.onConnection?.(socket, connections);
  };
  const server: Server = behaviour.tls
    ? createTlsServer({ cert: certificate, key: readFixture('key.pem') }, accept).on('tlsClientError', () => {})
    : createServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await work({ port, connections: () => connections, requests: () => heads });
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
    if (mocked) nock.activate();
  }
}

/** A complete answer. */
export function answerWith(body: string, { status = '200 OK', headers = '' } = {}): string {
  return `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}
