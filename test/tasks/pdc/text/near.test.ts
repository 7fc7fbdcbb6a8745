// Suggestions for mistyped names.
import { expect } from 'chai';
import fc from 'fast-check';
import { isOneEditApart, nearest } from '#pdc/text/near';

describe('names that somebody may have meant', () => {
  it('are one edit apart when a character was added, left out or replaced', () => {
    const apart = (one: string, other: string): boolean => isOneEditApart(one, other);
    expect(apart('机器学习', '机械学习')).to.equal(true);
    expect(apart('机器学习', '机器学')).to.equal(true);
    expect(apart('机器学习', '强化学习')).to.equal(false);
    expect(apart('机器学习', '机器学习')).to.equal(false);
    expect(apart('', '')).to.equal(false);
    expect(apart('ab', 'ba')).to.equal(false);
  });

  it('are one edit apart in both directions, wherever the edit is', () => {
    const words = fc.array(fc.constantFrom('开', '始', '𠮷', 'a'), { maxLength: 6 });
    fc.assert(
      fc.property(words, fc.nat(6), (characters, at) => {
        const longer = [...characters.slice(0, at), '新', ...characters.slice(at)].join('');
        expect(isOneEditApart(characters.join(''), longer)).to.equal(true);
        expect(isOneEditApart(longer, characters.join(''))).to.equal(true);
      }),
    );
  });

  it('come with the likeliest first', () => {
    expect(nearest(['title', 'tags', 'timezone'], { asked: 'titel', limit: 1 })).to.deep.equal(['title']);
  });
});
