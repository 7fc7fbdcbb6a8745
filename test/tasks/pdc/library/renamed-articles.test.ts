// Tests that articles with a new file name are found. Their old addresses redirect only if the author adds an alias.
import { expect } from 'chai';
import { toArticle } from '#pdc/article/article';
import { readFrontMatter } from '#pdc/article/front-matter';
import type { FrontMatter } from '#pdc/article/front-matter';
import { findRenames, toOldPosts } from '#pdc/library/renamed-articles';
import { defaultSite as site } from '#pdc/site/site';
import { articleText } from '../../../support/articles.ts';
import type { Fields } from '../../../support/articles.ts';

const libraryOf = (files: Readonly<Record<string, Fields>>) => ({
  site,
  articles: Object.entries(files).map(([source, fields]) => {
    const frontMatter = readFrontMatter(articleText(fields)) as FrontMatter;
    return toArticle({ source, frontMatter, site }).article;
  }),
});

const old = toOldPosts(libraryOf({ 'algo-first.md': { title: '"甲"' }, 'algo-other.md': { title: '"乙"' } }));

const renames = (fields: Fields, redirects: Parameters<typeof findRenames>[2] = []) =>
  findRenames(old, libraryOf({ 'algo-second.md': fields, 'algo-other.md': { title: '"乙"' } }), redirects).map(
    ({ article, from }) => `${article.slug} ${from}`,
  );

describe('a renamed article', () => {
  it('is found by its title and day, with its old address', () => {
    expect(renames({ title: '"甲"' })).to.deep.equal(['algo-second /posts/algo-first/']);
  });

  it('is not found if the old address still exists, or if the new file has another article or a draft', () => {
    expect(renames({ title: '"甲"', aliases: '[/posts/algo-first/]' })).to.deep.equal([]);
    const place = { line: 1, column: 1 };
    expect(renames({ title: '"甲"' }, [{ from: '/posts/algo-first/', to: '/', place }])).to.deep.equal([]);
    expect(renames({ title: '"丙"' })).to.deep.equal([]);
    expect(renames({ title: '"甲"', date: '2019-01-01 00:00:00' })).to.deep.equal([]);
    expect(renames({ title: '"甲"', draft: 'true' })).to.deep.equal([]);
  });
});
