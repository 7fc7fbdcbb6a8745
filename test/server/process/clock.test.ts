// One time for all instances: the database's, whatever their own clocks say.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { createSharedClock } from '../../../server/process/clock.ts';
import type { SharedClock } from '../../../server/process/clock.ts';
import { startEverybody, startServer } from '../../support/processes.ts';
import type { Everybody, Running } from '../../support/processes.ts';
import { makeRedisRoom, makeSchema } from '../../support/services.ts';
import type { Schema } from '../../support/services.ts';

describe('the shared clock', () => {
  let local: number;
  let database: number;
  let delay: number;
  let told: number[];
  let clock: SharedClock;

  beforeEach(() => {
    [local, database, delay, told] = [1_000_000, 1_000_000, 0, []];
    clock = createSharedClock({
      database: {
        readTime: async () => {
          local += delay;
          return new Date(database + delay / 2);
        },
      },
      local: () => local,
      report: (seconds) => void told.push(seconds),
    });
  });
  afterEach(() => clock.stop());

  it('is this machine’s own while it agrees with the database’s', async () => {
    for (const difference of [0, 400, -999]) {
      database = local + difference;
      await clock.measure();
      expect(clock.now().getTime()).to.equal(local);
    }
    expect(told).to.deep.equal([]);
  });

  for (const ahead of [90_000, -90_000, 1_500]) {
    it(`is the database’s on a machine that is ${ahead / 1000} s ahead, and says so once`, async () => {
      database = local - ahead;
      await clock.measure();
      await clock.measure();
      expect(clock.now().getTime()).to.equal(database);
      local += 5_000;
      expect(clock.now().getTime()).to.equal(database + 5_000);
      expect(told).to.deep.equal([ahead / 1000]);
      expect(clock.secondsAhead()).to.be.closeTo(ahead / 1000, 0.001);
    });
  }

  it('takes half of the delay of an answer for the way back, and believes no slow one', async () => {
    database = local - 60_000;
    delay = 800;
    await clock.measure();
    expect(clock.now().getTime()).to.equal(local - 60_000);
    delay = 5_000;
    database = local + 3_600_000;
    await clock.measure();
    expect(clock.now().getTime()).to.equal(local - 60_000);
  });

  it('is this machine’s own again once that was set right', async () => {
    database = local - 90_000;
    await clock.measure();
    local -= 90_000;
    await clock.measure();
    expect(clock.now().getTime()).to.equal(local);
    expect(told).to.deep.equal([90, 0]);
  });
});

describe('instances whose clocks differ', () => {
  let folder: string;
  let schema: Schema;
  let provider: Everybody;
  let room: { clear(): Promise<void> };
  /** By how many seconds each is ahead. */
  const ahead = [0, 600, -600];
  let instances: Running[];

  before(async function () {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-clock-'));
    const redis = await makeRedisRoom(this);
    room = redis;
    schema = await makeSchema(this);
    provider = await startEverybody();
    instances = [];
    for (const seconds of ahead) {
      const module = path.join(folder, `${seconds}.mjs`);
      writeFileSync(
        module,
        `const { now } = Date;
         const wrong = () => now() + ${seconds} * 1000;
         globalThis.Date = class extends Date {
           constructor(...args) { super(...(args.length === 0 ? [wrong()] : args)); }
           static now() { return wrong(); }
         };`,
      );
      instances.push(
        await startServer({
          DATA_DIR: folder,
          DATABASE_URL: schema.url,
          KEYV_URL: redis.url,
          IDP_API_URL: provider.url,
          LIMIT_ADDRESS_PER_MINUTE: '0',
          LIMIT_ADDRESS_FAILURES_PER_MINUTE: '0',
          NODE_OPTIONS: `--import ${pathToFileURL(module).href}`,
          BASE_URL: 'http://localhost:3000',
        }),
      );
    }
  });
  after(async () => {
    for (const instance of instances ?? []) await instance.stop('SIGKILL');
    provider?.stop();
    await room?.clear();
    await schema?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  type Tokens = { readonly access_token: string; readonly refresh_token: string; readonly code?: string };
  const post = async (instance: Running, target: string, body: unknown): Promise<Tokens> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${instance.origin}${target}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Tokens;
  };

  it('accept each other’s tokens, refresh them, and give the same pair within the grace', async () => {
    for (const [index, begins] of instances.entries()) {
      const signedIn = await post(begins, '/api/auth/idp/mini/login', { code: `somebody-${index}~1` });
      let { refresh_token } = signedIn;
      for (const other of instances) {
        const me = await fetch(`${other.origin}/api/auth/me`, {
          headers: { Authorization: `Bearer ${signedIn.access_token}` },
        });
        expect(me.status, `begun ${ahead[index]} s ahead`).to.equal(200);
        const next = await post(other, '/api/auth/refresh', { refresh_token });
        expect(next.code).to.equal(undefined);
        for (const third of instances) {
          const again = await post(third, '/api/auth/refresh', { refresh_token });
          expect(again, 'the identical pair').to.deep.equal(next);
        }
        refresh_token = next.refresh_token;
      }
    }
  });

  it('say that their clock is off, and by how much', async () => {
    for (const [index, instance] of instances.entries()) {
      const metrics = await (await fetch(`${instance.origin}/metrics`)).text();
      const seconds = Number(/^duplex_clock_ahead_seconds (\S+)$/m.exec(metrics)![1]);
      expect(seconds).to.be.closeTo(ahead[index]!, 1);
      expect(instance.output().includes("this machine's clock is off")).to.equal(ahead[index] !== 0);
    }
  });
});
