import { expect } from 'chai';
import { Theme } from '../../../../tasks/adopt/was/old-theme.ts';
import { wordsIn } from '../../../../tasks/adopt/was/page-words.ts';

const lost = (text: string) => ({ kind: 'lost' as const, text: wordsIn(text).join(' ') });
const none: ReadonlySet<number> = new Set();

describe('the theme of an old site', () => {
  it('includes the words that several pages have outside their texts, whatever is between them', () => {
    const theme = new Theme();
    for (const day of ['01', '02', '03'])
      theme.learn({ around: wordsIn('首页 归档'), differences: [lost(`发表于 2020-01-${day} 分类于技术`)] });
    expect(theme.covers(wordsIn('发表于 2021 分类于'), none)).to.not.include(false);
    expect(theme.covers(wordsIn('首页归档'), none)).to.not.include(false);
  });

  it('does not include words of only one page, even if a text shares a word with the theme', () => {
    const theme = new Theme();
    for (const text of ['发表于 甲', '发表于 乙', '发表于 丙']) theme.learn({ around: [], differences: [lost(text)] });
    expect(theme.covers(wordsIn('旧站多一句话'), none)).to.deep.equal([false, false, false, false, false, false]);
  });
});
