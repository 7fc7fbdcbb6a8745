// `/atom.xml`.
import { expect } from 'chai';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { feed } from '#pdc/endpoints/atom.xml';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import { articleText } from '../../../support/articles.ts';
import { articlesOf, shelve, siteWith } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false });
const hostile = cases<string>('atom', 'hostile');

describe('atom.xml', () => {
  type Entry = {
    title: string;
    id: string;
    published: string;
    updated: string;
    summary: string;
    link: { rel: string; type: string; href: string }[];
  };
  type Feed = {
    feed: {
      title: string;
      id: string;
      updated: string;
      author: { name: string };
      entry: Entry[];
      link: { rel: string; href: string }[];
    };
  };
  const parse = (text: string): Feed['feed'] => (parser.parse(text) as Feed).feed;

  it('is well-formed with any titles, names and descriptions', async () => {
    const files = Object.fromEntries(
      hostile.map((text, index) => [
        `algo-n${index}x.md`,
        articleText({
          title: JSON.stringify(`题${text}`),
          description: JSON.stringify(text + '述'.repeat(60)),
          tags: JSON.stringify(['算法', `t${text}`]),
        }),
      ]),
    );
    for (const text of hostile) {
      const site = siteWith({
        title: text,
        description: text,
        author: text,
        licence: text,
        language: text,
        url: 'https://e.example/a&b',
      });
      const { library } = await shelve(files, { site, lenient: true });
      for (const { contents } of [feed(library), ...sitemap(library)]) {
        expect(XMLValidator.validate(String(contents)), JSON.stringify(text)).to.equal(true);
        // The validator accepts characters that XML 1.0 forbids.
        expect(
          [...String(contents)].filter(
            (sign) => /[\ufffe\uffff]/.test(sign) || (sign < ' ' && !'\t\n\r'.includes(sign)),
          ),
        ).to.deep.equal([]);
      }
    }
  });

  it('has the title, dates and summary of an article, and links to its page and its Markdown', async () => {
    const site = siteWith({ url: 'https://e.example/blog', author: '编辑部' });
    const { library } = await shelve(
      { 'algo-a.md': articleText({ title: '"A & <B>"', updated: '2026-06-01 00:00:00' }), ...articlesOf(1) },
      { site },
    );
    const { entry, author, updated, id, link } = parse(String(feed(library).contents));
    expect(entry[0]).to.include({
      title: 'A & <B>',
      id: 'https://e.example/blog/posts/algo-a/',
      published: '2026-03-01T08:00:00+08:00',
      updated: '2026-06-01T00:00:00+08:00',
    });
    expect(entry[0]!.link.map(({ type, href }) => `${type} ${href}`)).to.deep.equal([
      'text/html https://e.example/blog/posts/algo-a/',
      'text/markdown https://e.example/blog/api/posts/algo-a.md',
    ]);
    expect({ author, updated, id }).to.deep.equal({
      author: { name: '编辑部' },
      updated: '2026-06-01T00:00:00+08:00',
      id: 'https://e.example/blog/',
    });
    expect(link[0]).to.include({ rel: 'self', href: 'https://e.example/blog/atom.xml' });
  });

  it('has the newest articles first, and is valid if there are no articles', async () => {
    const { entry } = parse(String(feed((await shelve(articlesOf(30))).library).contents));
    expect(entry.map(({ title }) => title)).to.deep.equal(
      Array.from({ length: entry.length }, (_, index) => `第 ${29 - index} 篇`),
    );
    const bare = String(feed((await shelve({})).library).contents);
    expect(XMLValidator.validate(bare)).to.equal(true);
    expect(bare).to.not.contain('subtitle');
  });
});
