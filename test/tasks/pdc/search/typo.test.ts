// Whether one word is another with a typing mistake.
import { expect } from 'chai';
import { isTypo } from '#pdc/search/typo';

describe('a typing mistake', () => {
  for (const [what, written, meant] of [
    ['a letter too many', 'threadd', 'thread'],
    ['a letter too few', 'thred', 'thread'],
    ['another letter', 'thrqad', 'thread'],
    ['two letters in the wrong order', 'therad', 'thread'],
    ['two mistakes in a long word', 'contaner-qurey', 'container-query'],
  ] as const) {
    it(`is ${what}`, () => expect(isTypo(written, meant)).to.equal(true));
  }

  for (const [what, written, meant] of [
    ['two mistakes in a short word', 'thrdd', 'thread'],
    ['any in a word of three letters', 'cat', 'car'],
    ['another first letter', 'dhread', 'thread'],
    ['a longer word', 'thread', 'threading'],
    ['three mistakes', 'cntnrquery', 'containerquery'],
  ] as const) {
    it(`is not ${what}`, () => expect(isTypo(written, meant)).to.equal(false));
  }
});
