// `/api/index.json`: the structured list of all articles.
import { expect } from 'chai';
import { catalog, toEntry } from '#pdc/endpoints/index.json';
import { articleText } from '../../../support/articles.ts';
import { article, articlesOf, shelve, siteWith } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

const indexOf = async (...shelf: Parameters<typeof shelve>): Promise<string> =>
  String(catalog((await shelve(...shelf)).library).contents);

describe('an entry', () => {
  it('has these keys in this order, with absolute addresses below the base path', () => {
    const site = siteWith({ url: 'https://e.example/blog', permalink: '/:year/:month/:day/:slug.html' });
    const fields = {
      title: '"题 \\"x\\""',
      date: '2026-03-01 23:30:00',
      mathjax: 'true',
      updated: '2026-04-01 00:00:00',
    };
    const entry = toEntry(article(fields), site);
    expect(entry).to.deep.equal({
      title: '题 "x"',
      slug: 'algo-one',
      date: '2026-03-01',
      categories: ['技术', '算法'],
      tags: ['算法', 'Python'],
      description: article().description,
      url: 'https://e.example/blog/2026/03/01/algo-one.html',
      api_json_url: 'https://e.example/blog/api/posts/algo-one.json',
      api_md_url: 'https://e.example/blog/api/posts/algo-one.md',
      encrypted: false,
    });
    expect(Object.keys(entry)).to.deep.equal(cases<string>('mcp', 'keys of an entry'));
    expect(toEntry(article({ password: '"long-password"' }), site).encrypted).to.equal(true);
  });
});

describe('index.json', () => {
  it('has the site, a count and one entry on each line, newest first, without indentation', async () => {
    const site = siteWith({ title: '站 "名"', description: '述', url: 'https://e.example/blog' });
    const text = await indexOf(
      { ...articlesOf(3), 'algo-locked.md': articleText({ password: '"long-password"', date: '2026-01-02 09:00:00' }) },
      { site },
    );
    const [head, ...lines] = text.split('\n');
    expect(head).to.equal(
      '{"site":"站 \\"名\\"","description":"述","url":"https://e.example/blog","post_count":4,"posts":[',
    );
    expect(lines.slice(-2)).to.deep.equal([']}', '']);
    const entries = lines
      .slice(0, -2)
      .map((line) => JSON.parse(line.replace(/,$/, '')) as { slug: string; encrypted: boolean });
    expect(entries.map(({ slug, encrypted }) => [slug, encrypted])).to.deep.equal([
      ['algo-n2x', false],
      ['algo-locked', true],
      ['algo-n1x', false],
      ['algo-n0x', false],
    ]);
  });

  it('has the name of the site as its description if the site has no description', async () => {
    const site = siteWith({ title: '站' });
    expect(site.description).to.equal('');
    expect(await indexOf({}, { site })).to.contain('"description":"站"');
  });

  it('is an empty list without articles', async () => {
    expect(await indexOf({})).to.match(/"post_count":0,"posts":\[\]\}\n$/);
  });
});
