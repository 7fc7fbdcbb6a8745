// How a sentence is looked up in the catalogue: whatever is put into its holes, and whatever sentence stands in one.
import { expect } from 'chai';
import { translate, translateLines } from '../../../tasks/report/translate.ts';

const told = (sentence: string): string => translate(sentence, 'zh-CN');

describe('a sentence that a command tells', () => {
  it('is Chinese to readers of Chinese, and English to all others', () => {
    for (const language of ['zh-CN', 'zh-TW', 'zh', 'ZH-cn'])
      expect(translate('title must not be empty', language)).to.equal('title 不能为空');
    for (const language of ['en', 'en-GB', 'fr', 'ja'])
      expect(translate('title must not be empty', language)).to.equal('title must not be empty');
  });

  it('stays English where the catalogue does not have it', () => {
    for (const sentence of ['the moon is not made of cheese', '', 'must not be empty', 'password is missing'])
      expect(told(sentence)).to.equal(sentence);
  });

  it('keeps what is put into it, letter for letter', () => {
    for (const name of ['$&', '{}', '{1}', 'renamed', 'a list', '读书 笔记', '"', '两\n行', 'x" stands twice: "y'])
      expect(told(`tags must be distinct: "${name}" stands twice`)).to.equal(`tags 不能重复：“${name}”出现了两次`);
  });

  it('puts it where Chinese has it', () => {
    expect(told('and 12 more of links: --verbose shows them')).to.equal('links 还有 12 条：加 --verbose 全部列出');
  });

  it('is the most exact of those that fit', () => {
    expect(told('unknown key titel: remove it or correct its spelling; the nearest known key is title')).to.equal(
      '未知的键 titel：请删掉或改正拼写；最接近的键是 title',
    );
  });

  it('may hold another, which is told in Chinese too, and set off by a blank only where it is no Chinese', () => {
    const address = (owner: string): string =>
      told(`the address /posts/a/ belongs to ${owner} already: rename this file`);
    expect(address('content/甲.md')).to.equal('地址 /posts/a/ 已经属于 content/甲.md：请给这个文件改名');
    expect(address('the site itself')).to.equal('地址 /posts/a/ 已经属于站点自带的内容：请给这个文件改名');
    expect(told('prompt_args item 2: the name "X" stands twice')).to.equal('prompt_args 第 2 项：名称“X”出现了两次');
    expect(told('not valid YAML: something new')).to.equal('不是有效的 YAML：something new');
    expect(
      told('parts.postEnd threw a string, which is no Error: correct the function (for a.md, the first of 3)'),
    ).to.equal('parts.postEnd 抛出了文字（不是 Error）：请改正这个函数（共 3 篇文章，第一篇是 a.md）');
  });

  it('stands line by line in a longer text, with its indent', () => {
    const text =
      'nothing was written: what must stay locked was found in the output\n  /a.html holds the password of b.md';
    expect(translateLines(text, 'zh-CN')).to.equal(
      '没有写出任何文件：输出里出现了应当加密的内容\n  /a.html 含有 b.md 的密码',
    );
    expect(translateLines(text, 'en')).to.equal(text);
  });
});
