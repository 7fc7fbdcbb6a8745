// What a page depends on, as a pure function of the library.
import { expect } from 'chai';
import { top } from '#pdc/defect';
import { toArticle, toPage } from '#pdc/article/article';
import { createDependencies } from '#pdc/library/dependencies';
import { readFrontMatter } from '#pdc/article/front-matter';
import { toLibrary } from '#pdc/library/library';
import type { Library } from '#pdc/library/library';
import { defaultSite } from '#pdc/site';
import { articleText } from '../../../support/articles.ts';

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

describe('what a page depends on', () => {
  const library = libraryOf(files);
  const find = (slug: string) => [...library.articles, ...library.pages].find((entry) => entry.slug === slug)!;
  const link = (target: string) => ({ target, lines: [0, 1] as const });

  it('is its neighbours’ addresses and titles, its terms, the posts related to it, and the navigation', () => {
    const dependencies = createDependencies(library, () => undefined)(find('db-two'), []);
    expect(dependencies.join(' '))
      .to.match(/newer algo-three 2026-03-03\S* 三/)
      .and.match(/older algo-one 2026\S* 一/);
    expect(dependencies.join(' ')).to.contain('term db 数据库').and.contain('term redis Redis');
    expect(dependencies.join(' ')).to.contain('navigation /about/ 关于').and.not.contain('related');
    expect(createDependencies(library, () => undefined)(find('algo-one'), []).join(' '))
      .to.contain('related algo-three')
      .and.contain('三');
  });

  it('is where its links to other Markdown files lead, and not where those lead that no file decides', () => {
    const links = ['../db-two.md#x', '../db%2Dtwo%2Emd', 'missing.md', 'https://example.com/a', '/tags/'].map(link);
    const dependencies = createDependencies(library, () => undefined)(find('about'), links);
    expect(dependencies.filter((text) => text.startsWith('/posts/db-two/'))).to.deep.equal([
      '/posts/db-two/#x',
      '/posts/db-two/',
    ]);
    expect(dependencies).to.include('missing.md').and.not.include.members(['https://example.com/a', '/tags/']);
  });

  it('is how large its images are', () => {
    const sizeOf = (path: string) => (path === '/images/a.png' ? { width: 3, height: 4 } : undefined);
    const dependencies = createDependencies(library, sizeOf)(find('about'), ['/images/a.png', '/b.png'].map(link));
    expect(dependencies.slice(0, 3)).to.deep.equal(['image', '/images/a.png', '3 4']);
    expect(dependencies).not.to.include('/b.png');
  });

  it('is, of a page beside the articles, its links and the navigation', () => {
    expect(createDependencies(library, () => undefined)(find('about'), [])).to.deep.equal([
      'navigation',
      '/about/',
      '关于',
    ]);
  });
});
