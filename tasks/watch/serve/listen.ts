// Listens on loopback, for this machine alone.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../../settings/failure.ts';
import { message } from '#pdc/words/message';

export type Server = {
  readonly port: number;
  /** Ends at once: nobody waits for a page that is still on its way. */
  readonly close: () => Promise<void>;
};

/** Port 0 takes any that is free. Throws a Failure when the port cannot be had. */
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
