// Tests that words are counted as readers count them, in Chinese and in the text between Chinese characters.
import { expect } from 'chai';
import fc from 'fast-check';
import { countWords } from '#pdc/markdown/word-count';
import { cases } from '../../../support/cases.ts';

describe('the words of a text', () => {
  for (const [text, count] of cases<[string, number]>('word-count', 'counts')) {
    it(`are Han and kana characters, and runs of other characters: ${JSON.stringify(text)}`, () =>
      expect(countWords(text)).to.equal(count));
  }

  it('are the same as those that a slow regular expression finds', () => {
    const slow =
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}'’_-]*?(?=[\p{Script=Han}]|[^\p{L}\p{N}'’_-]|$)/gu;
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(..."汉字〇々ひらカナーｶab1Ω한’'_- ，。", '𠮷', '𝒳', '\ud842', '\udfb7') }),
    );
    const isSame = (one: string): boolean => countWords(one) === (one.match(slow)?.length ?? 0);
    fc.assert(fc.property(text, isSame), { numRuns: 2000 });
  });
});
