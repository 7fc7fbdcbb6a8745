// Tests rules links and local-path: links to headings of other articles and to files.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { leadsTo, linkTargets } from '#pdc/library/entry-links';
import { defaultSite } from '#pdc/site/site';
import { localityOf, correctScheme } from '#pdc/markdown/unreachable-addresses';
import { articleText, writeFiles } from '../../../support/articles.ts';
import { cases } from '../../../support/cases.ts';
import { defectsIn, lineOf, withFolder } from '../../../support/defects.ts';

/** The defects in a folder with `algo-a.md`, which has the given text, and with other files. */
const toldOf = (body: string, others: Readonly<Record<string, string>> = {}, lenient = false): Promise<string[]> =>
  withFolder(async (folder) => {
    writeFiles(folder, { 'algo-a.md': articleText({}, body), ...others });
    return (await defectsIn(folder, { lenient })).map(lineOf);
  });

const other = articleText({}, '## 第 1 节\n\n## Café\n\n<a name="old"></a>\n\n正文。[^1]\n\n[^1]: 注。\n');

describe('a link to a heading of another page', () => {
  it('leads to an existing heading, named place or footnote, in any spelling', async () => {
    const links = cases<string>('links', 'to places')
      .map((link) => `[x](${link})`)
      .join('\n');
    expect(await toldOf(links, { 'algo-b.md': other })).to.deep.equal([]);
  });

  it('is an error if that page lacks the heading, and a warning in a lenient build', async () => {
    for (const link of cases<string>('links', 'to no place')) {
      const [line, ...more] = await toldOf(`[x](${link})`, { 'algo-b.md': other });
      expect(line, link).to.match(/^algo-a\.md:9:5 {2}error {2}links .* a page without such a heading/);
      expect(more).to.deep.equal([]);
      expect((await toldOf(`[x](${link})`, { 'algo-b.md': other }, true))[0]).to.contain('  warn  links');
    }
  });

  it('is checked on a page of the static folder, unless its scripts may add places', async () => {
    const links = ['/demo.html#a', '/demo.html#b', '/demo/#b', '/app.html#b', '/note.txt#b', '/gbk.html#b'];
    const files = {
      'content/algo-a.md': articleText({}, links.map((link) => `[x](${link})\n`).join('\n')),
      'static/demo.html': '<p id="a">甲</p>',
      'static/demo/index.html': '<p id="a">甲</p>',
      'static/app.html': '<p id="a">甲</p><script src="/app.js"></script>',
      'static/note.txt': '甲',
      'static/gbk.html': '<p id="\ufffd">甲</p>',
    };
    const told = await withFolder(async (folder) => {
      writeFiles(folder, files);
      return defectsIn(path.join(folder, 'content'), { statics: path.join(folder, 'static') });
    });
    expect(told.map(({ rule, line }) => `${line} ${rule}`)).to.deep.equal(['11 links', '13 links']);
  });

  it('is not checked if it leads to a locked page, or to a file that is not a page', async () => {
    const locked = articleText({ password: '"correct horse"' }, '## 节\n');
    const files = { 'algo-b.md': locked };
    expect(await toldOf('[x](algo-b.md#none) [y](/api/index.json#none)', files)).to.deep.equal([]);
  });

  it('is not named if it is in a locked text', async () => {
    const files = {
      'algo-a.md': articleText({ password: '"correct horse"' }, '[x](algo-b.md#secret)'),
      'algo-b.md': other,
    };
    const told = await toldOf('', files);
    expect(told).to.have.length(1);
    expect(told[0]).to.contain('error  links').and.not.contain('secret');
  });

  it('ignores differences of Unicode form', () => {
    expect(leadsTo('café', new Set(['cafe\u0301']))).to.equal(true);
    expect(leadsTo('cafe\u0301', new Set(['café']))).to.equal(true);
  });
});

describe('a link to a file', () => {
  it('that differs only in Unicode form or case is reported with the name of the file', async () => {
    const told = await withFolder(async (folder) => {
      writeFiles(folder, {
        'algo-a.md': articleText({}, '![x](algo-a/caf\u00e9.png)\n![x](algo-a/b.png)\n'),
      });
      for (const name of ['caf\u0065\u0301.png', 'B.PNG']) writeFiles(folder, { [`algo-a/${name}`]: '' });
      writeFileSync(path.join(folder, 'algo-a/other.png'), '');
      return (await defectsIn(folder)).map(lineOf);
    });
    expect(told, told.join('\n')).to.have.length(2);
    expect(told[0]).to.contain('algo-a/caf\u0065\u0301.png differs from it only in case or in the Unicode form');
    expect(told[1]).to.contain('algo-a/B.PNG differs');
  });
});

describe('an address', () => {
  it('is recognized if it leads to a disk, to the preview or to the machine', () => {
    for (const [target, locality] of cases<[string, string | null]>('links', 'localities'))
      expect(localityOf(target) ?? null, target).to.equal(locality);
  });

  it('is checked for a mistyped scheme', () => {
    for (const [target, scheme] of cases<[string, string | null]>('links', 'schemes'))
      expect(correctScheme(target) ?? null, target).to.equal(scheme);
  });
});

describe('a style in a text', () => {
  it('must not name a file on a disk', async () => {
    expect((await toldOf(`<p style="background: url('C:/x.png')">甲</p>`))[0]).to.contain('error  local-path');
    expect(await toldOf('<p style="background: url(https://example.com/x.png)">甲</p>')).to.deep.equal([]);
  });
});

describe('a cover', () => {
  it('on a disk or on the machine breaks rule local-path, and is left out in a lenient build', async () => {
    for (const cover of [
      'C:\\\\a.png',
      'file:///a.png',
      'http://localhost:8080/a.png',
      'http://127.0.0.1:4000/a.png',
    ]) {
      const files = { 'algo-b.md': articleText({ cover: `"${cover}"` }) };
      expect((await toldOf('', files))[0], cover).to.match(/^algo-b\.md:7:8 {2}error {2}local-path/);
      expect((await toldOf('', files, true))[0], cover).to.contain('  warn  local-path');
    }
  });
});

describe('the data that a page takes from its links', () => {
  const base = {
    site: defaultSite,
    pathBySource: new Map([['db-two.md', '/posts/db-two/']]),
    source: 'pages/about.md',
    path: '/about/',
  };
  const sizeOf = (name: string) => (name === '/images/a.png' ? { width: 3, height: 4 } : undefined);
  const targetsOf = (...targets: string[]) =>
    linkTargets(
      targets.map((target) => ({ target, lines: [0, 1] as const })),
      { base, sizeOf },
    );

  it('has the targets of links that depend on other Markdown files, and no other targets', () => {
    const { addresses } = targetsOf(
      '../db-two.md#x',
      '../db%2Dtwo%2Emd',
      'missing.md',
      'https://example.com/a',
      '/tags/',
    );
    expect(addresses).to.deep.equal([
      ['../db-two.md#x', '/posts/db-two/#x'],
      ['../db%2Dtwo%2Emd', '/posts/db-two/'],
      ['missing.md', '/about/missing.md'],
    ]);
  });

  it('has the sizes of the images', () => {
    expect(targetsOf('/images/a.png', '/b.png').sizes).to.deep.equal([['/images/a.png', 3, 4]]);
  });
});
