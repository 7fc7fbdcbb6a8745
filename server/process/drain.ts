// How the process takes leave of those who still send requests: nothing that was sent is lost.
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Requests that are under way when the process is told to stop have this long. */
const drainMs = 10_000;

/** A proxy that lets go of an idle connection sooner than this has let go of all (deploy/nginx.conf: 2 s). */
const lingerMs = 3_500;

export type Drain = {
  /**
   * For a process behind a proxy, before `drain`: no new connections, but what still comes on those that the proxy
   * keeps is answered, and each ends with its answer. Resolves when the proxy has let go, or after 3.5 s.
   */
  leaveProxy(): Promise<void>;
  /** No new connections, no idle ones; what is under way has 10 s. */
  drain(): Promise<void>;
};

/** Makes it before the server listens: it has to know what is under way. */
export function createDrain(server: Server): Drain {
  const open = new Set<ServerResponse>();
  let leaving = false;
  const endWithAnswer = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  server.prependListener('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (leaving) endWithAnswer(response);
  });

  return {
    async leaveProxy() {
      const closeEvent = once(server, 'close');
      // Were an idle connection closed from here, a POST could just be on its way on it, and a proxy must not send
      // that twice. So not the HTTP server's own `close`, which ends the idle ones: the proxy does.
      await whenNoneWaits(server, () => NetServer.prototype.close.call(server));
      // Not before: a proxy opens a new connection for each that ends so, and would never leave the socket that listens
      // in peace.
      leaving = true;
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
 * Connections that wait to be accepted end with the socket that listens, and whatever was sent on them is lost. Node
 * accepts one in a turn of the event loop, so none waits behind a turn that brought none: then it closes, and after a
 * short turn, for others may have come meanwhile. Behind a proxy that keeps its connections such a turn comes soon; a
 * server that has none for five seconds closes all the same.
 */
function whenNoneWaits(server: Server, close: () => void): Promise<void> {
  // The turn that is under way counts as one connection: whatever came before this call was not seen.
  let came = 1;
  const onConnection = (): void => void (came += 1);
  server.on('connection', onConnection);
  const end = performance.now() + 5_000;
  return new Promise((resolve) => {
    const look = (began: number): void => {
      const now = performance.now();
      if ((came > 0 || now - began > 0.2) && now < end) {
        came = 0;
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
