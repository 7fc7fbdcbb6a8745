// Words as a reader counts them, in Chinese and in what stands between.
import { expect } from 'chai';
import fc from 'fast-check';
import { countWords } from '#pdc/markdown/word-count';

describe('the words of a text', () => {
  for (const [text, count] of [
    ['', 0],
    ['你好，world！', 3],
    ['don’t stop-gap x_y', 3],
    ['C++ 与 C#', 3],
    ['ab汉cd', 3],
    ['ひらカナ', 4],
    ['한국어 텍스트', 2],
    ['𠮷野家', 3],
    ['-- …… _', 0],
  ] as const) {
    it(`are Han and kana characters and runs of others: ${JSON.stringify(text)}`, () =>
      expect(countWords(text)).to.equal(count));
  }

  it('are those that the slow expression finds', () => {
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
