// Untrusted names and pictures.
import { expect } from 'chai';
import fc from 'fast-check';
import { cleanProfile } from '../../../server/providers/profile.ts';
import { cases } from '../../support/cases.ts';

const nicknameOf = (nickname: unknown): string | undefined => cleanProfile({ nickname, avatarUrl: '' }).nickname;
const avatarOf = (avatarUrl: unknown): string | undefined => cleanProfile({ nickname: '', avatarUrl }).avatarUrl;

/** For titles: a sign that turns the direction of what follows would turn the report too. */
const show = (value: unknown): string =>
  String(JSON.stringify(value)).replace(/[^\x20-\x7e]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);

describe('a nickname of the provider', () => {
  for (const [given, kept] of cases<[unknown, string | undefined]>('profile', 'nicknames')) {
    it(`${show(given)} is kept as ${show(kept)}`, () => expect(nicknameOf(given)).to.equal(kept));
  }

  it('is cut to 64 characters, by code points', () => {
    expect(nicknameOf('𠮷'.repeat(70))).to.equal('𠮷'.repeat(64));
  });

  it('is one clean line of 1 to 64 characters, or absent, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const nickname = nicknameOf(text);
        if (nickname === undefined) return;
        expect([...nickname].length).to.be.within(1, 64);
        expect(nickname).to.equal(nickname.trim());
        expect(nickname).not.to.match(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
        expect(nicknameOf(nickname), 'cleaning twice changes nothing').to.equal(nickname);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a picture's address of the provider", () => {
  const picture = 'https://thirdwx.qlogo.cn/mmopen/g3MonUZtNHkdmzicI/46';

  for (const kept of [picture, 'http://wx.qlogo.cn/mmopen/0']) {
    it(`${kept} is kept as it is`, () => expect(avatarOf(kept)).to.equal(kept));
  }

  for (const given of [
    ...cases<unknown>('profile', 'no pictures'),
    `${picture}/${'a'.repeat(512)}`,
    `${picture}?${'ü'.repeat(200)}`,
    [picture],
  ]) {
    it(`${show(given).slice(0, 60)} is left out`, () => expect(avatarOf(given)).to.equal(undefined));
  }
});
