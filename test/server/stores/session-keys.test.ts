// One contract for the session keys of mini-program users, in memory and on Redis, and the form in which they are
// stored.
import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Keyv } from 'keyv';
import type { KeyvConnection } from '../../../server/stores/keyv.ts';
import { createSessionKeyStore } from '../../../server/stores/session-keys.ts';
import { eachKeyv } from '../../support/redis.ts';

const secret = 'the secret of the tests: more than 256 bits, 秘密';
const older = 'the secret of the year before: more than 256 bits';

/** Records the writes of a store of session keys: key, value and expiry. */
function watch(keyv: KeyvConnection) {
  const seen = { writes: new Map<string, string>(), ttlMs: 0, values: undefined as Keyv<string> | undefined };
  const store = <T>(namespace: string, ttlMs: number): Keyv<T> => {
    const values = keyv.store<T>(namespace, ttlMs);
    values.hooks.addHandler('preSet', (data: { key: string; value: string }) => seen.writes.set(data.key, data.value));
    return Object.assign(seen, { ttlMs, values }).values;
  };
  return { seen, keyv: { store } };
}

eachKeyv('session keys', ({ open }) => {
  let keyv: KeyvConnection;
  const makeKey = () => randomBytes(16).toString('base64');
  const makeOpenid = () => `openid-${randomUUID()}`;

  before(() => {
    keyv = open();
  });

  const storeWith = (
    parts: { secret?: string; previous?: readonly string[] } = {},
    on: Pick<KeyvConnection, 'store'> = keyv,
  ) => createSessionKeyStore({ keyv: on, secret, previous: [], ...parts });

  it('are read back by their openid, and by no other openid', async () => {
    const [openid, key] = [makeOpenid(), makeKey()];
    await storeWith().put(openid, key);
    expect(await storeWith().get(openid)).to.equal(key);
    expect(await storeWith().get(makeOpenid())).to.equal(undefined);
    expect(await storeWith().get('')).to.equal(undefined);
  });

  it('are those of the newest login', async () => {
    const [openid, newest] = [makeOpenid(), makeKey()];
    await storeWith().put(openid, makeKey());
    await storeWith().put(openid, newest);
    expect(await storeWith().get(openid)).to.equal(newest);
  });

  it('are gone once they are removed', async () => {
    const [openid, other, key] = [makeOpenid(), makeOpenid(), makeKey()];
    await storeWith().put(openid, makeKey());
    await storeWith().put(other, key);
    await storeWith().remove(openid);
    await storeWith().remove(openid);
    expect(await storeWith().get(openid)).to.equal(undefined);
    expect(await storeWith().get(other)).to.equal(key);
  });

  it('live 30 minutes', () => {
    const { seen, keyv: watched } = watch(keyv);
    storeWith({}, watched);
    expect(seen.ttlMs).to.equal(30 * 60_000);
    expect(seen.values?.ttl).to.equal(30 * 60_000);
  });

  it('are stored encrypted, under a digest of the openid, and with a different ciphertext each time', async () => {
    const [openid, key] = [makeOpenid(), makeKey()];
    const { seen, keyv: watched } = watch(keyv);
    const store = storeWith({}, watched);
    await store.put(openid, key);
    const [place, first] = [...seen.writes][0]!;
    await store.put(openid, key);
    const second = seen.writes.get(place)!;
    expect(seen.writes.size).to.equal(1);
    expect(second).to.not.equal(first);
    expect(place).to.match(/^[\w-]{43}$/);
    const keyBytes = Buffer.from(key, 'base64').toString('latin1');
    for (const text of [place, first, second, Buffer.from(first, 'base64url').toString('latin1')]) {
      for (const planted of [openid, key, keyBytes]) expect(text).to.not.include(planted);
    }
    // 12 bytes of nonce, 16 of tag, and the 24 characters of the key.
    expect(Buffer.from(first, 'base64url')).to.have.length(12 + 16 + 24);
  });

  it('depend on the secret: without the secret, nobody can look up an openid or decrypt its key', async () => {
    const openid = makeOpenid();
    const { seen, keyv: watched } = watch(keyv);
    for (const each of [secret, older]) await storeWith({ secret: each }, watched).put(openid, makeKey());
    expect(seen.writes.size).to.equal(2);
    const [[, sealed], [place]] = [...seen.writes] as [[string, string], [string, string]];
    await seen.values!.set(place, sealed);
    expect(await storeWith({ secret: older }).get(openid)).to.equal(undefined);
  });

  it('of a previous secret can be read and removed while that secret is in JWT_SECRET_PREVIOUS', async () => {
    const [openid, key, newest] = [makeOpenid(), makeKey(), makeKey()];
    await storeWith({ secret: older }).put(openid, key);
    const rotated = storeWith({ previous: ['a third secret, with more than 256 bits', older] });
    expect(await rotated.get(openid)).to.equal(key);
    expect(await storeWith().get(openid)).to.equal(undefined);
    await rotated.put(openid, newest);
    expect(await rotated.get(openid)).to.equal(newest);
    await rotated.remove(openid);
    expect(await rotated.get(openid)).to.equal(undefined);
  });

  it('are absent if the stored value was changed or cut, or is foreign', async () => {
    const [openid, key] = [makeOpenid(), makeKey()];
    const { seen, keyv: watched } = watch(keyv);
    const store = storeWith({}, watched);
    await store.put(openid, key);
    const [place, sealed] = [...seen.writes][0]!;
    const bytes = Buffer.from(sealed, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      await seen.values!.set(place, changed.toString('base64url'));
      expect(await store.get(openid), `byte ${index}`).to.equal(undefined);
    }
    for (const text of ['', 'x', sealed.slice(0, 16), sealed.slice(0, -4), `${sealed}AAAA`, key, '{}', '😀']) {
      await seen.values!.set(place, text);
      expect(await store.get(openid), text).to.equal(undefined);
    }
    for (const value of [{ sealed }, 7, [sealed], true]) {
      await seen.values!.set(place, value as never);
      expect(await store.get(openid), JSON.stringify(value)).to.equal(undefined);
    }
    await seen.values!.set(place, sealed);
    expect(await store.get(openid)).to.equal(key);
  });

  it("are absent if they are in another openid's entry: a key can only be decrypted for its own user", async () => {
    const [mine, theirs] = [makeOpenid(), makeOpenid()];
    const { seen, keyv: watched } = watch(keyv);
    const store = storeWith({}, watched);
    await store.put(mine, makeKey());
    await store.put(theirs, makeKey());
    const [, [place]] = [...seen.writes] as [[string, string], [string, string]];
    const [[, sealed]] = [...seen.writes] as [[string, string]];
    await seen.values!.set(place, sealed);
    expect(await store.get(theirs)).to.equal(undefined);
    expect(await store.get(mine)).to.be.a('string');
  });
});
