// The estimate of tokens is plausible: near what tokenizers count, and never less for more text.
import { expect } from 'chai';
import fc from 'fast-check';
import { estimateTokens, measure } from '#pdc/text/tokens';

describe('the estimated tokens', () => {
  for (const [what, text, least, most] of [
    ['nothing', '', 0, 0],
    ['a word', 'hello', 1, 3],
    ['English', 'The quick brown fox jumps over the lazy dog. '.repeat(20), 160, 300],
    ['Chinese', '模型读到的文字比人读到的更多。'.repeat(20), 160, 330],
    ['code', 'for (let i = 0; i < n; i += 1) {\n  sum += list[i];\n}\n'.repeat(20), 300, 700],
    ['kana and hangul', 'ひらがな한국어'.repeat(20), 80, 300],
  ] as const) {
    it(`of ${what} are plausible`, () => expect(estimateTokens(text)).to.be.within(least, most));
  }

  it('are a whole number, and never fewer for more text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Number.isInteger(estimateTokens(a))).to.equal(true);
        expect(estimateTokens(a + b)).to.be.at.least(Math.max(estimateTokens(a), estimateTokens(b)));
      }),
    );
  });

  it('come with the number of UTF-8 bytes of a text, even if it has lone surrogates', () => {
    const halves = ['\ud83d\ude00', '\ud83d', '\ude00', '\ude00\ud83d', '\ud83d\ud83d\ude00\ude00', 'a\udc00'];
    for (const text of halves) expect(measure(text).bytes, text).to.equal(Buffer.byteLength(text));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(measure(text).bytes).to.equal(Buffer.byteLength(text));
      }),
    );
  });
});
