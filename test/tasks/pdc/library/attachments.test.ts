// Tests which files beside articles are published, their addresses, and the links to them.
import { expect } from 'chai';
import { readFrontMatter } from '#pdc/article/front-matter';
import { top } from '#pdc/words/defect';
import { toArticle } from '#pdc/article/article';
import { ownFolder } from '#pdc/site/file-name';
import { findAttachments } from '#pdc/library/attachments';
import { baseOf } from '#pdc/library/entry-links';
import { toLibrary } from '#pdc/library/library';
import type { Library } from '#pdc/library/library';
import { resolveTarget } from '#pdc/markdown/links';
import type { Site } from '#pdc/site/site';
import { articleText } from '../../../support/articles.ts';
import type { Fields } from '../../../support/articles.ts';
import { siteWith } from '../edition.ts';

type Text = readonly [body: string, fields?: Fields];

function libraryOf(texts: Readonly<Record<string, Text>>, files: readonly string[], own: Partial<Site> = {}): Library {
  const site = siteWith(own);
  const candidates = Object.entries(texts).map(([source, [body, fields]]) => {
    const frontMatter = readFrontMatter(articleText(fields, body));
    if ('findings' in frontMatter) throw new Error(JSON.stringify(frontMatter.findings));
    return { entry: toArticle({ source, frontMatter, site }).article, defects: [], placeOf: () => top };
  });
  return toLibrary({ candidates, site, statics: new Set(['/images/static.png']), files, lenient: true }).library;
}

const leadsTo = (library: Library, target: string, index = 0): string | undefined =>
  resolveTarget(target, baseOf(library, library.articles[index]!)).path;

describe('a file beside articles', () => {
  it('is published below the page of the article that owns its folder, and all usual links lead to it', () => {
    const library = libraryOf({ 'notes/algo-one.md': ['![](pic.png) ![](图%201.png)'] }, [
      'notes/algo-one/pic.png',
      'notes/algo-one/图 1.png',
      'notes/algo-one/unused.png',
    ]);
    expect(library.attachments.map(({ path }) => path)).to.deep.equal([
      '/posts/algo-one/pic.png',
      '/posts/algo-one/图 1.png',
    ]);
    for (const target of ['pic.png', './pic.png', 'algo-one/pic.png', '/posts/algo-one/pic.png'])
      expect(leadsTo(library, target), target).to.equal('/posts/algo-one/pic.png');
    expect(leadsTo(library, '图%201.png')).to.equal('/posts/algo-one/图 1.png');
  });

  it('keeps its path if no article owns its folder, even if a text names it percent-encoded', () => {
    const library = libraryOf({ 'algo-one.md': ['![](/pics/%E5%9B%BE%201.png)'] }, ['pics/图 1.png']);
    expect(library.attachments).to.deep.equal([{ source: 'pics/图 1.png', path: '/pics/图 1.png' }]);
  });

  it('is published in a folder beside the page if the address of the page is a file', () => {
    const library = libraryOf({ 'algo-one.md': ['![](pic.png)'] }, ['algo-one/pic.png'], {
      permalink: '/:year/:slug.html',
    });
    expect(library.attachments).to.deep.equal([{ source: 'algo-one/pic.png', path: '/2026/algo-one/pic.png' }]);
    expect(leadsTo(library, 'pic.png')).to.equal('/2026/algo-one/pic.png');
  });

  it('belongs to the index.md of its folder', () => {
    const library = libraryOf({ 'posts/algo-one/index.md': ['![](img/pic.png)'] }, ['posts/algo-one/img/pic.png']);
    expect(library.articles[0]!.slug).to.equal('algo-one');
    expect(leadsTo(library, 'img/pic.png')).to.equal('/posts/algo-one/img/pic.png');
    expect(ownFolder('index.md')).to.equal('');
  });

  it('keeps its path if several articles share it', () => {
    const library = libraryOf(
      { 'a/algo-one.md': ['<img src="../images/pic.png">'], 'b/algo-two.md': ['[x](/images/pic.png)'] },
      ['images/pic.png', 'images/secret.pdf'],
    );
    expect(library.attachments.map(({ path }) => path)).to.deep.equal(['/images/pic.png']);
    expect(leadsTo(library, '../images/pic.png', 0)).to.equal('/images/pic.png');
  });

  it('keeps its path if only another article inside the folder names it', () => {
    const library = libraryOf(
      {
        'linux/algo-lock.md': ['![](lock.png)'],
        'linux.md': ['正文'],
        'other.md': ['正文'],
        'deep/a/algo-jia.md': ['![](./pic.png)'],
        'deep/index.md': ['正文'],
      },
      // A name in an article of another folder does not count, because most articles have a 1.png.
      ['linux/lock.png', 'deep/a/pic.png', 'linux/unused.png', 'other/lock.png', 'deep/b/pic.png'],
    );
    expect(library.attachments.map(({ path }) => path)).to.deep.equal(['/linux/lock.png', '/deep/a/pic.png']);
    const at = (name: string): number => library.articles.findIndex(({ source }) => source.endsWith(name));
    expect(leadsTo(library, 'lock.png', at('lock.md'))).to.equal('/linux/lock.png');
    expect(leadsTo(library, './pic.png', at('jia.md'))).to.equal('/deep/a/pic.png');
  });

  it('may be a cover', () => {
    const library = libraryOf({ 'algo-one.md': ['正文', { cover: 'top.png' }] }, ['algo-one/top.png']);
    expect(library.articles[0]!.cover).to.equal('/posts/algo-one/top.png');
  });

  it('never replaces a page, a static file or a list', () => {
    const library = libraryOf(
      { 'algo-one.md': ['index.html images/static.png api/index.json page/2/x.png'], 'pages/algo-two.md': ['x'] },
      ['algo-one/index.html', 'images/static.png', 'api/index.json', 'page/2/x.png'],
    );
    expect(library.attachments).to.deep.equal([]);
  });

  it('is not searched for in the texts if the site has no such files', () => {
    const entries = [{ get source(): string { throw new Error('read'); } }] as never; // prettier-ignore
    expect(findAttachments([], { entries, pathOf: () => '/' })).to.deep.equal([]);
  });
});
