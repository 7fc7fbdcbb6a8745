// The traffic between this service and the provider, seen from the other end of the socket: what is sent, how
// often, and how much is read. The handling of answers is tested in faults.test.ts.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from 'chai';
import { WireError, createWire } from '../../../server/providers/wire.ts';
import { answerWith, certificate, withRawServer } from '../../support/raw-server.ts';
import type { RawBehaviour, RawServer } from '../../support/raw-server.ts';
import { useRealHttp } from '../../support/real-http.ts';

const secret = 'CANARY-SECRET';
const deadlineMs = 400;

type Outcome = { kind: string; reason?: string; unsent?: boolean; text?: string; ms: number; shown: string };

async function send({ apiUrl, ca }: { apiUrl: string; ca?: string }): Promise<Outcome> {
  const began = performance.now();
  const wire = createWire({ apiUrl, ca });
  const deadline = performance.now() + deadlineMs;
  try {
    const text = await wire({ method: 'GET', path: '/sns/x', query: { secret }, deadline });
    return { kind: 'ok', text, ms: performance.now() - began, shown: '' };
  } catch (error) {
    expect(error).to.be.instanceOf(WireError);
    const { kind, reason, unsent, stack = '', cause } = error as WireError;
    expect(cause).to.equal(undefined);
    return { kind, reason, unsent, ms: performance.now() - began, shown: stack + JSON.stringify(error) };
  }
}

type Case = {
  readonly behaviour: RawBehaviour;
  readonly scheme?: 'http' | 'https';
  readonly ca?: string;
  readonly expected: Partial<Outcome>;
  readonly connections: number;
  readonly requests: number;
};

async function check({ behaviour, scheme = 'http', ca, expected, connections, requests }: Case): Promise<void> {
  await withRawServer(behaviour, async (server) => {
    const apiUrl = `${scheme}://127.0.0.1:${server.port}`;
    const outcome = await send({ apiUrl, ...(ca === undefined ? {} : { ca }) });
    expect(outcome).to.include(expected);
    expect(outcome.ms).to.be.below(deadlineMs + 400);
    expect(outcome.shown).not.to.contain(secret);
    expect({ connections: server.connections(), requests: server.requests().length }).to.deep.equal({
      connections,
      requests,
    });
  });
}

/** Makes a server send single bytes until its socket is closed. */
function drip(socket: Socket, text: string): void {
  let position = 0;
  const timer = setInterval(() => socket.write(text[position++ % text.length]!), 20);
  socket.once('close', () => clearInterval(timer));
}

const sent = { connections: 1, requests: 1 };

