// Titles in their phrases.
import { expect } from 'chai';
import { phrases } from '../../../tasks/theme/phrases.ts';

const partsOf = (title: string): string[] => {
  const markup = String(phrases(title));
  const parts = [...markup.matchAll(/<span class="phrase">(.*?)<\/span>/g)].map(([, part]) => part!);
  expect(parts.length === 0 ? markup : parts.join('')).to.equal(title);
  return parts;
};

describe('the phrases of a title', () => {
  for (const [title, expected] of [
    ['没有标点', []],
    ['二分查找：把不变式写出来，边界就不用背', ['二分查找：', '把不变式写出来，', '边界就不用背']],
    ['「对吗？」他问', ['「对吗？」', '他问']],
    ['真的？！不会', ['真的？！', '不会']],
    ['只有末尾。', []],
    ['a: b, c', []],
  ] as const) {
    it(`end behind its marks, and hold all of it: ${title}`, () => expect(partsOf(title)).to.deep.equal(expected));
  }
});
