// All instances use one time, that of the database, regardless of their own clocks.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { createSharedClock } from '../../../server/process/shared-clock.ts';
import type { SharedClock } from '../../../server/process/shared-clock.ts';
import { startEverybody, startServer } from '../../support/processes.ts';
import type { Everybody, Running } from '../../support/processes.ts';
import { makeRedisRoom, makeSchema } from '../../support/services.ts';
import type { Schema } from '../../support/services.ts';

describe('the shared clock', () => {
  let local: number;
  let monotonic: number;
  let database: number;
  let delay: number;
  let told: number[];
  let clock: SharedClock;
  let measurements: number;
  let away: boolean;

  /** Advances all clocks. */
  const pass = (ms: number): void => {
    local += ms;
    monotonic += ms;
    database += ms;
  };

  beforeEach(() => {
    [local, monotonic, database, delay, told, measurements] = [1_000_000, 500, 1_000_000, 0, [], 0];
    away = false;
    clock = createSharedClock({
      database: {
        readTime: async () => {
          measurements += 1;
          if (away) throw new Error('away');
          pass(delay / 2);
          const time = new Date(database);
          pass(delay / 2);
          return time;
        },
      },
      local: () => local,
      monotonic: () => monotonic,
      report: (seconds) => void told.push(Math.round(seconds)),
    });
  });
  afterEach(() => clock.stop());
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const expectTime = (): void => void expect(clock.now().getTime()).to.equal(database);

  for (const ahead of [90_000, -90_000, 1_500, 999, -400, 0]) {
    it(`has the database’s time on a machine that is ${ahead / 1000} s ahead, and reports a difference above 1 s once`, async () => {
      local = database + ahead;
      await clock.measure();
      await clock.measure();
      expectTime();
      pass(5_000);
      expectTime();
      expect(told).to.deep.equal(Math.abs(ahead) > 1_000 ? [Math.round(ahead / 1000)] : []);
      expect(clock.secondsAhead()).to.be.closeTo(ahead / 1000, 0.001);
    });
  }

  for (const step of [600_000, -600_000, 3 * 3_600_000, -3 * 3_600_000, 1_001, 40]) {
    it(`does not change if this machine’s clock is changed by ${step / 1000} s, even while the database is down`, async () => {
      await clock.measure();
      pass(10_000);
      database -= 3_600_000; // A measurement would read this,
      delay = 60_000; // but its answer is too slow to be used.
      local += step;
      expect(clock.now().getTime()).to.equal(1_010_000);
      await settle();
      expect(clock.now().getTime()).to.be.closeTo(1_070_000, Math.abs(step) > 1_000 ? 0 : 60_000);
      expect(clock.secondsAhead()).to.be.closeTo(step / 1000, 0.001);
    });
  }

  it('immediately asks the database once after this machine’s clock was changed or the machine slept', async () => {
    await clock.measure();
    expect(measurements).to.equal(1);
    // The monotonic clock does not advance while the machine sleeps.
    local += 3_600_000;
    database += 3_600_000;
    for (let call = 0; call < 5; call += 1) clock.now();
    await settle();
    expect(measurements).to.equal(2);
    expectTime();
    expect(told).to.deep.equal([]);
  });

  it('keeps asking until the database answers if connections broke while the machine slept', async () => {
    await clock.measure();
    local += 3_600_000;
    database += 3_600_000;
    away = true;
    clock.now();
    await settle();
    away = false;
    clock.now();
    await settle();
    expectTime();
    expect(measurements).to.equal(3);
    clock.now();
    await settle();
    expect(measurements).to.equal(3);
  });

  it('stays unchanged if the delay of the answer can explain the difference from the database’s time', async () => {
    await clock.measure();
    delay = 800;
    database += 390;
    local += 390;
    const before = clock.now().getTime() - monotonic;
    await clock.measure();
    expect(clock.now().getTime() - monotonic).to.equal(before);
  });

  it('assumes that half of the delay is the way back, and ignores every slow answer except the first', async () => {
    delay = 5_000;
    database = local - 60_000;
    await clock.measure();
    expectTime();
    const { now } = clock;
    database += 3_600_000;
    const before = now().getTime() - monotonic;
    await clock.measure();
    expect(now().getTime() - monotonic).to.equal(before);
    delay = 800;
    await clock.measure();
    expectTime();
  });

  it('reports that this machine’s clock is right again', async () => {
    local = database + 90_000;
    await clock.measure();
    local -= 90_000;
    await clock.measure();
    expect(told).to.deep.equal([90, 0]);
    expectTime();
  });
});

