// Tests whether one word is another word with a typing mistake.
import { expect } from 'chai';
import { isTypo } from '#pdc/search/typo';
import { cases } from '../../../support/cases.ts';

describe('a typing mistake', () => {
  for (const [what, written, meant] of cases<[string, string, string]>('typo', 'mistakes')) {
    it(`is ${what}`, () => expect(isTypo(written, meant)).to.equal(true));
  }

  for (const [what, written, meant] of cases<[string, string, string]>('typo', 'others')) {
    it(`is not ${what}`, () => expect(isTypo(written, meant)).to.equal(false));
  }
});
