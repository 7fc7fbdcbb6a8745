// Graceful shutdown: no request that was already sent is lost.
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How long requests in progress may take after the signal to stop. */
const drainMs = 10_000;

/**
 * Longer than the keep-alive timeout of the proxy (deploy/nginx.conf: 2 s), so that the proxy has closed its idle
 * connections.
 */
const lingerMs = 3_500;

export type Drain = {
  /**
   * For a process behind a proxy, before `drain`: accepts no new connections, but still answers requests on the proxy's
   * open connections and closes each after its response. Resolves when all are closed, or after 3.5 s.
   */
  leaveProxy(): Promise<void>;
  /** Accepts no new connections, closes idle ones, and gives requests in progress 10 s. */
  drain(): Promise<void>;
};

/** Must be called before the server listens, because it tracks the requests in progress. */
export function createDrain(server: Server): Drain {
  const open = new Set<ServerResponse>();
  let isLeaving = false;
  const endWithAnswer = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  server.prependListener('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (isLeaving) endWithAnswer(response);
  });

  return {
    async leaveProxy() {
      const closeEvent = once(server, 'close');
      // Not the HTTP server's own `close`, which closes idle connections: a POST could be on its way on one of them,
      // and a proxy must not repeat a POST. The proxy closes its idle connections itself.
      await whenNoneWaits(server, () => NetServer.prototype.close.call(server));
      // Set only after the socket has stopped listening: the proxy opens a new connection for each connection that ends
      // with this header.
      isLeaving = true;
      open.forEach(endWithAnswer);
      const timeout = new AbortController();
      await Promise.race([closeEvent, wait(lingerMs, undefined, timeout).catch(() => undefined)]);
      timeout.abort();
    },
    async drain() {
      const closeEvent = once(server, 'close');
      if (server.listening) await whenNoneWaits(server, () => server.close());
      else server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), drainMs);
      await closeEvent;
      clearTimeout(timer);
    },
  };
}

/**
 * Closing the listening socket drops connections that are not accepted yet, together with their requests. Node accepts
 * one connection per turn of the event loop, so this function waits for a turn without a new connection before it
 * closes the socket. The turn must also be short, because connections may arrive during a long turn. Behind a proxy
 * with keep-alive such a turn comes soon; after five seconds the socket is closed anyway.
 */
function whenNoneWaits(server: Server, close: () => void): Promise<void> {
  // Starts at 1, because connections that arrived earlier in the current turn were not counted.
  let newConnections = 1;
  const onConnection = (): void => void (newConnections += 1);
  server.on('connection', onConnection);
  const end = performance.now() + 5_000;
  return new Promise((resolve) => {
    const look = (began: number): void => {
      const now = performance.now();
      if ((newConnections > 0 || now - began > 0.2) && now < end) {
        newConnections = 0;
        setImmediate(look, now);
        return;
      }
      close();
      server.off('connection', onConnection);
      resolve();
    };
    setImmediate(look, 0);
  });
}
