import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { openPublished } from '../../../../tasks/adopt/was/published-site.ts';
import { writeFiles } from '../../../support/articles.ts';
import { withFolder } from '../../../support/defects.ts';

const urlset = (...locs: readonly string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;

const url = 'https://old.example/blog';

function sitemapOf(file: string): { addresses: readonly string[]; absent: readonly string[] } {
  const published = openPublished(file, { url });
  if (published.kind !== 'sitemap') throw new Error('not a sitemap');
  return published;
}

describe('what the old generator published', () => {
  it('is a folder, whose pages have the paths that browsers request', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'index.html': '', 'a/index.html': '', 'b.html': '', 'a/图.png': '' });
      const published = openPublished(folder, {});
      if (published.kind !== 'folder') throw new Error('not a folder');
      expect(published.pages.map(({ address }) => address)).to.have.members(['/', '/a/', '/b.html']);
      expect(published.otherFiles.map(({ address }) => address)).to.deep.equal(['/a/图.png']);
    });
  });

  it('is a sitemap, whose addresses lose the base path of the old site', async () => {
    await withFolder(async (folder) => {
      const file = path.join(folder, 'sitemap.xml');
      writeFileSync(file, urlset(`${url}/`, `${url}/2020/%E7%AE%A1%E9%81%93/`, `${url}/a.html`, 'nonsense'));
      expect(sitemapOf(file).addresses).to.deep.equal(['/', '/2020/管道/', '/a.html']);
    });
  });

  it('is a compressed sitemap', async () => {
    await withFolder(async (folder) => {
      const file = path.join(folder, 'sitemap.xml.gz');
      writeFileSync(file, gzipSync(urlset(`${url}/x/`)));
      expect(sitemapOf(file).addresses).to.deep.equal(['/x/']);
    });
  });

  it('is an index of sitemaps in the same folder, of which missing sitemaps are reported', async () => {
    await withFolder(async (folder) => {
      const file = path.join(folder, 'sitemap.xml');
      writeFileSync(
        file,
        `<sitemapindex><sitemap><loc>${url}/posts.xml</loc></sitemap><sitemap><loc>${url}/far.xml</loc></sitemap></sitemapindex>`,
      );
      writeFileSync(path.join(folder, 'posts.xml.gz'), gzipSync(urlset(`${url}/x/`)));
      expect(sitemapOf(file)).to.deep.include({ addresses: ['/x/'], absent: [`${url}/far.xml`] });
    });
  });

  it('is an index of sitemaps, of which no part may be a link out of its folder', async () => {
    await withFolder(async (folder) => {
      const file = path.join(folder, 'site/sitemap.xml');
      const parts = ['outside', 'inside', 'nowhere'];
      const locs = parts.map((name) => `<sitemap><loc>${url}/${name}.xml</loc></sitemap>`).join('');
      writeFiles(folder, {
        'secret.xml': urlset(`${url}/secret/`),
        'site/sitemap.xml': `<sitemapindex>${locs}</sitemapindex>`,
        'site/posts.xml': urlset(`${url}/x/`),
      });
      symlinkSync('../secret.xml', path.join(folder, 'site/outside.xml'));
      symlinkSync('posts.xml', path.join(folder, 'site/inside.xml'));
      symlinkSync('gone.xml', path.join(folder, 'site/nowhere.xml'));
      const absent = [`${url}/outside.xml`, `${url}/nowhere.xml`];
      expect(sitemapOf(file)).to.deep.include({ addresses: ['/x/'], absent });
    });
  });

  it('is refused if it does not exist, has no page, is not XML or lists no address', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'empty/x.png': '', 'bad.xml': '<urlset><url>', 'none.xml': '<html></html>' });
      expect(() => openPublished(path.join(folder, 'gone'), {})).to.throw('this folder or sitemap.xml does not exist');
      expect(() => openPublished(path.join(folder, 'empty'), {})).to.throw('does not contain HTML pages');
      expect(() => openPublished(path.join(folder, 'bad.xml'), {})).to.throw('cannot be read as a sitemap');
      expect(() => openPublished(path.join(folder, 'none.xml'), {})).to.throw('does not contain the address of a page');
    });
  });
});
