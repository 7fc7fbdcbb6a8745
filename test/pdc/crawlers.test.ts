// robots.txt, sitemap.xml, atom.xml and .nojekyll.
import { expect } from 'chai';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { feed, nojekyll, robots, sitemap } from '#pdc/crawlers';
import { articleText } from '../support/articles.ts';
import { articlesOf, shelve, siteWith } from './edition.ts';

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false });
const hostile = [
  '<b>&"\'</b>',
  ']]>',
  '<![CDATA[x',
  '&amp;',
  '\u0000\u0008\u000b\u001f',
  '\ufffe\uffff',
  '一\n二',
  '😀',
  '--><!--',
  '<?x?>',
];

describe('robots.txt', () => {
  it('holds the seed’s group as it stands and the sitemap', () => {
    const text = String(robots(siteWith({ agents: [] })).contents);
    expect(text).to.equal('User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: https://duplex.example/sitemap.xml\n');
  });

  it('gives each user-driven agent a group of its own that allows /api/', () => {
    const text = String(robots(siteWith({ agents: ['One-User', 'Two'] })).contents);
    const groups = text.trimEnd().split('\n\n');
    expect(groups[0]).to.equal('User-agent: *\nAllow: /\nDisallow: /api/');
    expect(groups.slice(1, 3)).to.deep.equal([
      'User-agent: One-User\nAllow: /\nAllow: /api/',
      'User-agent: Two\nAllow: /\nAllow: /api/',
    ]);
    expect(siteWith().agents).to.include.members(['ChatGPT-User', 'Claude-User', 'Perplexity-User']);
  });

  it('respects the base path', () => {
    const text = String(robots(siteWith({ url: 'https://e.example/blog', agents: ['A'] })).contents);
    expect(text).to.equal(
      'User-agent: *\nAllow: /blog/\nDisallow: /blog/api/\n\nUser-agent: A\nAllow: /blog/\nAllow: /blog/api/\n\nSitemap: https://e.example/blog/sitemap.xml\n',
    );
  });
});

describe('sitemap.xml', () => {
  it('lists every page for people below the base path, with lastmod', async () => {
    const files = {
      'algo-a.md': articleText({ date: '2026-01-01 08:00:00', updated: '2026-06-01 00:00:00' }),
      'algo-b.md': articleText({ date: '2026-02-01 08:00:00', password: '"long-password"' }),
      'pages/about.md': '---\ntitle: "页"\ndate: 2026-05-01 08:00:00\n---\n页\n',
      'pages/plain.md': '---\ntitle: "页"\n---\n页\n',
    };
    const { library } = await shelve(files, { site: siteWith({ url: 'https://e.example/a&b' }) });
    const text = String(sitemap(library)[0]!.contents);
    expect(XMLValidator.validate(text)).to.equal(true);
    const { urlset } = parser.parse(text) as { urlset: { xmlns: string; url: { loc: string; lastmod?: string }[] } };
    expect(urlset.xmlns).to.equal('http://www.sitemaps.org/schemas/sitemap/0.9');
    const rows = Object.fromEntries(
      urlset.url.map(({ loc, lastmod }) => [loc.replace('https://e.example/a&b', ''), lastmod]),
    );
    const newest = '2026-06-01T00:00:00+08:00';
    expect(rows).to.deep.equal({
      '/': newest,
      '/posts/algo-a/': newest,
      '/posts/algo-b/': '2026-02-01T08:00:00+08:00',
      '/archives/': newest,
      '/categories/': newest,
      '/categories/algo/': newest,
      '/categories/tech/': newest,
      '/tags/': newest,
      '/tags/algo/': newest,
      '/tags/python/': newest,
      '/about/': '2026-05-01T08:00:00+08:00',
      '/plain/': undefined,
    });
  });

  it('is an index of parts where there are more addresses than one may have', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [
        `algo-p${index}.md`,
        articleText({ date: `2026-01-0${index + 1} 08:00:00` }),
      ]),
    );
    const { library } = await shelve(files);
    const whole = String(sitemap(library)[0]!.contents);
    const [index, ...parts] = sitemap(library, 6);
    expect(index!.path).to.equal('/sitemap.xml');
    const listed = (text: string): string[] => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc!);
    expect(parts.map(({ path }) => path)).to.deep.equal(['/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml']);
    expect(listed(String(index!.contents))).to.deep.equal(parts.map(({ path }) => `https://duplex.example${path}`));
    expect(String(index!.contents)).to.contain('<lastmod>2026-01-09T08:00:00+08:00</lastmod>');
    expect(parts.flatMap(({ contents }) => listed(String(contents)))).to.deep.equal(listed(whole));
    for (const { contents } of [index!, ...parts]) expect(XMLValidator.validate(String(contents))).to.equal(true);
    // As many as one may have are one.
    expect(sitemap(library, listed(whole).length)).to.have.length(1);
  });

  it('stands without articles', async () => {
    expect(XMLValidator.validate(String(sitemap((await shelve({})).library)[0]!.contents))).to.equal(true);
  });
});

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

  it('is well-formed whatever titles, names and descriptions hold', async () => {
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
        // The validator lets pass what XML 1.0 has no place for.
        expect(
          [...String(contents)].filter(
            (sign) => /[\ufffe\uffff]/.test(sign) || (sign < ' ' && !'\t\n\r'.includes(sign)),
          ),
        ).to.deep.equal([]);
      }
    }
  });

  it('tells of an article its title, dates, summary, page and Markdown', async () => {
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

  it('holds the newest articles, and stands without any', async () => {
    const { entry } = parse(String(feed((await shelve(articlesOf(30))).library).contents));
    expect(entry.map(({ title }) => title)).to.deep.equal(
      Array.from({ length: entry.length }, (_, index) => `第 ${29 - index} 篇`),
    );
    expect(XMLValidator.validate(String(feed((await shelve({})).library).contents))).to.equal(true);
  });
});

it('.nojekyll is an empty file', () => expect(nojekyll()).to.deep.equal({ path: '/.nojekyll', contents: '' }));
