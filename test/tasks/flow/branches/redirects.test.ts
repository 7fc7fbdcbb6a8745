// Tests `content/_redirects`: reading the file, and the pages at the old addresses.
import path from 'node:path';
import { expect } from 'chai';
import { formatRedirects, readRedirects } from '#pdc/library/redirects-file';
import { textOf } from '#pdc/words/message';
import { fileOf } from '../../../../tasks/flow/branches/human.ts';
import { publish } from '../../../../tasks/flow/publish.ts';
import { readEdition } from '../../../../tasks/flow/read-edition.ts';
import type { Edition } from '../../../../tasks/flow/edition.ts';
import { articleText, writeFiles } from '../../../support/articles.ts';
import { filesOf, fixtures, withFolder } from '../../../support/defects.ts';
import { siteWith } from '../../pdc/edition.ts';
import { cases } from '../../../support/cases.ts';

const site = siteWith({ url: 'https://duplex.example/blog' });
const readLines = (text: string): ReturnType<typeof readRedirects> => readRedirects(text, { file: '_redirects', site });

async function publishAs(one: Edition): Promise<{ made: Map<string, string>; told: unknown[][] }> {
  const { deliver, linkDefects } = publish(one, { minified: false });
  const files = await filesOf({ deliver });
  return {
    made: new Map(files.filter((file) => file.isBuffer()).map((file) => [file.path, String(file.contents)])),
    told: linkDefects().map(({ file, line, severity, rule }) => [path.basename(file), line, severity, rule]),
  };
}

describe('content/_redirects', () => {
  it('can have the addresses to which _site.yml links', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'algo-a.md': articleText(),
        _redirects: '/old/ /posts/algo-a/\n',
        '_site.yml':
          'url: https://duplex.example\nnav:\n  - { label: 旧, url: /old/ }\n  - { label: 无, url: /none/ }\n',
      });
      const { defects } = await readEdition({
        content: folder,
        statics: path.join(fixtures, 'static'),
        lenient: false,
        drafts: false,
      });
      expect(defects.map(({ line, rule }) => [line, rule])).to.deep.equal([[4, 'site']]);
    });
  });

  it('has an old path and a new address on each line', () => {
    const { redirects, defects } = readLines(
      '\ufeff# 说明\r\n/old/ /new/ # 为什么\n\n/a.html\t/b/  301\n/%E6%97%A7 /tags/%E6%96%B0/\n/x https://duplex.example/blog/y/\n',
    );
    expect(defects).to.deep.equal([]);
    expect(redirects.map(({ from, to, place }) => [from, to, place.line])).to.deep.equal([
      ['/old/', '/new/', 2],
      ['/a.html', '/b/', 4],
      ['/旧/', '/tags/新/', 5],
      ['/x/', '/y/', 6],
    ]);
  });

  it('names the limit of a name that no file system can have', () => {
    const [one, many] = ['字'.repeat(85), '字'.repeat(86)].map((name) => readLines(`/old/${name}/ /new/\n`).defects);
    expect(one).to.deep.equal([]);
    for (const language of ['en', 'zh-CN']) expect(textOf(many![0]!.message, language)).to.contain('255');
  });

  it('has a defect for each line in another form', () => {
    const lines = cases<string>('redirects', 'lines');
    const { redirects, defects } = readLines(lines.join('\n'));
    expect(redirects).to.deep.equal([]);
    expect(defects.map(({ line, severity, rule }) => [line, severity, rule])).to.deep.equal(
      lines.map((_, index) => [index + 1, 'error', 'site']),
    );
  });

  it('is written in the same format in which it is read', () => {
    const pairs = [
      { from: '/旧 的/', to: '/新/' },
      { from: '/a#b/', to: '/x/' },
    ];
    expect(readLines(formatRedirects(pairs)).redirects.map(({ from, to }) => ({ from, to }))).to.have.deep.members(
      pairs,
    );
  });

  it('becomes a page at each old address, or a copy of the feed, unless another file has the address', async () => {
    await withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      const old = cases<string>('redirects', 'old addresses');
      writeFiles(content, {
        'algo-a.md': articleText({ aliases: '["/alias/"]' }),
        'algo-hidden.md': articleText({ title: '"藏起来的"', hidden: 'true' }),
        '_site.yml': 'feed: full\n',
        _redirects: `${old.join('\n')}\n`,
      });
      const edition = await readEdition({
        content,
        statics: path.join(fixtures, 'static'),
        lenient: false,
        drafts: false,
      });
      const { made, told } = await publishAs(edition);
      expect(made.get('/old/index.html')).to.contain('url=/posts/algo-a/');
      expect(made.get('/alias/index.html')).to.contain('url=/posts/algo-a/');
      expect(made.get('/tags/旧/index.html')).to.contain('url=/tags/algo/');
      expect(made.get('/page/7/index.html')).to.contain('url=/archives/');
      expect(made.get('/feed/index.html')).to.contain('url=/atom.xml');
      expect(made.get('/index.xml'))
        .to.equal(made.get('/atom.xml'))
        .and.contain('<content')
        .and.not.contain('藏起来的');
      expect(made.get('/archives/index.html')).to.not.contain('http-equiv="refresh"');
      expect(made.get('/posts/ALGO-A/index.html')).to.contain('url=/archives/');
      const taken = [
        ['_redirects', 6, 'warn', 'slug-unique'],
        ['_redirects', 8, 'warn', 'slug-unique'],
      ];
      expect(told).to.deep.equal([...taken, ['_redirects', 11, 'error', 'links']]);
      // If the file system ignores case, one warning reports all addresses that differ only in case.
      const folded = await publishAs({ ...edition, ignoresCase: true });
      expect([...made.keys()].filter((name) => !folded.made.has(name))).to.deep.equal([
        '/posts/ALGO-A/index.html',
        '/TWICE/index.html',
      ]);
      expect(folded.told).to.deep.equal([
        ...taken,
        ['_redirects', 7, 'warn', 'slug-unique'],
        ['_redirects', 11, 'error', 'links'],
      ]);
    });
  });
});

