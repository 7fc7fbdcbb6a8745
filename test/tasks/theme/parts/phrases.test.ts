// Tests how titles are split into phrases.
import { expect } from 'chai';
import { phrases } from '../../../../tasks/theme/parts/phrases.ts';
import { cases } from '../../../support/cases.ts';

const partsOf = (title: string): string[] => {
  const markup = String(phrases(title)).replaceAll(/<span class="whole">(.*?)<\/span>|<wbr>/g, '$1');
  const parts = [...markup.matchAll(/<span class="phrase">(.*?)<\/span>/g)].map(([, part]) => part!);
  expect(parts.length === 0 ? markup : parts.join('')).to.equal(title);
  return parts;
};

describe('the phrases of a title', () => {
  it('are not split in a title that is too long to read, because splitting would take quadratic time', () => {
    const title = '一，'.repeat(251);
    expect(phrases(title)).to.equal(title);
  });

  for (const [title, expected] of cases<[string, string[]]>('phrases', 'titles')) {
    it(`end after punctuation, are long enough, and contain the whole title: ${title}`, () =>
      expect(partsOf(title)).to.deep.equal(expected));
  }
});
