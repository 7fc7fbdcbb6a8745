// Tests the covers of articles without a picture.
import { expect } from 'chai';
import { titleCover } from '../../../../tasks/theme/parts/title-cover.ts';
import type { Card } from '#pdc/library/cards';

const cover = (title: string, slug = 'cs-a', category = { slug: 'cs', name: '计算机基础' }): string =>
  String(titleCover({ title, slug, category } as Card, 'thumbnail'));
const wordsOf = (title: string): string => /data-title="([^"]*)"/.exec(cover(title))![1]!;

describe('the cover of an article without a picture', () => {
  for (const [title, words] of [
    ['浮点数的几个坑：从 0.1 + 0.2 说起', '浮点数'],
    ['《人月神话》读书笔记', '人月神话'],
    ['端口复用踩坑记录', '端口'],
    ['如何用 Flyway 迁移', '如何用'],
    ['TCP 三次握手', 'TCP'],
    ['C++ 的 RAII', 'C++'],
    ['llms.txt 规范', 'llms.txt'],
    ['The Mythical Man-Month', 'Mythical'],
    ['Understanding floats', 'U'],
    ['カレーの作り方', 'カ'],
    ['🙂', '🙂'],
    ['……', '…'],
  ] as const) {
    it(`shows the first characters of the title, and whole words if they are short: ${title}`, () =>
      expect(wordsOf(title)).to.equal(words));
  }

  it('differs between the articles of one category, and is the same in every build', () => {
    const slugs = Array.from({ length: 12 }, (_, index) => `cs-${index}`);
    const covers = slugs.map((slug) => cover('笔记', slug));
    expect(new Set(covers).size).to.be.above(7);
    expect(slugs.map((slug) => cover('笔记', slug))).to.deep.equal(covers);
  });

  it('has no words for screen readers, and no markup from the title', () => {
    expect(cover('"<b>')).to.include('aria-hidden="true"').and.include('data-title="b"').and.not.include('<b');
  });
});
