// How the process stops: behind a proxy that keeps connections open, and without a proxy.
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createDrain } from '../../../server/process/drain.ts';
import type { Drain } from '../../../server/process/drain.ts';

describe('a process that is told to stop', () => {
  let server: Server;
  let drain: Drain;
  /** Requests to /slow wait here. */
  let held: ServerResponse[];

  beforeEach(async () => {
    held = [];
    server = createServer((request, response) => {
      request.resume();
      if (request.url === '/slow') held.push(response);
      else response.end('done');
    });
    server.keepAliveTimeout = 65_000;
    drain = createDrain(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A connection that is kept open, like that of a proxy. */
  const open = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return socket.setEncoding('utf8');
  };
  const post = (socket: Socket, path = '/'): void =>
    void socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`);
  /** The next answer on a connection; empty if the connection is closed instead. */
  const answerOn = async (socket: Socket): Promise<string> => {
    const closed = once(socket, 'close').then(() => ['']);
    const [answer] = (await Promise.race([once(socket, 'data'), closed])) as [string];
    return answer;
  };

  /** Waits until no new connection is accepted. */
  const untilClosed = async (): Promise<void> => {
    while (server.listening) await new Promise((resolve) => setImmediate(resolve));
  };

  it('closes no connection while it still accepts new ones, because a proxy would replace every closed connection', async () => {
    let busy = true;
    const spin = (): void => {
      for (const end = performance.now() + 1; performance.now() < end;);
      if (busy) setImmediate(spin);
    };
    spin();
    const socket = await open();
    const left = drain.leaveProxy();
    for (let count = 0; count < 20; count += 1) {
      post(socket);
      expect(await answerOn(socket)).to.match(/^Connection: keep-alive\r$/m);
    }
    expect(server.listening).to.equal(true);
    busy = false;
    await untilClosed();
    post(socket);
    expect(await answerOn(socket)).to.match(/^Connection: close\r$/m);
    await left;
  });

  it('answers a POST on a kept connection, and closes the connection after the answer', async () => {
    const socket = await open();
    post(socket);
    expect(await answerOn(socket)).to.match(/^Connection: keep-alive\r$/m);
    const left = drain.leaveProxy();
    const closed = once(socket, 'close');
    await untilClosed();
    post(socket);
    expect(await answerOn(socket))
      .to.match(/^HTTP\/1.1 200/)
      .and.match(/^Connection: close\r$/m);
    await closed;
    await left;
  });

  it('closes the connection of a running request after its answer', async () => {
    const socket = await open();
    post(socket, '/slow');
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const left = drain.leaveProxy();
    await untilClosed();
    held[0]!.end('done');
    expect(await answerOn(socket)).to.match(/^Connection: close\r$/m);
    await left;
  });

  it('forgets requests that have ended, even if the client disconnected', async () => {
    const socket = await open();
    post(socket, '/slow');
    await once(server, 'request');
    const gone = once(held[0]!, 'close');
    socket.destroy();
    await gone;
    await drain.leaveProxy();
    expect(held[0]!.hasHeader('connection')).to.equal(false);
  });

  it('accepts no new connections, and is done when the proxy has closed the last open connection', async () => {
    const socket = await open();
    post(socket);
    await answerOn(socket);
    const { port } = server.address() as AddressInfo;
    let done = false;
    const left = drain.leaveProxy().then(() => (done = true));
    await untilClosed();
    const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).to.equal('ECONNREFUSED');
    expect(done).to.equal(false);
    socket.end();
    await left;
    await drain.drain();
  });

  for (const way of ['leaveProxy', 'drain'] as const) {
    it(`answers requests on connections that it had not accepted yet (${way})`, async () => {
      // The client is another process, because the loop below blocks the event loop of this process.
      const { port } = server.address() as AddressInfo;
      const script = `
        const { connect } = require('node:net');
        const ends = Array.from({ length: 20 }, () => new Promise((resolve) => {
          const socket = connect(${port}, '127.0.0.1');
          socket.write('POST / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\nContent-Length: 2\\r\\n\\r\\n{}');
          socket.once('data', (bytes) => resolve(String(bytes).slice(9, 12))).on('error', ({ code }) => resolve(code));
        }));
        Promise.all(ends).then((all) => process.stdout.write(all.join()));`;
      const client = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      const deadline = performance.now() + 30_000;
      while (countWaiting(port) < 20 && performance.now() < deadline)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      expect(countWaiting(port), 'connections that wait').to.equal(20);
      const left = drain[way]();
      let said = '';
      for await (const text of client.stdout.setEncoding('utf8')) said += String(text);
      expect(said.split(',')).to.deep.equal(Array<string>(20).fill('200'));
      await left;
    });
  }

  it('waits 3.5 s for a proxy that keeps its connections, and then closes idle connections', async () => {
    const socket = await open();
    post(socket);
    await answerOn(socket);
    const began = performance.now();
    await drain.leaveProxy();
    expect(performance.now() - began).to.be.within(3_400, 30_000);
    const closed = once(socket, 'close');
    await drain.drain();
    await closed;
  });

  it('closes idle connections immediately if there is no proxy, and lets busy connections finish', async () => {
    const [idle, busy] = [await open(), await open()];
    post(idle);
    await answerOn(idle);
    post(busy, '/slow');
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const idleClosed = once(idle, 'close');
    const drained = drain.drain();
    await idleClosed;
    held[0]!.end('done');
    expect(await answerOn(busy)).to.match(/^HTTP\/1.1 200/);
    busy.end();
    await drained;
  });
});

/** The number of connections that wait in the queue of the listening socket until this process accepts them. */
function countWaiting(port: number): number {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`;
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((text) => text.includes(address));
  return Number.parseInt(/ 0A \w+:(\w+)/.exec(line ?? '')?.[1] ?? '0', 16);
}
