// The store of expiring values: its limit in memory, and a Redis that is down, hangs, refuses or comes back.
import { expect } from 'chai';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Problem } from '../../../server/problem.ts';
import { openKeyv } from '../../../server/stores/keyv.ts';
import type { KeyvConnection } from '../../../server/stores/keyv.ts';
import { makeRedisServer } from '../../support/redis.ts';
import type { RedisServer } from '../../support/redis.ts';
import { cases } from '../../support/cases.ts';

const minuteMs = 60_000;

describe('expiring values in memory', () => {
  const now = performance.now.bind(performance);
  afterEach(() => (performance.now = now));

  it('are removed after they expire, even if nobody asks for them', async () => {
    const values = openKeyv().store<string>('states', minuteMs);
    for (let index = 0; index < 1_000; index += 1) await values.set(`old ${index}`, 'x');
    expect(await values.get('old 7')).to.equal('x');
    performance.now = () => now() + minuteMs + 1;
    await values.set('new', 'y');
    expect(await values.get('new')).to.equal('y');
    // The clock goes back, so values that were not removed would be found.
    performance.now = now;
    for (let index = 0; index < 1_000; index += 1) expect(await values.get(`old ${index}`)).to.equal(undefined);
  });

  it('are renewed when they are put again', async () => {
    const values = openKeyv().store<string>('states', minuteMs);
    await values.set('again', 'first');
    await values.set('other', 'x');
    performance.now = () => now() + minuteMs / 2;
    await values.set('again', 'second');
    performance.now = () => now() + minuteMs + 1;
    await values.set('new', 'y');
    expect(await values.get('again')).to.equal('second');
    // The clock goes back, so `other` would be found if it had only expired. It was removed, although `again`, which is
    // older, was renewed.
    performance.now = now;
    expect(await values.get('other')).to.equal(undefined);
  });

  it('are neither forgotten nor kept longer when this machine’s clock is changed', async () => {
    const date = Date.now;
    for (const step of [3 * 3_600_000, -3 * 3_600_000]) {
      const values = openKeyv().store<string>('states', minuteMs);
      await values.set('state', 'x');
      Date.now = () => date() + step;
      try {
        performance.now = () => now() + minuteMs - 100;
        expect(await values.get('state')).to.equal('x');
        performance.now = () => now() + minuteMs + 1;
        expect(await values.get('state')).to.equal(undefined);
      } finally {
        [Date.now, performance.now] = [date, now];
      }
    }
  });

  it('are limited to 100,000: a flood pushes out the oldest values, and needs no more memory', async () => {
    const values = openKeyv().store<string>('states', minuteMs);
    for (let index = 0; index < 100_500; index += 1) await values.set(`state ${index}`, 'x');
    for (let index = 0; index < 500; index += 1) expect(await values.get(`state ${index}`)).to.equal(undefined);
    expect(await values.get('state 500')).to.equal('x');
    expect(await values.get('state 100499')).to.equal('x');
  });

  it('answer a ping, and need no closing', async () => {
    const room = openKeyv();
    await room.ping();
    await room.close();
    expect(room.redis).to.equal(undefined);
  });
});

