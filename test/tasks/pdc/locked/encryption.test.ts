// Tests encryption and decryption: by the password, and by the key that a browser tab keeps instead.
import { expect } from 'chai';
import { keyOf, open, openByKey, seal } from '#pdc/locked/encryption';

const given = { password: '正确的马', slug: 'algo-a', origin: 'https://example.org' };

describe('a sealed text', () => {
  it('opens with its password, in both Unicode forms, and with no other password', async () => {
    const envelope = await seal('密文', { ...given, password: 'caf\u00e9 au lait' });
    expect(await open(envelope, 'cafe\u0301 au lait')).to.equal('密文');
    expect(await open(envelope, 'cafe au lait')).to.equal(undefined);
  });

  it('opens with the key of its password, which does not contain the password', async () => {
    const envelope = await seal('密文', given);
    const key = await keyOf(envelope, given.password);
    expect(await openByKey(envelope, key)).to.equal('密文');
    expect(key).to.match(/^[\w+/]{43}=$/);
    expect(Buffer.from(key, 'base64').toString('latin1')).not.to.contain(Buffer.from('正确').toString('latin1'));
  });

  it('has a different nonce for each text of its post, and the same nonce for the same text', async () => {
    const edits = ['', '密', '密文', '密文 ', '密文\n', '密 文', '改过的密文', '密文'.repeat(1000)];
    const nonces = new Map<string, string>();
    for (const text of edits) {
      const { nonce, ciphertext } = await seal(text, given);
      expect(nonces.get(nonce), JSON.stringify(text)).to.equal(undefined);
      nonces.set(nonce, text);
      expect(await seal(text, given)).to.include({ nonce, ciphertext });
    }
    expect(nonces.size).to.equal(edits.length);
  });

  it('is different with another password, also for the same post', async () => {
    const [before, after] = [await seal('密文', given), await seal('密文', { ...given, password: '另一个口令' })];
    expect(await open(after, given.password)).to.equal(undefined);
    expect(await open(after, '另一个口令')).to.equal('密文');
    // A nonce that depends only on the text would confirm a guess of the text.
    expect(after.nonce).to.not.equal(before.nonce);
  });

  it('derives the keys of a post again only after another password or a failure', async () => {
    const { subtle } = crypto;
    let derivations = 0;
    subtle.deriveBits = (...args) => {
      derivations += 1;
      if (derivations === 1) return Promise.reject(new Error('out of memory'));
      return SubtleCrypto.prototype.deriveBits.apply(subtle, args);
    };
    try {
      const post = { ...given, slug: 'algo-derived', password: '旧的口令' };
      const failure = await seal('密文', post).catch((error: unknown) => error);
      expect(failure).to.be.an('error').with.property('message', 'out of memory');
      const counts = [];
      for (const password of ['旧的口令', '旧的口令', '新的口令', '新的口令', '旧的口令']) {
        await seal('密文', { ...post, password });
        counts.push(derivations);
      }
      expect(counts).to.deep.equal([2, 2, 3, 3, 4]);
    } finally {
      Reflect.deleteProperty(subtle, 'deriveBits');
    }
  });

  it('needs 600,000 rounds to try a password, for each post of each site', async () => {
    const [envelope, ...others] = [
      await seal('密文', given),
      await seal('密文', { ...given, slug: 'algo-b' }),
      await seal('密文', { ...given, origin: 'https://example.com' }),
    ];
    expect(envelope!.iterations).to.be.at.least(600_000);
    expect(Buffer.from(envelope!.salt, 'base64')).to.have.lengthOf(16);
    expect(new Set([envelope, ...others].map((one) => one!.salt))).to.have.lengthOf(3);
  });

  it('opens with the same key after a change of the text, because the salt depends on the post', async () => {
    const key = await keyOf(await seal('旧文', given), given.password);
    expect(await openByKey(await seal('新文', given), key)).to.equal('新文');
  });

  it('has a key that opens no other post and no moved envelope', async () => {
    const envelope = await seal('密文', given);
    const other = await seal('别的', { ...given, slug: 'algo-b' });
    const key = await keyOf(envelope, given.password);
    expect(await openByKey(other, key)).to.equal(undefined);
    expect(await openByKey({ ...envelope, slug: 'algo-b' }, key)).to.equal(undefined);
    expect(await openByKey({ ...envelope, version: 2 as 1 }, key)).to.equal(undefined);
  });
});
