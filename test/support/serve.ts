// Serves a folder over HTTP, like a static host.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';

/** Serves a folder while `work` runs, on a free port. */
export async function withServer<T>(folder: string, work: (port: number) => Promise<T>): Promise<T> {
  const server = createServer(sirv(folder, { dev: true }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
