// Tests the data that pages show besides their own text.
import { expect } from 'chai';
import { top } from '#pdc/words/defect';
import { toArticle, toPage } from '#pdc/article/article';
import { readFrontMatter } from '#pdc/article/front-matter';
import { toLibrary } from '#pdc/library/library';
import type { Library } from '#pdc/library/library';
import { defaultSite } from '#pdc/site/site';
import { articleText } from '../../../support/articles.ts';
import { contextOf, createSurroundings } from '../../../../tasks/flow/branches/shown.ts';

function libraryOf(files: Readonly<Record<string, string>>): Library {
  const candidates = Object.entries(files).map(([source, text]) => {
    const frontMatter = readFrontMatter(text);
    if ('findings' in frontMatter) throw new Error(`${source} has no front matter`);
    const input = { source, frontMatter, site: defaultSite };
    const entry = source.startsWith('pages/') ? toPage(input).page : toArticle(input).article;
    return { entry, defects: [], placeOf: () => top };
  });
  return toLibrary({ candidates, site: defaultSite, statics: new Set(), lenient: false }).library;
}

const files = {
  'algo-one.md': articleText({ title: '"一"', date: '2026-03-01 08:00:00' }),
  'db-two.md': articleText({
    title: '"二"',
    date: '2026-03-02 08:00:00',
    categories: '["技术", "数据库"]',
    tags: '["数据库", "Redis"]',
  }),
  'algo-three.md': articleText({ title: '"三"', date: '2026-03-03 08:00:00' }),
  'pages/about.md': '---\ntitle: "关于"\n---\n\n页。\n',
};

describe('the data of a page besides its text', () => {
  const library = libraryOf(files);
  const find = (slug: string) => library.articles.find((article) => article.slug === slug)!;
  const surroundingsOf = createSurroundings(library);

  it('includes the next and previous post, the terms and related posts', () => {
    const { references, categories, tags } = surroundingsOf(find('db-two'));
    expect(references.newer.map(({ slug, title, date }) => [slug, title, date.day])).to.deep.equal([
      ['algo-three', '三', '2026-03-03'],
    ]);
    expect(references.older.map(({ slug }) => slug)).to.deep.equal(['algo-one']);
    expect(references.related).to.deep.equal([]);
    expect(categories.at(-1)).to.deep.equal({ slug: 'db', name: '数据库', isListed: true });
    expect(tags.at(-1)).to.deep.equal({ slug: 'redis', name: 'Redis', isListed: true });
    expect(surroundingsOf(find('algo-one')).references.related.map(({ slug }) => slug)).to.deep.equal(['algo-three']);
  });

  it('includes links to the pages of the site', () => {
    expect(contextOf(library).pageLinks).to.deep.equal([{ label: '关于', url: '/about/' }]);
  });
});
