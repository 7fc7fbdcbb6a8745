// Slugs of titles in Chinese and English.
import { expect } from 'chai';
import { toAsciiSlug } from '#pdc/text/slug';

const slugs = {
  用Rust写编译器: 'yong-rust-xie-bian-yi-qi',
  'Hello,  World!': 'hello-world',
  'Ｇｏ 语言': 'go-yu-yan',
  '--a_b--': 'a-b',
  '！？': 'untitled',
};

describe('slugs', () => {
  for (const [title, slug] of Object.entries(slugs))
    it(`are lowercase ASCII words: ${title}`, () => expect(toAsciiSlug(title)).to.equal(slug));
});
