// Listens on the loopback address, so only this machine can connect.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../../settings/failure.ts';
import { message } from '#pdc/words/message';

export type Server = {
  readonly port: number;
  /** Closes all connections at once, without waiting for open responses. */
  readonly close: () => Promise<void>;
};

/** Port 0 means any free port. Throws a Failure if the port is not available. */
export async function listen(listener: RequestListener, port: number): Promise<Server> {
  const server = createServer(listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw toFailure(error, port);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toFailure(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return new Failure(message('portInUse', { port }));
  if (error.code === 'EACCES') return new Failure(message('portNotOpen', { port }));
  return error;
}
