// The phone number of a mini-program's user: the decryption of the old method, and the service for both methods.
import { createCipheriv, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { expect } from 'chai';
import fc from 'fast-check';
import { createPhone, decryptData, decryptPhone } from '../../../server/services/phone-service.ts';
import type { EncryptedData } from '../../../server/services/phone-service.ts';
import { Problem, toAnswer } from '../../../server/problem.ts';
import { cases } from '../../support/cases.ts';

/** The provider's own published sample. */
const sample: EncryptedData = {
  appId: 'wx4f4bc4dec97d474b',
  sessionKey: 'tiihtNczf5v6AKRyjwEUhQ==',
  iv: 'r7BXXKkLb8qrSNn05n0qiA==',
  encryptedData: cases<string>('phone', 'encrypted data').join(''),
};

const appId = 'wxmini';
const key = randomBytes(16);
const iv = randomBytes(16);
const info = {
  phoneNumber: '13580006666',
  purePhoneNumber: '13580006666',
  countryCode: '86',
  watermark: { appid: appId, timestamp: 1_700_000_000 },
};

function encrypt(data: string | Buffer, padding = true): EncryptedData {
  const cipher = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(padding);
  const encryptedData = Buffer.concat([cipher.update(data), cipher.final()]).toString('base64');
  return { appId, sessionKey: key.toString('base64'), iv: iv.toString('base64'), encryptedData };
}

const encryptJson = (value: unknown): EncryptedData => encrypt(JSON.stringify(value));

function failureOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('the old phone method', () => {
  it("decrypts the provider's published sample", () => {
    expect(decryptData(sample)).to.include({ openId: 'oGZUI0egBJY1zhBYw2KhdUfwVJJE', nickName: 'Band' });
  });

  it('decrypts a phone number in E.164', () => {
    expect(decryptPhone(encryptJson(info))).to.equal('+8613580006666');
    expect(decryptPhone(encryptJson({ ...info, countryCode: 86 }))).to.equal('+8613580006666');
  });

  const good = encryptJson(info);
  const flip = (text: string, at: number): string => {
    const bytes = Buffer.from(text, 'base64');
    bytes[at]! ^= 1;
    return bytes.toString('base64');
  };
  const last = Buffer.from(good.encryptedData, 'base64').length - 1;

  describe('has the same error for every failure', () => {
    const failures: Record<string, EncryptedData> = {
      "another app's watermark": encryptJson({ ...info, watermark: { appid: 'wxother' } }),
      'no watermark': encryptJson({ ...info, watermark: undefined }),
      'a watermark that is a list': encryptJson({ ...info, watermark: [appId] }),
      'the sample, which contains no phone number': sample,
      'a number of the wrong form': encryptJson({ ...info, purePhoneNumber: 'x' }),
      'JSON that is not an object': encryptJson([info]),
      'text that is not JSON': encrypt('not json'),
      'bytes that are not UTF-8': encrypt(Buffer.from(JSON.stringify({ ...info, more: '\xff' }), 'latin1')),
      'nothing inside': encrypt(''),
      'bad padding': encrypt(Buffer.alloc(32, 0), false),
      'another key': { ...good, sessionKey: randomBytes(16).toString('base64') },
      'a key of 24 bytes': { ...good, sessionKey: randomBytes(24).toString('base64') },
      'a key of 15 bytes': { ...good, sessionKey: randomBytes(15).toString('base64') },
      'a key with a line break': { ...good, sessionKey: `\n${good.sessionKey}` },
      'an empty key': { ...good, sessionKey: '' },
      'an iv of 12 bytes': { ...good, iv: randomBytes(12).toString('base64') },
      'an iv with a line break': { ...good, iv: `\n${good.iv}` },
      'an empty iv': { ...good, iv: '' },
      'no data': { ...good, encryptedData: '' },
      'data that is cut inside a block': { ...good, encryptedData: good.encryptedData.slice(0, 40) },
      'data that is not base64': { ...good, encryptedData: `${good.encryptedData.slice(0, -2)}!!` },
      'data with line breaks': { ...good, encryptedData: `\n${good.encryptedData}` },
      'a changed first block': { ...good, iv: flip(good.iv, 0) },
      'a changed last block': { ...good, encryptedData: flip(good.encryptedData, last) },
      'too much data': encryptJson({ ...info, more: 'x'.repeat(5000) }),
    };
    const expected = toAnswer(new Problem('phone_rejected'), 'r');

    for (const [name, encrypted] of Object.entries(failures)) {
      it(name, () => {
        const error = failureOf(() => decryptPhone(encrypted));
        expect(error).to.be.instanceOf(Problem);
        expect(toAnswer(error, 'r')).to.deep.equal(expected);
        expect((error as Problem).cause).to.equal(undefined);
      });
    }
  });

  it('has the same error for every changed byte', () => {
    fc.assert(
      fc.property(fc.nat(last), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const bytes = Buffer.from(good.encryptedData, 'base64');
        bytes[at]! ^= mask;
        const result = failureOf(() => decryptPhone({ ...good, encryptedData: bytes.toString('base64') }));
        if (typeof result === 'string') return;
        expect(toAnswer(result, 'r')).to.deep.equal(toAnswer(new Problem('phone_rejected'), 'r'));
        expect(inspect(result, { showHidden: true, depth: Infinity })).not.to.contain(good.sessionKey);
      }),
    );
  });
});

