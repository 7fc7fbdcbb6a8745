// Parts of a text: characters are code points, and the parts make up the whole.
import { expect } from 'chai';
import fc from 'fast-check';
import { estimateTokens } from '#pdc/text/tokens';
import { countCharacters, excerpt } from '#pdc/markdown/excerpt';

/** Every part of a text, one after the other. */
function partsOf(text: string, maxTokens: number): string[] {
  const parts: string[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const part = excerpt(text, { offset, maxTokens });
    expect(part.offset).to.equal(offset);
    expect(part.more).to.equal(part.next_offset !== null);
    parts.push(part.content);
    offset = part.next_offset;
  }
  return parts;
}

describe('an excerpt', () => {
  it('is the whole text if it fits', () => {
    expect(excerpt('甲乙\n丙', { offset: 0, maxTokens: 20_000 })).to.deep.equal({
      content: '甲乙\n丙',
      offset: 0,
      next_offset: null,
      more: false,
    });
    expect(excerpt('', { offset: 0, maxTokens: 1 })).to.deep.include({ content: '', more: false, next_offset: null });
  });

  it('makes up the whole text with the excerpts after it, splits no character, and stays within the tokens', () => {
    const characters = fc.array(fc.constantFrom('a', '甲', '🚀', '𠮷', '\n', '\r\n', 'é', '👨‍👩‍👧'), { maxLength: 200 });
    fc.assert(
      fc.property(characters, fc.integer({ min: 1, max: 40 }), (pieces, maxTokens) => {
        const text = pieces.join('');
        const parts = partsOf(text, maxTokens);
        expect(parts.join('')).to.equal(text);
        for (const part of parts) {
          expect(!/\p{Surrogate}/u.test(part)).to.equal(true);
          if (countCharacters(part) > 1) expect(estimateTokens(part)).to.be.at.most(maxTokens);
        }
      }),
    );
  });

  it('counts its offset in characters', () => {
    expect(excerpt('𠮷🚀甲', { offset: 2, maxTokens: 9 }).content).to.equal('甲');
    expect(excerpt('𠮷🚀甲', { offset: 0, maxTokens: 2 })).to.deep.include({
      content: '𠮷',
      next_offset: 1,
      more: true,
    });
  });

  it('always advances by at least one character', () => {
    expect(partsOf('🚀🚀', 1)).to.deep.equal(['🚀', '🚀']);
  });

  it('ends at a line break if it still has more than half of its possible length', () => {
    expect(excerpt('aaaaaaaa\nbbbb\ncc', { offset: 0, maxTokens: 4 }).content).to.equal('aaaaaaaa\n');
    expect(excerpt(`a\n${'b'.repeat(100)}`, { offset: 0, maxTokens: 10 }).content).to.have.lengthOf(32);
  });

  it('is empty past the end', () => {
    expect(excerpt('abc', { offset: 9, maxTokens: 9 })).to.deep.equal({
      content: '',
      offset: 9,
      next_offset: null,
      more: false,
    });
  });

  it('of a megabyte takes little time', () => {
    const text = '甲乙丙丁\n'.repeat(200_000);
    const started = performance.now();
    excerpt(text, { offset: 500_000, maxTokens: 20_000 });
    expect(performance.now() - started).to.be.below(500);
  });
});
