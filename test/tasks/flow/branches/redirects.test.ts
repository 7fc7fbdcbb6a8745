// Tests `content/_redirects`: reading the file, and the pages at the old addresses.
import path from 'node:path';
import { expect } from 'chai';
import { formatRedirects, readRedirects } from '#pdc/library/redirects-file';
import { publish } from '../../../../tasks/flow/publish.ts';
import { readEdition } from '../../../../tasks/flow/read-edition.ts';
import type { Edition } from '../../../../tasks/flow/edition.ts';
import { articleText, writeFiles } from '../../../support/articles.ts';
import { filesOf, fixtures, withFolder } from '../../../support/defects.ts';
import { siteWith } from '../../pdc/edition.ts';
import { cases } from '../../../support/cases.ts';

const site = siteWith({ url: 'https://duplex.example/blog' });
const readLines = (text: string): ReturnType<typeof readRedirects> => readRedirects(text, { file: '_redirects', site });

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
      const publishAs = async (one: Edition): Promise<{ made: Map<string, string>; told: unknown[][] }> => {
        const { deliver, linkDefects } = publish(one, { minified: false });
        const files = await filesOf({ deliver });
        return {
          made: new Map(files.filter((file) => file.isBuffer()).map((file) => [file.path, String(file.contents)])),
          told: linkDefects().map(({ file, line, severity, rule }) => [path.basename(file), line, severity, rule]),
        };
      };
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
