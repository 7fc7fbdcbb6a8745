// The contract of the limits, in memory and on Redis, and their behavior while Redis is down.
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { Problem } from '../../../server/problem.ts';
import type { ProblemCode } from '../../../server/problem.ts';
import { openKeyv } from '../../../server/stores/keyv.ts';
import { createLimits } from '../../../server/stores/limits.ts';
import type { LimitParts } from '../../../server/stores/limits.ts';
import type { MetricEvent } from '../../../server/ports/metric-events.ts';
import type { LimitKind, Limits } from '../../../server/ports/rate-limits.ts';
import { eachKeyv, makeRedisServer } from '../../support/redis.ts';
import type { RedisServer } from '../../support/redis.ts';

const secret = 'the secret of the tests: more than 256 bits, 秘密';
const settings = {
  secret,
  addressPerMinute: 10,
  addressFailuresPerMinute: 10,
  userPerHour: 20,
  refreshPerMinute: 60,
  accountPerMinute: 30,
  phonePerMinute: 5,
  servicePerMinute: 40,
};
const observe = () => {};

const counts = {
  address: 10,
  failure: 10,
  network: 50,
  code: 300,
  user: 20,
  session: 60,
  account: 30,
  phone: 5,
  service: 40,
} as const;
const windows = (kind: LimitKind): number => (kind === 'user' ? 3_600 : 60);
const codeOf = (kind: LimitKind): ProblemCode =>
  kind === 'session' || kind === 'service'
    ? `rate_limited_${kind}`
    : kind === 'user' || kind === 'account' || kind === 'phone'
      ? 'rate_limited_user'
      : 'rate_limited_address';
const kinds = Object.keys(counts) as LimitKind[];

const refusalOf = async (hit: Promise<void>): Promise<Problem | undefined> => {
  try {
    await hit;
    return undefined;
  } catch (error) {
    expect(error).to.be.instanceOf(Problem);
    return error as Problem;
  }
};
/** The number of these simultaneous hits that pass, and the codes with which the others are refused. */
const hitOften = async (hits: readonly Promise<void>[]): Promise<{ passed: number; codes: Set<ProblemCode> }> => {
  const refusals = (await Promise.all(hits.map(refusalOf))).filter((refusal) => refusal !== undefined);
  return { passed: hits.length - refusals.length, codes: new Set(refusals.map(({ code }) => code)) };
};