describe('the phone service', () => {
  function createBench(keys: Record<string, string> = {}) {
    const claimed = new Set<string>();
    const sent: string[] = [];
    let failure: Problem | undefined;
    const phone = createPhone({
      appId,
      clock: () => new Date(),
      sessionKeys: { get: (openid) => Promise.resolve(keys[openid]) },
      codes: {
        claim: ({ key: name }) => Promise.resolve(!claimed.has(name) && claimed.add(name).size > 0),
        release: (name) => Promise.resolve(void claimed.delete(name)),
        removeClaimed: () => Promise.resolve(0),
      },
      provider: {
        fetchPhone(code) {
          sent.push(code);
          return failure ? Promise.reject(failure) : Promise.resolve('+8613580006666');
        },
      },
    });
    return { phone, sent, claimed, fail: (problem?: Problem) => (failure = problem) };
  }
  const user = { miniOpenid: 'o' };
  const codeOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      (value) => value,
      (error: unknown) => (error as Problem).code,
    );

  it('sends a code to the provider once, even if it is repeated', async () => {
    const { phone, sent, claimed } = createBench();
    expect(await phone.read({ user, code: 'PAID' })).to.equal('+8613580006666');
    expect(await codeOf(phone.read({ user, code: 'PAID' }))).to.equal('phone_rejected');
    expect(sent).to.deep.equal(['PAID']);
    expect([...claimed].join()).not.to.contain('PAID');
  });

  it('sends a code again only if it was not sent before', async () => {
    const { phone, sent, fail } = createBench();
    fail(new Problem('idp_circuit_open', { unsent: true }));
    expect(await codeOf(phone.read({ user, code: 'A' }))).to.equal('idp_circuit_open');
    fail(new Problem('idp_timeout'));
    expect(await codeOf(phone.read({ user, code: 'A' }))).to.equal('idp_timeout');
    fail();
    expect(await codeOf(phone.read({ user, code: 'A' }))).to.equal('phone_rejected');
    expect(sent).to.deep.equal(['A', 'A']);
  });

  it('decrypts with the session_key of the newest login', async () => {
    const { encryptedData, sessionKey, iv: vector } = encryptJson(info);
    const { phone, sent } = createBench({ o: sessionKey });
    expect(await phone.read({ user, encryptedData, iv: vector })).to.equal('+8613580006666');
    expect(sent).to.deep.equal([]);
  });

  it('reports that the session_key has expired, even if there never was one', async () => {
    const { encryptedData, iv: vector } = encryptJson(info);
    const { phone } = createBench();
    for (const miniOpenid of ['o', null]) {
      const call = phone.read({ user: { miniOpenid }, encryptedData, iv: vector });
      expect(await codeOf(call)).to.equal('session_key_stale');
    }
  });
});