describe('an alias that differs from another address only in case or in Unicode form', () => {
  for (const [what, aliases, leftOut] of cases<[string, Record<string, string[]>, string[]]>(
    'redirects',
    'aliases alike',
  ))
    it(`is a page, and no page with a warning if the file system ignores that: ${what}`, async () => {
      await withFolder(async (content) => {
        const page = '---\ntitle: "页"\n---\n页。\n';
        const toText = ([file, list]: [string, string[]]): [string, string] => [
          file,
          file.startsWith('pages/') ? page : articleText({ aliases: JSON.stringify(list) }),
        ];
        writeFiles(content, Object.fromEntries(Object.entries(aliases).map(toText)));
        const statics = path.join(fixtures, 'static');
        const edition = await readEdition({ content, statics, lenient: false, drafts: false });
        expect(edition.defects).to.deep.equal([]);
        const { made, told } = await publishAs(edition);
        const files = Object.values(aliases).flat().map(fileOf);
        for (const file of files) expect(made.get(file)).to.contain('http-equiv="refresh"');
        expect(told).to.deep.equal([]);
        const folded = await publishAs({ ...edition, ignoresCase: true });
        expect([...made.keys()].filter((name) => !folded.made.has(name))).to.have.members(leftOut.map(fileOf));
        const [owner] = Object.keys(aliases).filter((file) => aliases[file]!.includes(leftOut[0]!));
        expect(folded.told).to.deep.equal([[owner, 7, 'warn', 'slug-unique']]);
      });
    });

  it('is a page beside a file of the owner, unless it is equal to that: then it is an error', async () => {
    await withFolder(async (content) => {
      writeFiles(content, {
        'algo-a.md': articleText({ aliases: '[/old/, /OLD/]' }),
        '_site.js': "export const files = () => [{ path: '/old/index.html', contents: 'x' }];\n",
      });
      const statics = path.join(fixtures, 'static');
      const edition = await readEdition({ content, statics, lenient: false, drafts: false });
      const { made, told } = await publishAs(edition);
      expect(made.get('/old/index.html')).to.equal('x');
      expect(made.has('/OLD/index.html')).to.equal(true);
      const error = ['_site.js', 1, 'error', 'site'];
      expect(told).to.deep.equal([error]);
      const folded = await publishAs({ ...edition, ignoresCase: true });
      expect(folded.made.has('/OLD/index.html')).to.equal(false);
      expect(folded.told).to.deep.equal([['algo-a.md', 7, 'warn', 'slug-unique'], error]);
    });
  });

  it('may be one of several that a single warning reports, at its place', async () => {
    await withFolder(async (content) => {
      writeFiles(content, {
        'algo-a.md': articleText({ aliases: '\n  - /one/\n  - /Two/\n  - /ONE/' }),
        _redirects: '/two/ /posts/algo-a/\n/TWO/ /posts/algo-a/\n',
      });
      const statics = path.join(fixtures, 'static');
      const edition = await readEdition({ content, statics, lenient: false, drafts: false });
      const { deliver, linkDefects } = publish({ ...edition, ignoresCase: true }, { minified: false });
      await filesOf({ deliver });
      const [defect, ...others] = linkDefects();
      expect(others).to.deep.equal([]);
      expect(defect).to.include({ line: 10, column: 5, severity: 'warn' });
      expect(textOf(defect!.message, 'en')).to.contain('3 old addresses, such as /ONE/,');
    });
  });
});