eachKeyv('limits', ({ open, prefix }) => {
  let limits: Limits;
  /** Another instance, with its own counters in memory and the shared ones on Redis. */
  let elsewhere: Limits;
  let shared: boolean;

  const limitsWith = (parts: Partial<LimitParts> = {}) =>
    createLimits({ ...settings, keyv: open(), prefix: prefix(), observe, ...parts });

  before(() => {
    shared = open().redis !== undefined;
    limits = limitsWith();
    elsewhere = shared ? limitsWith() : limits;
  });

  for (const kind of kinds) {
    it(`let exactly ${counts[kind]} hits of one ${kind} pass in ${windows(kind)} seconds, even if they arrive at once and on several instances`, async () => {
      const name = randomUUID();
      const hits = Array.from({ length: counts[kind] * 3 }, (_, index) =>
        (index % 2 === 0 ? limits : elsewhere).hit(kind, name),
      );
      expect(await hitOften(hits)).to.deep.equal({ passed: counts[kind], codes: new Set([codeOf(kind)]) });
    });

    it(`refuse a further hit of one ${kind} with the number of whole seconds until the window ends`, async () => {
      const name = randomUUID();
      await hitOften(Array.from({ length: counts[kind] }, () => limits.hit(kind, name)));
      const refusal = await refusalOf(limits.hit(kind, name));
      expect(refusal).to.include({ code: codeOf(kind), status: 429 });
      expect(refusal!.retryAfter! % 1).to.equal(0);
      expect(refusal!.retryAfter).to.be.within(windows(kind) - 5, windows(kind));
    });
  }

  it('can be checked without counting', async () => {
    for (const kind of kinds) {
      const name = randomUUID();
      for (let index = 0; index < counts[kind]; index += 1) {
        for (const instance of [limits, elsewhere])
          expect(await refusalOf(instance.check(kind, name))).to.equal(undefined);
        await limits.hit(kind, name);
      }
      const refusal = await refusalOf(elsewhere.check(kind, name));
      expect(refusal).to.include({ code: codeOf(kind), status: 429 });
      expect(refusal!.retryAfter).to.be.within(windows(kind) - 5, windows(kind));
    }
  });

  it('return no time beyond the window if this machine’s clock is set back', async () => {
    const [date, name] = [Date.now, randomUUID()];
    for (let hit = 0; hit < counts.address; hit += 1) await limits.hit('address', name);
    try {
      Date.now = () => date() - 3 * 3_600_000;
      expect((await refusalOf(limits.hit('address', name)))!.retryAfter).to.be.within(1, windows('address'));
    } finally {
      Date.now = date;
    }
  });

  it('count every name and every kind separately', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await hitOften(Array.from({ length: 11 }, () => limits.hit('address', one)));
    expect(await refusalOf(limits.hit('address', one))).to.be.instanceOf(Problem);
    expect(await refusalOf(limits.hit('address', other))).to.equal(undefined);
    expect(await refusalOf(limits.hit('user', one))).to.equal(undefined);
    expect(await refusalOf(limits.hit('session', one))).to.equal(undefined);
  });

  it('are off if the setting is 0', async () => {
    const free = limitsWith({
      addressPerMinute: 0,
      addressFailuresPerMinute: 0,
      userPerHour: 0,
      refreshPerMinute: 0,
      accountPerMinute: 0,
      phonePerMinute: 0,
      servicePerMinute: 0,
    });
    for (const kind of kinds) {
      const name = randomUUID();
      expect(await refusalOf(free.check(kind, name))).to.equal(undefined);
      expect((await hitOften(Array.from({ length: 200 }, () => free.hit(kind, name)))).passed).to.equal(200);
    }
  });

  it('can give back a hit that was counted', async () => {
    const name = randomUUID();
    await hitOften(Array.from({ length: 10 }, () => limits.hit('failure', name)));
    await elsewhere.giveBack('failure', name);
    expect(await refusalOf(limits.hit('failure', name))).to.equal(undefined);
    expect(await refusalOf(limits.hit('failure', name))).to.be.instanceOf(Problem);
  });

  it('exempt, on every instance, only the address from which somebody signed in', async () => {
    const [name, one, other] = [randomUUID(), randomUUID(), randomUUID()];
    await hitOften(Array.from({ length: 50 }, () => limits.hit('network', name, one)));
    await limits.exempt(one);
    for (const call of ['check', 'hit'] as const) {
      expect(await refusalOf(elsewhere[call]('network', name, one))).to.equal(undefined);
      expect(await refusalOf(elsewhere[call]('network', name, other))).to.be.instanceOf(Problem);
    }
  });

  it('report each refusal to the operator, with only its kind', async () => {
    const happenings: MetricEvent[] = [];
    const watched = limitsWith({ addressPerMinute: 1, observe: (happening) => happenings.push(happening) });
    const name = randomUUID();
    await hitOften(Array.from({ length: 3 }, () => watched.hit('address', name)));
    expect(happenings).to.deep.equal([
      { kind: 'limited', limit: 'address' },
      { kind: 'limited', limit: 'address' },
    ]);
  });

  it('report nothing about requests below the limit', async () => {
    const happenings: MetricEvent[] = [];
    const watched = limitsWith({ addressFailuresPerMinute: 1, observe: (happening) => happenings.push(happening) });
    const [name, spared] = [randomUUID(), randomUUID()];
    await watched.exempt(spared);
    await hitOften(Array.from({ length: 7 }, () => watched.hit('network', name, spared)));
    expect(happenings).to.deep.equal([]);
  });
});

