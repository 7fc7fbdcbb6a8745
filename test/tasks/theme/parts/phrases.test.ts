// Titles in their phrases.
import { expect } from 'chai';
import { phrases } from '../../../../tasks/theme/parts/phrases.ts';
import { cases } from '../../../support/cases.ts';

const partsOf = (title: string): string[] => {
  const markup = String(phrases(title)).replaceAll(/<span class="whole">(.*?)<\/span>/g, '$1');
  const parts = [...markup.matchAll(/<span class="phrase">(.*?)<\/span>/g)].map(([, part]) => part!);
  expect(parts.length === 0 ? markup : parts.join('')).to.equal(title);
  return parts;
};

describe('the phrases of a title', () => {
  for (const [title, expected] of cases<[string, string[]]>('phrases', 'titles')) {
    it(`end behind its marks, are long enough, and hold all of it: ${title}`, () =>
      expect(partsOf(title)).to.deep.equal(expected));
  }

  it('keep words that hyphens join, unless they would not fit a line', () => {
    expect(String(phrases('说说 cache-hard & 其他'))).to.equal('说说 <span class="whole">cache-hard</span> &amp; 其他');
    expect(String(phrases('a-very-long-chain-of-words'))).to.equal('a-very-long-chain-of-words');
    expect(String(phrases('9-Router'))).to.equal('<span class="whole">9-Router</span>');
  });
});
