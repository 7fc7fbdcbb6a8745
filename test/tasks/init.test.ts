// `duplex init` writes a site without defects, in both languages.
import { cpSync, existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { isError } from '#pdc/words/defect';
import { textOf } from '#pdc/words/message';
import { runInit } from '../../tasks/init.ts';
import { readEdition } from '../../tasks/flow/read-edition.ts';
import { publish } from '../../tasks/flow/publish.ts';
import { Failure } from '../../tasks/settings/failure.ts';
import { languageOfUser } from '../../tasks/settings/settings.ts';
import { toldIn, writeFiles } from '../support/articles.ts';
import { digestsOf, repository, run } from '../support/command.ts';
import { filesOf, withFolder } from '../support/defects.ts';

/** Texts that other engines publish without a warning. */
const ordinary = {
  '你好_世界.md': '---\ntitle: 你好 世界\ndate: 2024-01-02\ncategories: 生活\ntags: 读书笔记\n---\n正文。\n',
  'hello_2.md': '---\ntitle: Hello 2\ndate: 2024-01-02 10:00\ncategories:\ntags:\n---\nText.\n',
  '2024-01-02-Pipes.md': "---\ntitle: 'Pipes'\ndate: 2024-01-02T10:00:00+08:00\ntags: [a, b, c, d, e, f]\n---\nText.\n",
  'python-爬虫.md':
    '---\ntitle: 爬虫\ndate: 2024/3/4\ncategories: [编程, 爬虫, 其他]\ntags: [爬虫]\ndescription: 短\n---\n正文。\n',
  'bare.md': '---\ntitle: Bare\ndate: 2024-01-02\n---\nText.\n',
};

async function strictly(site: string) {
  const [content, statics] = ['content', 'static'].map((name) => path.join(site, name)) as [string, string];
  const edition = await readEdition({ content, statics, lenient: false, drafts: false });
  const publication = publish(edition, { minified: false });
  await filesOf(publication);
  return { edition, defects: [...edition.defects, ...publication.linkDefects()] };
}

describe('duplex init', function () {
  // `init` packs the product once, which takes seconds.
  this.timeout(240_000);
  let begun: string;
  const said: Record<string, string> = {};
  const folderOf = (language: string): string => path.join(begun, language === 'en' ? 'My Site' : 'site');

  before(async () => {
    begun = mkdtempSync(path.join(tmpdir(), 'duplex-init-'));
    for (const language of ['zh-CN', 'en'])
      said[language] = await runInit([folderOf(language), '--language', language]);
  });
  after(() => rmSync(begun, { recursive: true, force: true }));

  /** Calls `work` with a copy of the site. */
  const withSite = (language: string, work: (site: string) => Promise<void>): Promise<void> =>
    withFolder(async (folder) => {
      const site = path.join(folder, 'copy');
      cpSync(folderOf(language), site, { recursive: true, verbatimSymlinks: true });
      await work(site);
    });

  for (const language of ['zh-CN', 'en'])
    it(`relaxes each rule that ordinary articles break, and says why, in ${language}`, () =>
      withSite(language, async (site) => {
        const settings = readFileSync(path.join(site, 'content/_site.yml'), 'utf8');
        const relaxed = settings.slice(settings.indexOf('rules:\n')).trim().split('\n').slice(1);
        expect(relaxed).to.have.length.above(8);
        for (const line of relaxed) expect(line).to.match(/^ {2}[a-z-]+: (?:off|warn) +# \S/);
        writeFiles(path.join(site, 'content'), ordinary);
        const { edition, defects } = await strictly(site);
        expect(defects).to.deep.equal([]);
        const articles = Object.fromEntries(edition.library.articles.map((article) => [article.slug, article]));
        expect(Object.keys(articles).sort()).to.deep.equal([
          '2024-01-02-Pipes',
          'bare',
          'hello_2',
          'ni-hao-shi-jie',
          'notes-hello-world',
          'python-pa-chong',
        ]);
        expect(articles['ni-hao-shi-jie']).to.deep.include({
          categories: ['生活'],
          tags: ['读书笔记'],
          description: '正文。',
        });
        expect(articles['ni-hao-shi-jie']!.date.text).to.equal('2024-01-02 00:00:00');
        expect(articles['hello_2']).to.deep.include({ categories: [], tags: [] });
        expect(edition.library.tagOf('读书笔记').slug).to.equal('du-shu-bi-ji');
      }));

  it('keeps a password of digits as it is written', () =>
    withSite('en', async (site) => {
      writeFiles(path.join(site, 'content'), {
        'one.md': '---\ntitle: One\ndate: 2024-01-02\npassword: 0123\n---\nText.\n',
      });
      const { edition, defects } = await strictly(site);
      expect(defects.filter(isError)).to.deep.equal([]);
      const article = edition.library.articles.find(({ slug }) => slug === 'one')!;
      expect(article.encrypted).to.equal(true);
      expect(toldIn(article).password).to.equal('0123');
    }));

  it('warns about a tag that looks mistyped, and does not stop the build', () =>
    withSite('zh-CN', async (site) => {
      writeFiles(path.join(site, 'content'), {
        'one.md': '---\ntitle: 甲\ndate: 2024-01-02\ntags: [开使]\n---\n正文。\n',
      });
      const { defects } = await strictly(site);
      expect(defects.map(({ rule, message }) => `${rule}: ${textOf(message, 'zh-CN')}`)).to.deep.equal([
        'slug-collision: 是不是想写“开始”？如果“开使”没有写错，请在 _site.yml 的 tag_map 下加一行，例如 "开使": kai-shi',
      ]);
      expect(defects[0]!.severity).to.equal('warn');
    }));

  it('makes a site that runs at once and can be installed anywhere', () =>
    withSite('en', async (site) => {
      expect(said.en).to.not.contain('npm install');
      const { name, dependencies, overrides } = JSON.parse(
        readFileSync(path.join(site, 'package.json'), 'utf8'),
      ) as Record<string, unknown>;
      expect({ name, overrides }).to.deep.equal({ name: 'my-site', overrides: undefined });
      const [, tarball = ''] = /^file:(.+)$/.exec((dependencies as { duplex: string }).duplex)!;
      expect(existsSync(path.join(site, tarball))).to.equal(true);
      expect(readlinkSync(path.join(site, 'node_modules/duplex'))).to.equal(repository);
      const bin = path.join(site, 'node_modules/.bin/duplex');
      const written = await run([bin, 'new', 'first'], { cwd: site });
      expect(written.stdout).to.contain('npm run watch shows it');
      const built = await run([bin, 'build'], { cwd: site });
      expect(built).to.include({ code: 0, stderr: '' });
      expect(built.stdout).to.contain('the base URL https://example.com is an example: set url in _site.yml');
      expect((await run([bin, 'verify', '--skip', 'base'], { cwd: site })).stdout).to.match(/^0 findings/);
      const guide = readFileSync(path.join(site, 'AUTHOR.md'), 'utf8');
      expect(guide).to.not.contain('npx gulp');
      const links = [...guide.matchAll(/\]\((node_modules[^)#]*)/g)].map(([, link]) => link!);
      expect(links).to.have.length.above(3);
      for (const link of links) expect(existsSync(path.join(site, link)), link).to.equal(true);
    }));

  for (const [language, title, next] of [
    ['zh-CN', '我的博客', '运行 git init 就成为一个仓库'],
    ['en', 'My blog', 'Run git init there to make it a repository'],
  ] as const)
    it(`begins a site in ${language} that is published without a defect`, () =>
      withSite(language, async (site) => {
        expect(said[language]).to.contain(next).and.contain('npm run watch');
        expect(readFileSync(path.join(site, 'README.md'), 'utf8').split('\n')[0]).to.equal(`# ${title}`);
        expect(readFileSync(path.join(site, 'package.json'), 'utf8')).to.not.contain('--lenient');
        const { edition, defects } = await strictly(site);
        expect(edition.library.site).to.include({ language, title });
        expect(defects).to.deep.equal([]);
      }));

  it('uses the language of the terminal, by default Chinese', () => {
    const languages = ['', 'C', 'C.UTF-8', 'POSIX', 'zh_CN.UTF-8', 'en_GB.UTF-8', 'de_DE', 'ca_ES'].map((LANG) =>
      languageOfUser({ LANG }),
    );
    expect(languages).to.deep.equal([...Array<string>(5).fill('zh-CN'), ...Array<string>(3).fill('en')]);
    expect(languageOfUser({ LANG: 'en_GB', LC_ALL: 'zh_TW' })).to.equal('zh-CN');
  });

  it('overwrites nothing', async () => {
    await withFolder(async (folder) => {
      const mine = path.join(folder, 'mine');
      writeFiles(folder, { 'mine/a.txt': 'mine' });
      const before = digestsOf(folder);
      for (const [args, reason] of [
        [[mine, '--language', 'zh-CN'], /不是空目录/],
        [[mine, '--language', 'en'], /is not empty, and files are not overwritten/],
        [[path.join(mine, 'a.txt'), '--language', 'en'], /is not empty/],
        [[path.join(folder, 'new'), '--language', 'fr'], /^usage: npx duplex init FOLDER/],
        [[], /^usage: /],
        [['a', 'b'], /^"b" does not belong here; usage: /],
        [['a', '--force'], /Unknown option '--force'; usage: /],
      ] as const) {
        const error = await runInit([...args]).catch((thrown: unknown) => thrown);
        expect(error, String(reason)).to.be.instanceOf(Failure);
        expect((error as Failure).message).to.match(reason);
      }
      expect(digestsOf(folder)).to.deep.equal(before);
    });
  });
});