describe('instances whose clocks differ and are changed while the instances run', () => {
  let folder: string;
  let schema: Schema;
  let provider: Everybody;
  let room: { clear(): Promise<void> };
  /** The seconds by which the clock of each instance is ahead. */
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
        `import { readFileSync } from 'node:fs';
         const { now } = Date;
         let seconds = ${seconds};
         process.on('SIGUSR2', () => {
           seconds = Number(readFileSync(${JSON.stringify(path.join(folder, 'step'))}, 'utf8'));
           process.stdout.write('the clock was set\\n');
         });
         const wrong = () => now() + seconds * 1000;
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

  it('accept each other’s tokens, refresh them, and return the same pair within the grace period', async () => {
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

  const setClock = async (instance: Running, seconds: number): Promise<void> => {
    const count = (): number => instance.output().split('the clock was set').length;
    const before = count();
    writeFileSync(path.join(folder, 'step'), String(seconds));
    instance.child.kill('SIGUSR2');
    while (count() === before) await wait(5);
  };

  for (const step of [600, -600, 3 * 3600, -3 * 3600]) {
    it(`accept all tokens and states after one clock is changed by ${step} s, and after that clock is changed back`, async () => {
      const [steady, stepped] = instances as [Running, Running];
      const state = `step-${step}~${randomUUID()}`;
      const begin = await fetch(`${stepped.origin}/api/auth/idp/web/login?state=${state}`, { redirect: 'manual' });
      expect(begin.status).to.equal(302);
      const older = await post(steady, '/api/auth/idp/mini/login', { code: `older-${step}~1` });
      await setClock(stepped, 600 + step);
      const signedIn = await post(stepped, '/api/auth/idp/mini/login', { code: `stepped-${step}~1` });
      const next = await post(stepped, '/api/auth/refresh', { refresh_token: older.refresh_token });
      const callback = `/api/auth/idp/web/callback?code=web-${step}~1&state=${state}`;
      expect((await fetch(`${steady.origin}${callback}`)).status, 'the state from before the step').to.equal(200);
      const second = `second-${step}~${randomUUID()}`;
      await fetch(`${stepped.origin}/api/auth/idp/web/login?state=${second}`, { redirect: 'manual' });
      const expectAll = async (): Promise<void> => {
        for (const instance of [steady, stepped]) {
          for (const { access_token } of [older, signedIn, next]) {
            const headers = { Authorization: `Bearer ${access_token}` };
            expect((await fetch(`${instance.origin}/api/auth/me`, { headers })).status).to.equal(200);
          }
          const again = await post(instance, '/api/auth/refresh', { refresh_token: older.refresh_token });
          expect(again).to.deep.equal(next);
        }
      };
      await expectAll();
      await setClock(stepped, 600);
      await expectAll();
      const late = `/api/auth/idp/web/callback?code=late-${step}~1&state=${second}`;
      expect((await fetch(`${stepped.origin}${late}`)).status, 'the state from after the step').to.equal(200);
    });
  }

  it('report that their clock is wrong, and by how much', async () => {
    for (const [index, instance] of instances.entries()) {
      const metrics = await (await fetch(`${instance.origin}/metrics`)).text();
      const seconds = Number(/^duplex_clock_ahead_seconds (\S+)$/m.exec(metrics)![1]);
      expect(seconds).to.be.closeTo(ahead[index]!, 1);
      expect(instance.output().includes("this machine's clock is wrong")).to.equal(ahead[index] !== 0);
    }
  });
});
