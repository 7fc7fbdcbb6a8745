// `/api/categories/<slug>.json` and `.md`: the list and the full texts of one category.
import { expect } from 'chai';
import { categoryJson, categoryMd } from '#pdc/endpoints/categories';
import { toEntry } from '#pdc/endpoints/index.json';
import { withoutPauses } from '#pdc/text/document';
import { articleText } from '../../../support/articles.ts';
import { shelve, siteWith, textOf } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

const site = siteWith({
  url: 'https://e.example/blog',
  category_map: { '技 术\n': 'tech', 技术: 'tech', 算法: 'algo' },
});
const files = {
  'algo-a.md': articleText({ title: '"旧 | 题"', date: '2026-01-01 08:00:00' }, '一\r\n'),
  'algo-b.md': articleText(
    { title: '"新\\n题"', date: '2026-01-02 08:00:00', tags: '["算法", "C|\\nD"]' },
    '---\n末行',
  ),
  'algo-c.md': articleText({ title: '"锁"', date: '2026-01-03 08:00:00', password: '"long-password"' }, '秘密\n'),
};

describe('a category', () => {
  it('is a JSON list in the same form as the index', async () => {
    const { library } = await shelve(files, { site });
    const [group] = library.categories;
    const lines = String(categoryJson(group!, site).contents).split('\n');
    expect(lines[0]).to.equal('{"category":"算法","slug":"algo","post_count":3,"posts":[');
    expect(lines.slice(1, 4).map((line) => JSON.parse(line.replace(/,$/, '')) as unknown)).to.deep.equal(
      library.articles.map((one) => toEntry(one, site)),
    );
    expect(lines.slice(4)).to.deep.equal([']}', '']);
  });

  it('is a Markdown file with its full texts merged, each body byte for byte', async () => {
    const { library } = await shelve(files, { site });
    const tech = library.categories.find(({ slug }) => slug === 'tech')!;
    const [merged] = withoutPauses(categoryMd(tech, site));
    expect(merged!.path).to.equal('/api/categories/tech.md');
    expect(textOf(merged!)).to.equal(cases<string>('merged', 'category').join('\n'));
  });
});