describe('expiring values on Redis', () => {
  let server: RedisServer;
  let room: KeyvConnection;
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);

  before(async function () {
    server = await makeRedisServer(this);
    process.on('unhandledRejection', note);
    process.on('uncaughtExceptionMonitor', note);
  });
  after(() => {
    process.off('unhandledRejection', note);
    process.off('uncaughtExceptionMonitor', note);
  });
  beforeEach(async () => {
    await server.start();
    room = openKeyv({ url: server.url });
  });
  afterEach(async () => {
    await room.close();
    await server.stop();
    expect(errors).to.deep.equal([]);
  });

  const reopen = async (url: string): Promise<void> => {
    await room.close();
    room = openKeyv({ url });
  };

  /** Expects an operation to fail; returns its problem, and how long it took. */
  const fail = async (work: Promise<unknown>): Promise<{ code: string; ms: number; text: string; cause: unknown }> => {
    const began = Date.now();
    const error = await work.then(
      () => undefined,
      (problem: unknown) => problem,
    );
    expect(error).to.be.instanceOf(Problem);
    const { code, message, cause } = error as Problem;
    return { code, cause, ms: Date.now() - began, text: `${message} ${String(cause)} ${JSON.stringify(cause)}` };
  };
  const recover = async (began = Date.now()): Promise<void> => {
    const values = room.store<string>('states', minuteMs);
    for (;;) {
      try {
        await values.set('after', 'y');
        expect(await values.get('after')).to.equal('y');
        break;
      } catch (error) {
        expect(error).to.be.instanceOf(Problem);
        expect(Date.now() - began, 'recovery').to.be.below(5_000);
      }
    }
    expect(Date.now() - began, 'recovery').to.be.below(5_000);
  };
  const connections = async (): Promise<number> =>
    Number(/connected_clients:(\d+)/.exec(await server.tell('INFO clients'))![1]) - 1;

  const operations = (values = room.store<string>('states', minuteMs)) =>
    [() => values.set('key', 'x'), () => values.get('key'), () => values.delete('key'), () => room.ping()] as const;

  it('have keys that begin with duplex: and their namespace, and that expire on Redis itself', async () => {
    await room.store<string>('states', minuteMs).set('key', 'x');
    expect(await server.tell('KEYS *')).to.include('duplex:states:key\r\n');
    const ms = Number(/:(\d+)/.exec(await server.tell('PTTL duplex:states:key'))![1]);
    expect(ms).to.be.within(minuteMs - 5_000, minuteMs);
  });

  it('are absent if Redis has something else under their key', async () => {
    const values = room.store<string>('states', minuteMs);
    for (const text of ['rubbish', '{', 'null', '7', '[]']) {
      await server.tell(`SET duplex:states:key ${text}`);
      expect(await values.get('key')).to.equal(undefined);
    }
  });

  it('contain no time of an instance, whose clock may be wrong, and ignore the time that an older version wrote', async () => {
    const values = room.store<string>('clocks', minuteMs);
    await values.set('new', 'x');
    const { redis } = room;
    expect(await redis!.run((commands) => commands.get('duplex:clocks:new'))).to.equal('{"value":"x"}');
    const older = JSON.stringify({ value: 'y', expires: Date.now() - 600_000 });
    await redis!.run((commands) => commands.set('duplex:clocks:old', older, { PX: minuteMs }));
    expect(await values.get('old')).to.equal('y');
  });

  it('share one connection, for any number of concurrent requests', async () => {
    const values = room.store<string>('states', minuteMs);
    await Promise.all(Array.from({ length: 200 }, (_, index) => values.set(`key ${index}`, 'x')));
    expect(await connections()).to.equal(1);
  });

  it('fail with 503 at once while Redis is down, and are available within 5 s after it is back', async () => {
    await room.ping();
    await server.stop();
    for (const operation of operations()) {
      const { code, ms } = await fail(operation());
      expect(code).to.equal('store_unavailable');
      expect(ms).to.be.below(500);
    }
    await server.start();
    await recover();
  });

  it('are available immediately after a restart of Redis that no request waited for', async () => {
    const values = room.store<string>('states', minuteMs);
    await values.set('key', 'x');
    await server.stop();
    await server.start();
    expect(await values.get('key')).to.equal(undefined);
  });

  it('need no Redis at the start, because Redis may start later', async () => {
    await server.stop();
    await reopen(server.url);
    expect((await fail(room.ping())).code).to.equal('store_unavailable');
    await server.start();
    await recover();
  });

  it('fail with 503 within 2 s while Redis hangs, even for many requests at once, and are available afterwards', async () => {
    await room.ping();
    server.hang();
    const began = Date.now();
    const values = room.store<string>('states', minuteMs);
    const many = await Promise.all(Array.from({ length: 500 }, () => fail(values.get('key'))));
    for (const { code, ms } of many) {
      expect(code).to.equal('store_unavailable');
      expect(ms).to.be.below(2_200);
    }
    for (const operation of operations()) expect((await fail(operation())).ms).to.be.below(2_200);
    expect(Date.now() - began).to.be.above(1_000);
    server.resume();
    await recover();
    // The hanging connection was discarded, not kept beside the new one.
    const limit = Date.now() + 5_000;
    while ((await connections()) > 1 && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await connections()).to.equal(1);
  });

  it('fail, and so does a ping, while Redis takes no values because it is full or a replica', async () => {
    const values = room.store<string>('states', minuteMs);
    for (const [refuse, allow] of [
      ['CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0'],
      ['REPLICAOF 127.0.0.1 9', 'REPLICAOF NO ONE'],
    ] as const) {
      await room.ping();
      await server.tell(refuse);
      expect(await server.tell('PING'), 'it still answers').to.contain('PONG');
      expect((await fail(values.set('key', 'x'))).code).to.equal('store_unavailable');
      expect((await fail(room.ping())).code).to.equal('store_unavailable');
      await server.tell(allow);
      await recover();
      await room.ping();
    }
  });

  it('fail with 503 for requests that are waiting when Redis is killed, and are not sent later', async () => {
    await room.ping();
    server.hang();
    const values = room.store<string>('states', minuteMs);
    const waiting = Array.from({ length: 50 }, (_, index) => fail(values.set(`late ${index}`, 'x')));
    await server.stop();
    for (const { code } of await Promise.all(waiting)) expect(code).to.equal('store_unavailable');
    await server.start();
    await recover();
    expect(await server.tell('KEYS *')).to.not.include('late');
  });

  it('do not time out if the answer arrived while this process itself was blocked', async () => {
    const values = room.store<string>('states', minuteMs);
    await values.set('key', 'x');
    const paused = server.tell('CLIENT PAUSE 400 ALL');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const pending = values.get('key');
    // The command is sent, and its answer comes while the event loop is blocked beyond every deadline, just before
    // timers run.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await new Promise((resolve) => setImmediate(resolve));
    const until = Date.now() + 1_300;
    while (Date.now() < until);
    expect(await pending).to.equal('x');
    await paused;
  });

  it('fail with 503 for a command that Redis refuses, while other commands on the same connection continue', async () => {
    const values = room.store<string>('states', minuteMs);
    await values.set('key', 'x');
    await server.tell('LPUSH duplex:states:list a');
    const [refused, found] = await Promise.all([fail(values.get('list')), values.get('key')]);
    expect(refused.code).to.equal('store_unavailable');
    expect(found).to.equal('x');
    expect(await values.get('key')).to.equal('x');
    // One connection is that of the values; the two others sent commands of this test.
    expect(await server.tell('INFO stats')).to.match(/total_connections_received:3\r/);
  });

  it('use a new connection after the old one stops answering', async () => {
    const proxy = await openProxy(() => server.port);
    await reopen(`redis://127.0.0.1:${proxy.port}`);
    const values = room.store<string>('states', minuteMs);
    await values.set('key', 'x');
    proxy.freeze();
    expect((await fail(values.get('key'))).ms).to.be.below(2_200);
    expect(await values.get('key')).to.equal('x');
    await room.close();
    await proxy.close();
  });

  it('reconnect after the server has become a replica, to find the new primary', async () => {
    const proxy = await openProxy(() => server.port);
    await reopen(`redis://127.0.0.1:${proxy.port}`);
    const values = room.store<string>('states', minuteMs);
    await values.set('key', 'x');
    await server.tell('REPLICAOF 127.0.0.1 1');
    expect((await fail(values.set('key', 'y'))).code).to.equal('store_unavailable');
    await server.tell('REPLICAOF NO ONE');
    await values.set('key', 'z');
    expect(proxy.connections()).to.equal(2);
    await room.close();
    await proxy.close();
  });

  it('fail with 503 within 2 s if the server never answers, hangs up, or is not Redis', async () => {
    for (const answer of [
      () => {},
      (socket: Socket) => void socket.destroy(),
      (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      (socket: Socket) => void socket.resetAndDestroy(),
      (socket: Socket) => void socket.once('data', () => socket.destroy()),
    ]) {
      const strange = createServer((socket) => {
        socket.on('error', () => {});
        answer(socket);
      }).listen(0, '127.0.0.1');
      await once(strange, 'listening');
      for (const path of ['', '/3']) {
        const { port } = strange.address() as AddressInfo;
        const other = openKeyv({ url: `redis://user:planted-password@127.0.0.1:${port}${path}` });
        for (let round = 0; round < 2; round += 1) {
          const { code, ms, text } = await fail(other.ping());
          expect(code).to.equal('store_unavailable');
          expect(ms).to.be.below(2_200);
          expect(text).to.not.include('planted-password');
        }
        await other.close();
      }
      strange.close();
    }
  });

  it('fail with 503 for a wrong password, which is not revealed', async () => {
    await server.tell('CONFIG SET requirepass right-password');
    const other = openKeyv({ url: server.url.replace('//', '//:planted-password@') });
    const { code, text, cause } = await fail(other.ping());
    expect(code).to.equal('store_unavailable');
    expect(text).to.not.include('planted-password');
    expect(cause, 'the cause in the log').to.have.property('code', 'WRONGPASS');
    const right = openKeyv({ url: server.url.replace('//', '//:right-password@') });
    await right.ping();
    await Promise.all([other.close(), right.close()]);
  });

  it('are closed for good: no connection stays open, and no new connection is opened', async () => {
    await room.ping();
    expect(await connections()).to.equal(1);
    await room.close();
    await room.close();
    expect((await fail(room.ping())).code).to.equal('store_unavailable');
    const limit = Date.now() + 5_000;
    while ((await connections()) > 0 && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await connections()).to.equal(0);
  });
});

describe('the address of Redis', () => {
  it('must begin with redis:// or rediss://, and the error does not repeat a wrong address', () => {
    for (const url of cases<string>('keyv', 'addresses')) {
      expect(() => openKeyv({ url }))
        .to.throw('KEYV_URL must be a redis:// or rediss:// address')
        .that.satisfies((error: Error) => !JSON.stringify([error, error.stack]).includes('planted-password'));
    }
    for (const url of ['redis://localhost', 'rediss://user:word@redis.example:6380/2']) openKeyv({ url });
  });
});

/** A TCP proxy that counts its connections. */
async function openProxy(target: () => number) {
  let count = 0;
  const sockets = new Set<Socket>();
  const proxy: Server = createServer((socket) => {
    count += 1;
    const upstream = connect(target(), '127.0.0.1');
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on('error', () => {}).on('close', () => [socket, upstream].forEach((either) => either.destroy()));
    }
    socket.pipe(upstream).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    connections: () => count,
    /** Keeps open connections open, but passes no more data on. */
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
