// A TCP proxy that a test can cut, stall, slow down and close, like a bad network.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { freePort } from './ports.ts';

export type Proxy = {
  readonly port: number;
  /** Resets every connection. New connections pass. */
  cut(): void;
  /** Keeps and accepts connections, but no data passes. */
  stall(): void;
  /** Resets every connection, and refuses new connections. */
  refuse(): Promise<void>;
  /** Delays all data by this time. */
  delay(ms: number): void;
  /** Lets everything pass again, stalled data as well. */
  restore(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a proxy on 127.0.0.1 to the server of an address. */
export async function openProxy(address: string, usualPort: number): Promise<Proxy> {
  const { hostname, port } = new URL(address);
  const target = { host: hostname, port: Number(port || usualPort) };
  const sockets = new Set<Socket>();
  let stalled = false;
  let delayMs = 0;
  let server = await listen(await freePort());
  const own = (server.address() as AddressInfo).port;

  function pass(from: Socket, to: Socket): void {
    sockets.add(from);
    if (stalled) from.pause();
    from.on('data', (chunk) => {
      if (delayMs === 0) {
        if (to.write(chunk) || stalled) return;
        from.pause();
        to.once('drain', () => stalled || from.resume());
      } else setTimeout(() => to.writable && to.write(chunk), delayMs);
    });
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  function accept(socket: Socket): void {
    const upstream = connect({ ...target, noDelay: true });
    socket.setNoDelay(true);
    pass(socket, upstream);
    pass(upstream, socket);
  }

  async function listen(on: number): Promise<Server> {
    const made = createServer(accept).listen(on, '127.0.0.1');
    await once(made, 'listening');
    return made;
  }

  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const refuse = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };
  return {
    port: own,
    cut,
    refuse,
    close: refuse,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    delay(ms) {
      delayMs = ms;
    },
    async restore() {
      stalled = false;
      delayMs = 0;
      for (const socket of sockets) socket.resume();
      if (!server.listening) server = await listen(own);
    },
  };
}

/** The address by which clients reach the same server through a proxy. */
export function through(address: string, { port }: Proxy): string {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
