// Untrusted names and pictures.
import { expect } from 'chai';
import fc from 'fast-check';
import { cleanNickname, readNickname, readPicture } from '../../server/profile.ts';
import { cases } from '../support/cases.ts';

/** Escapes a value for a title, because characters that change the direction of text would also change the report. */
const show = (value: unknown): string =>
  String(JSON.stringify(value)).replace(/[^\x20-\x7e]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);

describe('a nickname of the provider', () => {
  for (const [given, kept] of cases<[string, string | undefined]>('profile', 'nicknames')) {
    it(`${show(given)} is kept as ${show(kept)}`, () => expect(cleanNickname(given)).to.equal(kept));
  }

  it('is cut to 64 characters, counted in code points', () => {
    expect(cleanNickname('𠮷'.repeat(70))).to.equal('𠮷'.repeat(64));
  });

  /** Whole characters, parts of emoji, invisible characters, characters that change the direction, lone surrogates. */
  const unit = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
    fc.constantFrom(...cases<string>('profile', 'pieces')),
  );
  const texts = fc.array(unit, { maxLength: 80 }).map((pieces) => pieces.join(''));

  it('is one clean line of 1 to 64 characters, or absent, for any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const nickname = cleanNickname(text);
        if (nickname === undefined) return;
        expect([...nickname].length).to.be.within(1, 64);
        expect(nickname).to.equal(nickname.trim());
        expect(nickname).not.to.match(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
        expect(cleanNickname(nickname), 'cleaning twice changes nothing').to.equal(nickname);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is accepted unchanged if the person sends it back', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const nickname = cleanNickname(text);
        if (nickname !== undefined) expect(readNickname(nickname)).to.equal(nickname);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is not changed by cleaning if it was accepted from a person', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const nickname = readNickname(text);
        if (nickname !== undefined) expect(cleanNickname(nickname)).to.equal(nickname);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a nickname of a person', () => {
  for (const [given, kept] of cases<[string, string | undefined]>('profile', 'sent nicknames')) {
    it(`${show(given)} is ${kept === undefined ? 'refused' : `kept as ${show(kept)}`}`, () =>
      expect(readNickname(given)).to.equal(kept));
  }
});

describe("a picture's address", () => {
  const picture = 'https://thirdwx.qlogo.cn/mmopen/g3MonUZtNHkdmzicI/46';

  for (const kept of [
    picture,
    'http://wx.qlogo.cn/mmopen/0',
    'http://thirdwx.qlogo.cn/x/132',
    'http://mmbiz.qpic.cn/0',
  ]) {
    it(`${kept} is kept as it is`, () => expect(readPicture(kept)).to.equal(kept));
  }

  for (const given of [
    ...cases<string>('profile', 'no pictures'),
    `${picture}/${'a'.repeat(512)}`,
    `${picture}?${'ü'.repeat(200)}`,
  ]) {
    it(`${show(given).slice(0, 60)} is left out`, () => expect(readPicture(given)).to.equal(undefined));
  }

  it('over http is accepted only from WeChat or from the named hosts', () => {
    for (const host of ['pictures.test', 'qlogo.cn.evil.test', 'evilqlogo.cn', 'localhost', 'wx.qlogo.cn.'])
      expect(readPicture(`http://${host}/0`), host).to.equal(undefined);
    expect(readPicture('http://localhost:3000/sandbox/lin.svg', /^localhost$/)).to.be.a('string');
    expect(readPicture('ftp://localhost/0', /./)).to.equal(undefined);
  });

  it('does not change if its stored value is stored again', () => {
    const addresses = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https'] }),
      fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `https://thirdwx.qlogo.cn/${text}`),
      fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => ` https://${text}`),
    );
    fc.assert(
      fc.property(addresses, (text) => {
        const kept = readPicture(text);
        if (kept === undefined) return;
        expect(kept.length).to.be.at.most(512);
        expect(kept).to.match(/^https?:\/\/[\x21-\x7e]+$/);
        expect(readPicture(kept)).to.equal(kept);
      }),
      { numRuns: 2_000 },
    );
  });
});