describe('limits on a separate Redis', () => {
  let server: RedisServer;
  before(async function () {
    server = await makeRedisServer(this);
  });
  beforeEach(() => server.start());
  afterEach(() => server.stop());

  const instance = (parts: Partial<LimitParts> = {}) => {
    const keyv = openKeyv({ url: server.url });
    return { keyv, limits: createLimits({ ...settings, keyv, observe, ...parts }) };
  };

  it('store no address and no user in plain text, and keep nothing longer than its window', async () => {
    const { keyv, limits } = instance();
    for (const kind of kinds) await limits.hit(kind, '203.0.113.77');
    await limits.exempt('203.0.113.77');
    const keys = await server.tell('KEYS *');
    expect(keys.match(/duplex:(?:limit-\w+|arrival):[\w-]{43}\r/g)).to.have.length(kinds.length + 1);
    expect(keys).to.not.include('203.0.113.77');
    for (const [key, kind] of keys.matchAll(/duplex:(?:limit-)?(\w+):[\w-]{43}/g)) {
      const seconds = Number(/:(\d+)/.exec(await server.tell(`TTL ${key}`))![1]);
      expect(seconds).to.be.within(1, kind === 'arrival' ? 86_400 : windows(kind as LimitKind));
    }
    await keyv.close();
  });

  it('have keys that cannot be guessed without the secret', async () => {
    const places = new Set<string>();
    for (const secret of [settings.secret, `${settings.secret} of before`]) {
      const { keyv, limits } = instance({ secret });
      await limits.hit('address', '203.0.113.77');
      for (const [key] of (await server.tell('KEYS *')).matchAll(/duplex:limit-[\w:-]+/g)) places.add(key);
      await keyv.close();
    }
    expect(places).to.have.lengthOf(2);
  });

  it('begin again when the window ends, however often they were hit within the window', async () => {
    const { keyv, limits } = instance({ addressPerMinute: 1 });
    await limits.hit('address', 'somebody');
    const key = /duplex:limit-address:[\w-]{43}/.exec(await server.tell('KEYS *'))![0];
    await server.tell(`PEXPIRE ${key} 700`);
    let refusal: Problem | undefined;
    let refusals = 0;
    const began = Date.now();
    while ((refusal = await refusalOf(limits.hit('address', 'somebody')))) {
      // Less than a second is left, but Retry-After is never 0.
      expect(refusal.retryAfter).to.equal(1);
      refusals += 1;
    }
    expect(refusals).to.be.above(1);
    expect(Date.now() - began).to.be.within(500, 5_000);
    await keyv.close();
  });

  for (const [state, leave, come] of [
    ['down', () => server.stop(), () => server.start()],
    ['hanging', async () => server.hang(), async () => server.resume()],
  ] as const) {
    it(`apply to each instance alone while Redis is ${state}, and to all instances together when Redis is back`, async () => {
      const { keyv, limits } = instance();
      await limits.hit('address', 'before');
      await leave();
      const began = Date.now();
      const during = await hitOften(Array.from({ length: 30 }, () => limits.hit('address', 'somebody')));
      expect(during).to.deep.equal({ passed: 10, codes: new Set(['rate_limited_address']) });
      expect(Date.now() - began).to.be.below(2_500);
      await come();
      const back = Date.now();
      // Another instance sees a counter on Redis, but not a counter in the memory of this process.
      let name = '';
      do {
        // Also removes the counter from before, which Redis may still have.
        await server.tell('FLUSHALL');
        name = randomUUID();
        await limits.hit('address', name);
      } while (!(await server.tell('KEYS *')).includes('duplex:limit-address:') && Date.now() - back < 5_000);
      const other = instance();
      const hits = Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? limits : other.limits).hit('address', `${name} again`),
      );
      expect((await hitOften(hits)).passed).to.equal(10);
      expect(Date.now() - back).to.be.below(5_000);
      await Promise.all([keyv.close(), other.keyv.close()]);
    });
  }
});
