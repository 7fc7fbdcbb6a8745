// `gulp build` of sites with locked articles: honest sites build, and a secret in a public text stops everything.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { articleText, writeFiles } from '../support/articles.ts';
import { gulp, repository } from '../support/command.ts';
import { fixtures, withFolder } from '../support/defects.ts';

const password = 'harbour-night-7';
const locked = articleText({ password: `"${password}"` }, '雾港灯塔第七夜的潮位是三十九，只有守塔人和他的猫知道。\n');

describe('a site with a locked article', () => {
  for (const [site, what] of [
    ['footer', 'the same end as open posts'],
    ['address', 'its own addresses, for people and for machines'],
    ['theme', 'the theme’s words, markup and scripts'],
  ] as const) {
    it(`lets a locked post contain ${what}`, async () => {
      await withFolder(async (folder) => {
        const [content, statics] = ['honest', 'static'].map((name) => path.join(fixtures, name)) as [string, string];
        const flags = ['--content', path.join(content, site), '--static', statics, '--dest', path.join(folder, 'site')];
        const { code, stderr } = await gulp('build', ...flags, '--no-cache');
        expect(code, stderr).to.equal(0);
      });
    });
  }

  it('finds no word of this repository’s locked article in its output, encoded or not', async function () {
    await withFolder(async (folder) => {
      const dest = path.join(folder, 'site');
      expect((await gulp('build', '--dest', dest)).code).to.equal(0);
      const source = readFileSync(path.join(repository, 'content/skill-locked-notes.md'), 'utf8');
      expect(source).to.contain('雾港灯塔第七夜');
      const needles = ['雾港灯塔第七夜的潮位', 'duplex-demo-2026'].flatMap((text) => [
        text,
        JSON.stringify(text).slice(1, -1),
        encodeURIComponent(text),
        ...[0, 1, 2].map((skip) =>
          Buffer.from(' '.repeat(skip) + text)
            .toString('base64')
            .slice(4, -4),
        ),
      ]);
      for (const name of readdirSync(dest, { recursive: true }) as string[]) {
        const file = path.join(dest, name);
        if (!statSync(file).isFile()) continue;
        const text = readFileSync(file, 'utf8');
        for (const needle of needles) expect(text.includes(needle), `${needle} in ${name}`).to.equal(false);
      }
    });
  });
});

describe('a password in a public source', () => {
  for (const [name, files] of [
    ['another article', { 'algo-open.md': articleText({}, `口令是 ${password}。\n`) }],
    ['a title', { 'algo-open.md': articleText({ title: `"${password}"` }) }],
    ['its own description', { 'algo-locked.md': locked.replace('这是测试用的摘要', `${password} 是摘要`) }],
    ['_site.yml', { '_site.yml': `title: "${password}"\n` }],
    ['a page', { 'pages/about.md': `---\ntitle: "关于"\n---\n\n${password}\n` }],
  ] as const) {
    it(`stops the build: ${name}`, async () => {
      await withFolder(async (folder) => {
        const content = path.join(folder, 'content');
        writeFiles(content, { 'algo-locked.md': locked, ...files });
        const { code, stderr } = await gulp('build', '--content', content, '--dest', path.join(folder, 'site'));
        expect(code).to.equal(1);
        expect(stderr)
          .to.match(/algo-locked\.md:\d+:\d+ {2}error {2}password-strength/)
          .and.not.contain(password);
        expect(readdirSync(folder)).to.deep.equal(['content']);
      });
    });
  }

  it('keeps the article out of a lenient build', async () => {
    await withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      writeFiles(content, { 'algo-locked.md': locked, 'algo-open.md': articleText({}, `${password}\n`) });
      const { code, stdout } = await gulp(
        'build',
        '--content',
        content,
        '--dest',
        path.join(folder, 'site'),
        '--lenient',
      );
      expect({ code, line: stdout.split('\n')[0] }).to.deep.equal({
        code: 0,
        line: '2 篇文章中发布了 1 篇（1 of 2 articles published）',
      });
      expect(readdirSync(path.join(folder, 'site/posts'))).to.deep.equal(['algo-open']);
    });
  });
});
