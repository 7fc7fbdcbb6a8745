// One contract for values that can be taken once, in memory and on Redis.
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createOneTimeStore } from '../../../server/stores/one-time.ts';
import type { OneTimeStore, StateRecord } from '../../../server/ports/one-time-store.ts';
import { eachKeyv } from '../../support/redis.ts';

eachKeyv('one-time values', ({ open }) => {
  const minuteMs = 60_000;
  let store: OneTimeStore<StateRecord>;
  /** The same store, as another instance of the service uses it. */
  let elsewhere: OneTimeStore<StateRecord>;

  const storeOn = (keyv = open(), parts: { namespace?: string; ttlMs?: number } = {}) =>
    createOneTimeStore<StateRecord>({ keyv, namespace: 'states', ttlMs: minuteMs, ...parts });

  before(() => {
    store = storeOn();
    elsewhere = storeOn();
  });

  it('are returned unchanged to the first caller, and then they are gone', async () => {
    const key = randomUUID();
    const value = { flow: 'a "digest": 秘密 :base64:AAAA' };
    await store.put(key, value);
    expect(await elsewhere.take(key)).to.deep.equal(value);
    expect(await elsewhere.take(key)).to.equal(undefined);
    expect(await store.take(key)).to.equal(undefined);
  });

  it('are undefined if nothing was put', async () => {
    for (const key of [randomUUID(), '', '__proto__', 'constructor', '*']) {
      expect(await store.take(key)).to.equal(undefined);
    }
  });

  it('go to exactly one of many simultaneous takers, on several instances', async () => {
    for (let round = 0; round < 50; round += 1) {
      const key = randomUUID();
      await store.put(key, { flow: key });
      const takers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? store : elsewhere));
      const taken = await Promise.all(takers.map((taker) => taker.take(key)));
      expect(taken.filter((value) => value !== undefined)).to.deep.equal([{ flow: key }]);
    }
  });

  it('are renewed when they are put again, and are still taken once', async () => {
    const key = randomUUID();
    await store.put(key, { flow: 'first' });
    await elsewhere.put(key, { flow: 'second' });
    expect(await store.take(key)).to.deep.equal({ flow: 'second' });
    expect(await store.take(key)).to.equal(undefined);
  });

  it('are recognized on every instance after they were put, even if they were taken or have expired', async () => {
    const [alive, taken, over] = [randomUUID(), randomUUID(), randomUUID()];
    const shortLived = storeOn(open(), { namespace: 'short', ttlMs: 1 });
    for (const key of [alive, taken]) await store.put(key, { flow: key });
    await shortLived.put(over, { flow: over });
    await elsewhere.take(taken);
    while ((await shortLived.take(over)) !== undefined) await shortLived.put(over, { flow: over });
    expect(await elsewhere.recognizes(alive)).to.equal(true);
    expect(await store.recognizes(taken)).to.equal(true);
    expect(await shortLived.recognizes(over)).to.equal(true);
    for (const key of [randomUUID(), '', '__proto__', '*']) expect(await store.recognizes(key), key).to.equal(false);
    expect(await shortLived.recognizes(alive), 'by another namespace').to.equal(false);
  });

  it('of different namespaces are independent', async () => {
    const keyv = open();
    const [states, codes] = [storeOn(keyv, { namespace: 'one' }), storeOn(keyv, { namespace: 'two' })];
    const key = randomUUID();
    await states.put(key, { flow: 'of the first' });
    expect(await codes.take(key)).to.equal(undefined);
    await codes.put(key, { flow: 'of the second' });
    expect(await states.take(key)).to.deep.equal({ flow: 'of the first' });
    expect(await codes.take(key)).to.deep.equal({ flow: 'of the second' });
  });

  it('are gone when their time is over, and not before', async () => {
    const ttlMs = 300;
    const brief = storeOn(open(), { namespace: 'brief', ttlMs });
    const began = Date.now();
    // A value can only be read by taking it, so each check has its own value.
    const keys = Array.from({ length: 2_000 }, () => randomUUID());
    await Promise.all(keys.map((key) => brief.put(key, { flow: key })));
    const written = Date.now();
    let key = keys.pop();
    while (key !== undefined && (await brief.take(key)) !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      key = keys.pop();
    }
    expect(key, 'no value expired').to.be.a('string');
    expect(Date.now() - began).to.be.at.least(ttlMs);
    while (Date.now() <= written + ttlMs) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const late of keys.slice(0, 50)) expect(await brief.take(late)).to.equal(undefined);
  });
});
