// Keys derived from one secret. All instances derive the same key for a purpose, and keys of different purposes are
// independent of each other.
import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { deriveKey } from '../../server/derived-key.ts';

const secret = 'a secret of tests, with more than 256 bits 秘';
const hex = (...words: [string, string]) =>
  deriveKey(...words)
    .export()
    .toString('hex');

describe('keys', () => {
  it('are HKDF-SHA256 of the UTF-8 bytes of the secret, without salt (RFC 5869 section 2)', () => {
    const extracted = createHmac('sha256', Buffer.alloc(32)).update(Buffer.from(secret, 'utf8')).digest();
    const expanded = createHmac('sha256', extracted).update('duplex a label\x01').digest('hex');
    expect(hex(secret, 'a label')).to.equal(expanded);
  });

  it('are 256 bits long, and differ for each label and each secret', () => {
    const keys = [
      hex(secret, 'one'),
      hex(secret, 'two'),
      hex(`${secret}.`, 'one'),
      Buffer.from(secret).toString('hex'),
    ];
    expect(deriveKey(secret, 'one').symmetricKeySize).to.equal(32);
    expect(new Set(keys).size).to.equal(keys.length);
  });
});
