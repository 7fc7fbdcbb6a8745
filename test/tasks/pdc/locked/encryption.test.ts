// Sealing and opening: by the password, and by the key that a browser's tab remembers in its place.
import { expect } from 'chai';
import { keyOf, open, openByKey, seal } from '#pdc/locked/encryption';

const given = { password: '正确的马', slug: 'algo-a', origin: 'https://example.org' };

describe('a sealed text', () => {
  it('opens by its password, composed either way, and by no other', async () => {
    const envelope = await seal('密文', { ...given, password: 'caf\u00e9 au lait' });
    expect(await open(envelope, 'cafe\u0301 au lait')).to.equal('密文');
    expect(await open(envelope, 'cafe au lait')).to.equal(undefined);
  });

  it('opens by the key of its password, which holds nothing of the password', async () => {
    const envelope = await seal('密文', given);
    const key = await keyOf(envelope, given.password);
    expect(await openByKey(envelope, key)).to.equal('密文');
    expect(key).to.match(/^[\w+/]{43}=$/);
    expect(Buffer.from(key, 'base64').toString('latin1')).not.to.contain(Buffer.from('正确').toString('latin1'));
  });

  it('has a nonce that no other text of its post has, and the same one for the same text', async () => {
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

  it('is locked anew by another password, of the same post too', async () => {
    const [before, after] = [await seal('密文', given), await seal('密文', { ...given, password: '另一个口令' })];
    expect(await open(after, given.password)).to.equal(undefined);
    expect(await open(after, '另一个口令')).to.equal('密文');
    // A nonce that the text alone made would tell who guesses the text that the guess is right.
    expect(after.nonce).to.not.equal(before.nonce);
  });

  it('costs who guesses 600,000 rounds for each password, anew for each post of each site', async () => {
    const [envelope, ...others] = [
      await seal('密文', given),
      await seal('密文', { ...given, slug: 'algo-b' }),
      await seal('密文', { ...given, origin: 'https://example.com' }),
    ];
    expect(envelope!.iterations).to.be.at.least(600_000);
    expect(Buffer.from(envelope!.salt, 'base64')).to.have.lengthOf(16);
    expect(new Set([envelope, ...others].map((one) => one!.salt))).to.have.lengthOf(3);
  });

  it('opens by the same key when its author wrote it anew: the salt is the post’s', async () => {
    const key = await keyOf(await seal('旧文', given), given.password);
    expect(await openByKey(await seal('新文', given), key)).to.equal('新文');
  });

  it('has a key of its own: that of another post, or of a moved envelope, opens nothing', async () => {
    const envelope = await seal('密文', given);
    const other = await seal('别的', { ...given, slug: 'algo-b' });
    const key = await keyOf(envelope, given.password);
    expect(await openByKey(other, key)).to.equal(undefined);
    expect(await openByKey({ ...envelope, slug: 'algo-b' }, key)).to.equal(undefined);
    expect(await openByKey({ ...envelope, version: 2 as 1 }, key)).to.equal(undefined);
  });
});
