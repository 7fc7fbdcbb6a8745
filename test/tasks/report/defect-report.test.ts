// The output of commands about an author's folder, in Chinese and in English. Words that the contract fixes are the
// same.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { run } from '../../../tasks/commands.ts';
import { articleText, writeFiles } from '../../support/articles.ts';
import { listen, repository } from '../../support/command.ts';
import { fixtures, withFolder } from '../../support/defects.ts';

type Printed = { readonly stdout: string; readonly stderr: string; readonly failure: string };

/** The output of a command for some articles, with paths relative to their folder. */
async function tell(
  name: 'check' | 'build',
  files: Readonly<Record<string, string>>,
  ...flags: string[]
): Promise<Printed> {
  return withFolder(async (folder) => {
    const content = path.join(folder, 'content');
    writeFiles(content, files);
    const args = ['--content', content, '--static', path.join(fixtures, 'static'), '--dest', path.join(folder, 'site')];
    const { write } = process.stdout;
    let [stdout, failure] = ['', ''];
    process.stdout.write = (text: string | Uint8Array) => ((stdout += String(text)), true);
    try {
      const stderr = await listen(() =>
        run(
          name,
          [...args, '--no-cache', ...flags].filter((flag) => name === 'build' || flag !== '--no-cache'),
        ).catch((error: Error) => void (failure = error.message)),
      );
      const bare = (text: string): string => text.replaceAll(/[^\s"]*\/content\//g, '');
      return { stdout: bare(stdout), stderr: bare(stderr), failure: bare(failure) };
    } finally {
      process.stdout.write = write;
    }
  });
}

const english = { '_site.yml': 'language: en\n' };
const broken = { 'algo-a.md': articleText({ title: 'x', tags: '["算法", "Python", "python"]' }) };
const many = Object.fromEntries(
  ['a', 'b', 'c', 'd', 'e'].map((name) => [`algo-${name}.md`, articleText({ title: name })]),
);

describe('what a command prints', () => {
  it('is what the READMEs of the repository show', async () => {
    const file = 'linux-file-locks.md';
    const text = articleText({ categories: '["技术", "Linux"]', tags: '["Linux"]' });
    for (const [site, document] of [
      [english, 'README.md'],
      [{}, '.github/README.zh-CN.md'],
    ] as const) {
      const [line] = (await tell('check', { ...site, [file]: text })).stderr.split('\n');
      expect(readFileSync(path.join(repository, document), 'utf8')).to.contain(`\ncontent/${line!}\n`);
    }
  });

  it('is Chinese if the site names no language', async () => {
    const { stdout, stderr, failure } = await tell('check', broken);
    expect(stderr).to.equal(
      [
        'algo-a.md:2:8  error  title-quoted  title 必须放在双引号里：title: "x"',
        'algo-a.md:5:24  error  tags  tags 不能重复：“python”出现了两次',
        '',
        '2 个错误，0 个警告',
        '',
      ].join('\n'),
    );
    expect(failure).to.equal('没有写出任何文件：请先改正上面的错误，或加上 --lenient，只发布能发布的文章');
    expect(stdout).to.equal('');
  });

  it('is English if the site is English', async () => {
    const { stderr, failure } = await tell('check', { ...broken, ...english });
    expect(stderr).to.equal(
      [
        'algo-a.md:2:8  error  title-quoted  title must be wrapped in double quotes: title: "x"',
        'algo-a.md:5:24  error  tags  tags must be distinct: "python" is listed twice',
        '',
        '2 errors, 0 warnings',
        '',
      ].join('\n'),
    );
    expect(failure).to.equal(
      'nothing was written: correct the errors above, or build with --lenient to publish what can be published',
    );
  });

  it('has the same messages in JSON, for editors', async () => {
    const messages = async (files: Readonly<Record<string, string>>): Promise<string[]> =>
      (JSON.parse((await tell('check', files, '--format', 'json')).stdout) as { message: string }[]).map(
        ({ message }) => message,
      );
    expect(await messages(broken)).to.deep.equal([
      'title 必须放在双引号里：title: "x"',
      'tags 不能重复：“python”出现了两次',
    ]);
    expect((await messages({ ...broken, ...english }))[1]).to.equal('tags must be distinct: "python" is listed twice');
  });

  it('is in the default language if _site.yml cannot be read', async () => {
    const { stderr, failure } = await tell('check', {
      'algo-a.md': articleText(),
      '_site.yml': 'language: en\nnav: [',
    });
    expect(stderr).to.match(/^_site\.yml:\d+:\d+ {2}error {2}site {2}/);
    expect(failure).to.not.equal('');
    const guessed = await tell('check', { 'algo-a.md': articleText(), '_site.yml': '- en\n' });
    expect(guessed.stderr).to.contain('error  site  内容必须由“key: value”这样的行组成');
    expect(guessed.failure).to.match(/^没有写出任何文件/);
  });

  it('lists the articles that a lenient build leaves out, and counts the published ones', async () => {
    const files = { ...many, 'algo-z.md': articleText({ password: '[1234567]' }) };
    const chinese = await tell('build', files, '--lenient');
    expect(chinese.stderr)
      .to.contain('\n  title-quoted 还有 2 条：加 --verbose 全部列出\n')
      .and.contain('\n1 个错误，5 个警告\n没有发布的文件，1 个：\n  algo-z.md (types)\n');
    expect(chinese.stdout)
      .to.match(/^6 篇文章中发布了 5 篇（5 of 6 articles published）\n\d+ 个文件，[\d.]+ [kM]B，[\d.]+ s -> /)
      .and.contain('注意：站点网址 http://localhost:4000 不是 https');
    const told = await tell('build', { ...files, ...english }, '--lenient');
    expect(told.stderr)
      .to.contain('\n  and 2 more of title-quoted: --verbose shows them\n')
      .and.contain('\n1 error, 5 warnings\nleft out, 1 file:\n  algo-z.md (types)\n');
    expect(told.stdout)
      .to.match(/^5 of 6 articles published\n\d+ files, [\d.]+ [kM]B, [\d.]+ s -> /)
      .and.contain('warning: the base URL http://localhost:4000 is not https');
    const checked = await tell('check', { 'algo-a.md': articleText() });
    expect(checked).to.deep.equal({ stdout: '1 篇文章中有 1 篇可以发布\n', stderr: '', failure: '' });
    expect((await tell('check', { ...english, 'algo-a.md': articleText() })).stdout).to.equal(
      '1 of 1 article can be published\n',
    );
  });

  it('explains in the language of the site why nothing could be read', async () => {
    expect((await tell('build', {})).failure).to.match(/^内容目录 \S+ 不存在/);
    expect((await tell('build', { 'a.txt': 'x' })).failure).to.match(/里没有文章（\*\.md）：请用 npm run new -- SLUG/);
    expect((await tell('check', english)).failure).to.match(/ contains no article \(\*\.md\): write one with/);
  });
});
