// `/sitemap.xml`.
import { expect } from 'chai';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import { articleText } from '../../../support/articles.ts';
import { shelve, siteWith } from '../edition.ts';

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false });

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

  it('is an index of parts if there are more addresses than one file may have', async () => {
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
    // The maximum number of addresses still makes one file.
    expect(sitemap(library, listed(whole).length)).to.have.length(1);
  });

  it('exists without articles', async () => {
    expect(XMLValidator.validate(String(sitemap((await shelve({})).library)[0]!.contents))).to.equal(true);
  });
});
