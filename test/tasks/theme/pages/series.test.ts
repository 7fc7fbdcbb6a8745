// Tests lists that are too long for one page. The first page is at the plain address of the list.
import { expect } from 'chai';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import type { View } from '../../../../tasks/theme/view.ts';
import { archivesViews, categoryViews, tagViews, thePosts, toContext, toDocument } from '../context.ts';
import type { Context } from '../context.ts';

const lists = [
  { name: 'the archives', path: '/archives/', perPage: 50, viewsOf: archivesViews },
  {
    name: 'a category',
    path: '/categories/cs/',
    perPage: 20,
    viewsOf: (context: Context) => categoryViews(context.library.categories[0]!, context),
  },
  {
    name: 'a tag',
    path: '/tags/utf-8/',
    perPage: 20,
    viewsOf: (context: Context) =>
      tagViews(
        context.library.tags.find(({ slug }) => slug === 'utf-8')!,
        context,
      ),
  },
] as const;

const listed = ({ main }: View): string[] =>
  [...String(main).matchAll(/(?:<li>\n<time[^>]*>[^<]*<\/time>\n|<h2>)<a href="([^"]*)"/g)].map(([, href]) => href!);

for (const { name, path, perPage, viewsOf } of lists) {
  describe(`the pages of ${name}`, () => {
    it(`are one page for ${perPage} articles, without page numbers`, () => {
      const views = viewsOf(toContext({ posts: thePosts(perPage) }));
      expect(views.map((view) => listed(view).length)).to.deep.equal([perPage]);
      expect(String(views[0]!.main)).not.to.match(/class="page-numbers"|第 1 页/);
    });

    it(`are two pages for ${perPage + 1} articles, with links to each other`, () => {
      const [first, second, ...others] = viewsOf(toContext({ posts: thePosts(perPage + 1) }));
      expect(others).to.deep.equal([]);
      expect([first!.path, second!.path]).to.deep.equal([path, `${path}page/2/`]);
      expect([first!, second!].map((view) => listed(view).length)).to.deep.equal([perPage, 1]);
      expect(String(first!.main)).to.include(`<a rel="next" href="${path}page/2/">`).and.not.include('rel="prev"');
      expect(String(second!.main))
        .to.include(`<a rel="prev" href="${path}">`)
        .and.include('第 2 页，共 2 页')
        .and.not.include('rel="next"');
    });

    it('list every article once, the newest first', () => {
      const context = toContext({ posts: thePosts(perPage * 2 + 3) });
      const all = context.library.articles.map(({ slug }) => `/posts/${slug}/`);
      expect(viewsOf(context).flatMap(listed)).to.deep.equal(all);
    });

    it('have different titles, descriptions and addresses', () => {
      const context = toContext({ posts: thePosts(perPage + 1), url: 'https://example.org/blog' });
      const pages = viewsOf(context).map((view) => toDocument(view, context));
      const all = (pattern: RegExp): string[] => pages.map((page) => pattern.exec(page)![1]!);
      expect(all(/<link rel="canonical" href="([^"]*)">/)).to.deep.equal([
        `https://example.org/blog${path}`,
        `https://example.org/blog${path}page/2/`,
      ]);
      for (const pattern of [/<title>(.*)<\/title>/, /<meta name="description" content="(.*)">/])
        expect(new Set(all(pattern)).size).to.equal(2);
    });

    it('mark the same item of the navigation: as the page where the item leads to it, and as the section elsewhere', () => {
      const context = toContext({ posts: thePosts(perPage + 1) });
      const marks = viewsOf(context).map((view) => / aria-current="(\w+)">/.exec(toDocument(view, context))![1]);
      expect(marks).to.deep.equal([name === 'the archives' ? 'page' : 'true', 'true']);
    });

    it('have only their first page in the sitemap', () => {
      const { library } = toContext({ posts: thePosts(perPage * 3) });
      const map = String(sitemap(library)[0]!.contents);
      expect(map).to.include(`https://example.org${path}</loc>`).and.not.include('/page/');
    });
  });
}

describe('the pages of a long list', () => {
  it('of the archives show the total count of a continued year', () => {
    const years = archivesViews(toContext({ posts: thePosts(52) })).map(
      ({ main }) => /<h2>2026 年 <span class="count">(\d+) 篇/.exec(String(main))![1],
    );
    expect(years).to.deep.equal(['52', '52']);
  });

  it('of a category show its color, and the description and a cover of each article', () => {
    const context = toContext({ posts: thePosts(2) });
    const [first] = categoryViews(context.library.categories[0]!, context);
    expect(String(first!.main)).to.match(/^<h1 style="--hue:\d+">计算机基础<\/h1>/);
    expect(String(first!.main).match(/class="thumbnail typed/g)).to.have.length(2);
    expect(String(first!.main).match(/class="description"/g)).to.have.length(2);
  });

  it('of archives and tags show the category of each article, in its color', () => {
    const context = toContext({ posts: thePosts(2) });
    for (const [page] of [archivesViews(context), tagViews(context.library.tags[0]!, context)])
      expect(String(page!.main).match(/<a href="\/categories\/cs\/" style="--hue:\d+">/g)).to.have.length(2);
  });

  it('of a category link to its machine files only on the first page', () => {
    const context = toContext({ posts: thePosts(21) });
    const holds = categoryViews(context.library.categories[0]!, context).map((view) =>
      toDocument(view, context).includes('/api/categories/cs.json'),
    );
    expect(holds).to.deep.equal([true, false]);
  });
});
