// Titles in their phrases.
import { expect } from 'chai';
import { phrases } from '../../../tasks/theme/phrases.ts';

const partsOf = (title: string): string[] => {
  const markup = String(phrases(title)).replaceAll(/<span class="whole">(.*?)<\/span>/g, '$1');
  const parts = [...markup.matchAll(/<span class="phrase">(.*?)<\/span>/g)].map(([, part]) => part!);
  expect(parts.length === 0 ? markup : parts.join('')).to.equal(title);
  return parts;
};

describe('the phrases of a title', () => {
  for (const [title, expected] of [
    ['没有标点', []],
    ['再读二分查找：把不变式写出来，边界就不用背', ['再读二分查找：', '把不变式写出来，', '边界就不用背']],
    ['「这样真的对吗？」他回头这样问', ['「这样真的对吗？」', '他回头这样问']],
    ['这一次是真的？！我看未必是真', ['这一次是真的？！', '我看未必是真']],
    ['从 Blowfish 到今天：cache-hard 的密码哈希', ['从 Blowfish 到今天：', 'cache-hard 的密码哈希']],
    ['9Router：一个路由器的自组织', []],
    ['它不是工具，是现象：你自己来看', []],
    ['只有末尾。', []],
    ['a: b, c', []],
  ] as const) {
    it(`end behind its marks, are long enough, and hold all of it: ${title}`, () =>
      expect(partsOf(title)).to.deep.equal(expected));
  }

  it('keep words that hyphens join, unless they would not fit a line', () => {
    expect(String(phrases('说说 cache-hard & 其他'))).to.equal('说说 <span class="whole">cache-hard</span> &amp; 其他');
    expect(String(phrases('a-very-long-chain-of-words'))).to.equal('a-very-long-chain-of-words');
    expect(String(phrases('9-Router'))).to.equal('<span class="whole">9-Router</span>');
  });
});