describe('the wire to the provider, at the socket', () => {
  useRealHttp();

  it('returns the text of a 200, with any Content-Type', () =>
    check({
      behaviour: {
        onRequest: (socket) => socket.end(answerWith('{"a":1}', { headers: 'Content-Type: text/plain\r\n' })),
      },
      expected: { kind: 'ok', text: '{"a":1}' },
      ...sent,
    }));

  it('uses TLS with a certificate that a known authority signed', () =>
    check({
      behaviour: { tls: true, onRequest: (socket) => socket.end(answerWith('{}')) },
      scheme: 'https',
      ca: certificate,
      expected: { kind: 'ok', text: '{}' },
      ...sent,
    }));

  it('drops a BOM and ignores interim answers', () =>
    check({
      behaviour: { onRequest: (socket) => socket.end(`HTTP/1.1 103 Early Hints\r\n\r\n${answerWith('\ufeff{}')}`) },
      expected: { kind: 'ok', text: '{}' },
      ...sent,
    }));

  it('encodes the query, and keeps the path of the base URL', () =>
    withRawServer({ onRequest: (socket) => socket.end(answerWith('{}')) }, async (server) => {
      const wire = createWire({ apiUrl: `http://127.0.0.1:${server.port}/sandbox` });
      await wire({
        method: 'GET',
        path: '/sns/x',
        query: { code: 'a&b=c d' },
        deadline: performance.now() + deadlineMs,
      });
      expect(server.requests()[0]).to.match(/^GET \/sandbox\/sns\/x\?code=a%26b%3Dc\+d HTTP\/1\.1\r\n/);
    }));

  describe('after the first byte of a request is written, a code counts as spent', () => {
    it('a request inside TLS is not repeated after a reset', () =>
      check({
        behaviour: { tls: true, onRequest: (socket) => socket.destroy() },
        scheme: 'https',
        ca: certificate,
        expected: { kind: 'unreachable', reason: 'ECONNRESET', unsent: false },
        ...sent,
      }));

    it('a request is not repeated after a hang-up while connecting, because the server may have read the request', async () => {
      await withRawServer({ onConnection: (socket) => socket.end() }, async (server) => {
        expect(await send({ apiUrl: `http://127.0.0.1:${server.port}` })).to.include({
          kind: 'unreachable',
          unsent: false,
        });
        expect(server.connections()).to.equal(1);
      });
    });

    it('a body above 64 KiB is a bad answer and is not read further', async () => {
      let written = 0;
      const flood = (socket: Socket): void => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const chunk = Buffer.alloc(16 * 1024, 'a');
        const more = (): void => {
          while (!socket.destroyed) {
            written += chunk.length;
            if (!socket.write(chunk)) return void socket.once('drain', more);
          }
        };
        more();
      };
      await check({ behaviour: { onRequest: flood }, expected: { kind: 'garbled', reason: 'too_large' }, ...sent });
      // The data in the kernel's buffers is sent before the client hangs up.
      expect(written).to.be.below(16 * 1024 * 1024);
    });

    it('the body of any status other than 200 is not read further', async () => {
      let closed: Promise<unknown> | undefined;
      await withRawServer(
        {
          onRequest: (socket) => {
            closed = once(socket, 'close');
            socket.write('HTTP/1.1 500 Oops\r\n\r\n');
            drip(socket, 'a');
          },
        },
        async (server) => {
          expect(await send({ apiUrl: `http://127.0.0.1:${server.port}` })).to.include({ reason: 'status_500' });
          // This wait is shorter than the deadline, which would also close the connection.
          const waited = await Promise.race([closed!.then(() => 'closed'), once(AbortSignal.timeout(200), 'abort')]);
          expect(waited).to.equal('closed');
        },
      );
    });

    it('a body of 64 KiB is read', () =>
      check({
        behaviour: { onRequest: (socket) => socket.end(answerWith('a'.repeat(64 * 1024))) },
        expected: { kind: 'ok', text: 'a'.repeat(64 * 1024) },
        ...sent,
      }));
  });

  describe('one deadline covers the whole request', () => {
    it('a TLS handshake without an answer times out, and nothing was sent', () =>
      check({
        behaviour: {},
        scheme: 'https',
        expected: { kind: 'timeout', unsent: true },
        connections: 1,
        requests: 0,
      }));

    it('nothing is sent if the deadline has already passed', () =>
      withRawServer({}, async (server) => {
        const wire = createWire({ apiUrl: `http://127.0.0.1:${server.port}` });
        const outgoing = { method: 'GET', path: '/', query: {}, deadline: performance.now() } as const;
        const error = await wire(outgoing).catch((thrown: unknown) => thrown);
        expect(error).to.include({ kind: 'timeout', unsent: true });
        expect(server.connections()).to.equal(0);
      }));
  });

  describe('a request that was not sent is repeated once', () => {
    it('after a refused connection', async () => {
      const closed = createServer().listen(0, '127.0.0.1');
      await once(closed, 'listening');
      const { port } = closed.address() as AddressInfo;
      closed.close();
      await once(closed, 'close');
      const outcome = await send({ apiUrl: `http://127.0.0.1:${port}` });
      expect(outcome).to.include({ kind: 'unreachable', reason: 'ECONNREFUSED', unsent: true });
      expect(outcome.ms, 'the pause before the second attempt').to.be.above(90);
    });

    it('after the lookup of a name that does not exist', async () => {
      const outcome = await send({ apiUrl: 'https://nobody.invalid' });
      // A machine without a name server may take long to report the missing name. In any case nothing is sent.
      if (outcome.kind !== 'timeout') expect(outcome).to.include({ kind: 'unreachable', unsent: true });
    });

    for (const [name, behaviour] of [
      [
        'a reset during the TLS handshake, although the error is the same as for a lost request',
        { onData: (socket) => socket.resetAndDestroy() },
      ],
      ['a hang-up in the middle of the handshake', { onData: (socket) => socket.end() }],
      ['a reset before the handshake', { onConnection: (socket) => socket.resetAndDestroy() }],
      ['an answer of a server without TLS', { onData: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') }],
    ] as const satisfies readonly (readonly [string, RawBehaviour])[]) {
      it(`after ${name}`, () =>
        check({
          behaviour,
          scheme: 'https',
          expected: { kind: 'unreachable', unsent: true },
          connections: 2,
          requests: 0,
        }));
    }

    it('but never gives the secret to a server with an untrusted certificate', () =>
      withRawServer({ tls: true }, async (server: RawServer) => {
        const outcome = await send({ apiUrl: `https://127.0.0.1:${server.port}` });
        expect(outcome).to.include({ kind: 'unreachable', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT', unsent: true });
        expect(server.requests()).to.deep.equal([]);
      }));

    it('and reaches a server that comes back during the pause', async () => {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.on('data', () => socket.end(answerWith('{"back":1}')));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      server.close();
      await once(server, 'close');
      const outcome = send({ apiUrl: `http://127.0.0.1:${port}` });
      // The server is down for the first attempt, which fails at once, and up for the second.
      setTimeout(() => server.listen(port, '127.0.0.1'), 40);
      expect(await outcome).to.include({ kind: 'ok', text: '{"back":1}' });
      server.close();
    });

    it('and counts as sent if the second attempt reached the server and was lost', async () => {
      let count = 0;
      await withRawServer(
        {
          onConnection: (socket) => {
            count += 1;
            if (count === 1) socket.resetAndDestroy();
          },
          onRequest: (socket) => socket.resetAndDestroy(),
        },
        async (server) => {
          const outcome = await send({ apiUrl: `http://127.0.0.1:${server.port}` });
          expect(server.requests().length).to.be.at.most(1);
          if (server.requests().length === 1) expect(outcome.unsent).to.equal(false);
        },
      );
    });
  });

  it('uses each connection once, so that no request is lost when the provider closes an idle connection', () =>
    withRawServer(
      {
        // The server would keep the connection.
        onRequest: (socket) => socket.write(answerWith('{}', { headers: 'Connection: keep-alive\r\n' })),
      },
      async (server) => {
        const wire = createWire({ apiUrl: `http://127.0.0.1:${server.port}` });
        for (let round = 0; round < 3; round += 1) {
          await wire({ method: 'GET', path: '/', query: {}, deadline: performance.now() + deadlineMs });
        }
        expect(server.connections()).to.equal(3);
        for (const head of server.requests()) expect(head).to.match(/\r\nConnection: close/i);
      },
    ));
});
