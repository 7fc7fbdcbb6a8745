// `gulp build`, `gulp check` and `gulp clean` from outside.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { watch } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { describeRules } from '../../tasks/flow/checks/checked-rules.ts';
import { articleText, writeFiles } from '../support/articles.ts';
import { digestsOf, gulp, gulpWith, repository, run, start } from '../support/command.ts';
import { fixtures, withFolder } from '../support/defects.ts';

const twelveKinds: Readonly<Record<string, string>> = {
  'algo-no-front-matter.md': '正文。\n',
  'algo-no-title.md': articleText({ title: undefined }),
  'algo-plain-title.md': articleText({ title: '没有引号' }),
  'algo-no-date.md': articleText({ date: undefined }),
  'algo-other-date.md': articleText({ date: '2026/03/01' }),
  'algo-one-category.md': articleText({ categories: '["技术"]' }),
  'algo-other-category.md': articleText({ categories: '["技术", "Python"]' }),
  'algo-one-tag.md': articleText({ tags: '["算法"]' }),
  'algo-other-first-tag.md': articleText({ tags: '["Python", "算法"]' }),
  'algo-short-description.md': articleText({ description: '"太短"' }),
  'algo-broken-link.md': articleText({}, '见[这里](/posts/nowhere/)。\n'),
  'game-unknown.md': articleText(),
};

describe('gulp build', () => {
  it('publishes this repository’s own content, with the same bytes in another time zone', async function () {
    await withFolder(async (folder) => {
      const outputs = [];
      for (const [name, TZ] of [
        ['one', 'Asia/Shanghai'],
        ['two', 'America/St_Johns'],
      ] as const) {
        const dest = path.join(folder, name);
        const { code, stderr } = await gulpWith({ env: { TZ, LANG: 'C' } }, 'build', '--dest', dest);
        expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
        outputs.push(digestsOf(dest));
      }
      expect(outputs[1]).to.deep.equal(outputs[0]);
    });
  });

  it('reports twelve kinds of bad article in one run, each with file and line, and writes nothing', async () => {
    await withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      writeFiles(content, twelveKinds);
      const { code, stderr, stdout } = await gulp('build', '--content', content, '--dest', path.join(folder, 'site'));
      expect(code).to.equal(1);
      expect(stdout).to.equal('');
      const lines = stderr.split('\n').filter((line) => / {2}error {2}/.test(line));
      expect(lines.map((line) => /([\w-]+\.md):\d+:\d+ {2}error {2}/.exec(line)?.[1])).to.deep.equal(
        Object.keys(twelveKinds).sort(),
      );
      expect(stderr)
        .to.contain('12 个错误，0 个警告')
        .and.not.match(/\n\s+at /);
      expect(readdirSync(folder)).to.deep.equal(['content']);
    });
  });

  it('with --lenient, leaves out articles with errors and publishes the rest', async () => {
    await withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      const dest = path.join(folder, 'site');
      writeFiles(content, { ...twelveKinds, 'algo-good.md': articleText() });
      const { code, stderr, stdout } = await gulp('build', '--content', content, '--dest', dest, '--lenient');
      expect(code).to.equal(0);
      expect(stderr)
        .to.match(/algo-no-front-matter\.md:1:1 {2}error {2}front-matter/)
        .and.match(/algo-no-date\.md:1:1 {2}error {2}date/);
      expect(stdout).to.contain('11 of 13 articles published');
      const { posts } = JSON.parse(readFileSync(path.join(dest, 'api/index.json'), 'utf8')) as {
        posts: { slug: string; title: string }[];
      };
      expect(posts.map(({ slug }) => slug)).to.not.include.members(['algo-no-date']);
      expect(posts.find(({ slug }) => slug === 'algo-no-title')?.title).to.equal('algo-no-title');
    });
  });

  it('leaves the previous output unchanged if the content has errors', async () => {
    await withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      const dest = path.join(folder, 'site');
      writeFiles(content, { 'algo-good.md': articleText() });
      expect((await gulp('build', '--content', content, '--dest', dest)).code).to.equal(0);
      const before = digestsOf(dest);
      for (const bad of [
        { 'algo-bad.md': 'x' },
        { 'algo-bad.md': articleText({}, '[x](/none/)\n') },
        { '_site.yml': 'titel: x\n' },
      ]) {
        writeFiles(content, bad);
        expect((await gulp('build', '--content', content, '--dest', dest)).code).to.equal(1);
        expect(digestsOf(dest)).to.deep.equal(before);
        expect(readdirSync(folder).sort()).to.deep.equal(['content', 'site']);
        writeFiles(content, { 'algo-bad.md': articleText() });
      }
    });
  });

  it('replaces the output as a whole', async () => {
    await withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      const dest = path.join(folder, 'site');
      writeFiles(content, { 'algo-one.md': articleText(), 'algo-two.md': articleText() });
      await gulp('build', '--content', content, '--dest', dest);
      renameSync(path.join(content, 'algo-two.md'), path.join(content, 'algo-three.md'));
      writeFileSync(path.join(dest, 'stale.txt'), 'x');
      await gulp('build', '--content', content, '--dest', dest);
      expect(existsSync(path.join(dest, 'stale.txt'))).to.equal(false);
      expect(readdirSync(path.join(dest, 'posts')).sort()).to.deep.equal(['algo-one', 'algo-three']);
    });
  });

  it('restores the old site if a build was killed between the two renames', async () => {
    await withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      const dest = path.join(folder, 'site');
      writeFiles(content, { 'algo-one.md': articleText() });
      await gulp('build', '--content', content, '--dest', dest);
      const before = digestsOf(dest);
      renameSync(dest, `${dest}.previous`);
      mkdirSync(`${dest}.next/half`, { recursive: true });
      writeFileSync(`${dest}.lock`, '999999999');
      writeFiles(content, { 'algo-bad.md': 'x' });
      expect((await gulp('build', '--content', content, '--dest', dest)).code).to.equal(1);
      expect(digestsOf(dest)).to.deep.equal(before);
      expect(readdirSync(folder).sort()).to.deep.equal(['content', 'site']);
    });
  });

  it('leaves a complete site, old or new, when it is killed', async function () {
    await withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      const dest = path.join(folder, 'site');
      const articles = Array.from(
        { length: 30 },
        (_, index) => [`algo-post-${String.fromCharCode(97 + (index % 26))}${index}x.md`, articleText()] as const,
      );
      writeFiles(content, Object.fromEntries(articles));
      await gulp('build', '--content', content, '--dest', dest);
      const before = digestsOf(dest);
      for (const moment of ['site.lock', 'site.next', 'site.previous']) {
        const waiting = new AbortController();
        const seen = appears(folder, { name: moment, signal: waiting.signal });
        const child = start(['node_modules/gulp/bin/gulp.js', 'build', '--content', content, '--dest', dest]);
        const ended = once(child, 'close');
        await Promise.race([seen, ended]);
        waiting.abort();
        child.kill('SIGKILL');
        await ended;
        const standing = existsSync(dest) ? dest : `${dest}.previous`;
        expect(digestsOf(standing), `killed at ${moment}`).to.deep.equal(before);
      }
      const { code } = await gulp('build', '--content', content, '--dest', dest);
      expect(code).to.equal(0);
      expect(digestsOf(dest)).to.deep.equal(before);
      expect(readdirSync(folder).sort()).to.deep.equal(['content', 'site']);
    });
  });

  it('takes over the lock of a command that was killed before it wrote its process number', async () => {
    await withFolder(async (folder) => {
      const dest = path.join(folder, 'site');
      writeFiles(folder, { 'content/algo-a.md': articleText(), 'site.lock': '' });
      const { code, stderr } = await gulp('build', '--content', path.join(folder, 'content'), '--dest', dest);
      expect(code, stderr).to.equal(0);
      expect(readdirSync(folder).sort()).to.deep.equal(['content', 'site']);
    });
  });

  it('refuses an output folder that another command is writing', async () => {
    await withFolder(async (folder) => {
      const dest = path.join(folder, 'site');
      // The first process belongs to root, so nobody else may signal it.
      writeFileSync(`${dest}.lock`, '1');
      const { code, stderr } = await gulp('build', '--dest', dest);
      expect(code).to.equal(1);
      expect(stderr).to.contain('进程 1');
      expect(readdirSync(folder)).to.deep.equal(['site.lock']);
    });
  });

  it('refuses an output folder with files that no build made', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'mine/thesis.doc': 'years of work',
        'made/index.html': 'a site made by hand',
        'made/.nojekyll': '',
        'repo/.git/HEAD': 'ref',
        'content/algo-a.md': articleText(),
      });
      symlinkSync(folder, path.join(folder, 'link'));
      const refused = [
        'mine',
        'mine/thesis.doc',
        'made',
        'repo',
        '.',
        'content',
        'content/public',
        'link/content/public',
      ];
      for (const dest of refused) {
        const { code, stderr } = await gulp(
          'build',
          '--content',
          path.join(folder, 'content'),
          '--dest',
          path.join(folder, dest),
        );
        expect(code, dest).to.equal(1);
        expect(stderr, dest).to.contain('--dest');
      }
      for (const dest of [repository, path.dirname(repository)]) {
        expect((await gulp('clean', '--dest', dest)).code, dest).to.equal(1);
      }
      expect(readFileSync(path.join(folder, 'mine/thesis.doc'), 'utf8')).to.equal('years of work');
      expect(readFileSync(path.join(folder, 'made/index.html'), 'utf8')).to.equal('a site made by hand');
    });
  });

  it('restores or removes a folder with the name of the previous site only if a build made it', async () => {
    await withFolder(async (folder) => {
      const dest = path.join(folder, 'site');
      writeFiles(folder, { 'content/algo-a.md': articleText(), 'site.previous/mine.doc': 'years of work' });
      const build = () => gulp('build', '--content', path.join(folder, 'content'), '--dest', dest);
      const refused = await build();
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.contain('site.previous');
      expect(readFileSync(path.join(folder, 'site.previous/mine.doc'), 'utf8')).to.equal('years of work');
      renameSync(`${dest}.previous`, path.join(folder, 'mine'));
      expect((await build()).code).to.equal(0);
      renameSync(path.join(folder, 'mine'), `${dest}.previous`);
      expect((await build()).code).to.equal(1);
      expect(readFileSync(path.join(folder, 'site.previous/mine.doc'), 'utf8')).to.equal('years of work');
      rmSync(`${dest}.previous/mine.doc`);
      expect((await build()).code).to.equal(0);
      expect(readdirSync(folder).sort()).to.deep.equal(['content', 'site']);
    });
  });

  it('fails if its text cannot be printed', function () {
    if (!existsSync('/dev/full')) this.skip();
    const command = 'node tasks/duplex.js config > /dev/full';
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: repository, encoding: 'utf8' });
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: '无法写出输出（ENOSPC）\n' });
  });

  it('reports pipes without waiting for them, leaves no lock, and follows only links that --follow allows', async () => {
    await withFolder(async (folder) => {
      const [content, statics, dest] = ['content', 'static', 'site'].map((name) => path.join(folder, name)) as [
        ...[string, string, string],
      ];
      writeFiles(folder, { 'content/algo-a.md': articleText(), 'static/a.txt': 'a', 'elsewhere/key.txt': 'KEY' });
      const pipes = [
        'content/_site.yml',
        'content/_redirects',
        'content/algo-b.md',
        'static/pipe',
        'static/ai-context.md',
      ];
      for (const name of pipes) execFileSync('mkfifo', [path.join(folder, name)]);
      symlinkSync('../elsewhere', path.join(statics, 'linked'));
      symlinkSync('/', path.join(statics, 'all'));
      const flags = ['--content', content, '--static', statics, '--dest', dest];
      const build = (...more: string[]) =>
        spawnSync(process.execPath, ['tasks/duplex.js', 'build', ...flags, ...more], {
          ...{ cwd: repository, encoding: 'utf8', timeout: 120_000 },
        });
      const { status, stderr } = build();
      expect(status, stderr).to.equal(1);
      for (const name of [...pipes, 'static/linked', 'static/all'])
        expect(stderr).to.match(new RegExp(`/${name}:1:1 {2}error {2}outside {2}`));
      expect(readdirSync(folder)).to.have.members(['content', 'static', 'elsewhere']);

      for (const name of [...pipes, 'static/all']) rmSync(path.join(folder, name));
      const keyOf = (): boolean => existsSync(path.join(dest, 'linked/key.txt'));
      expect(build('--lenient').stderr).to.contain('static/linked:1:1');
      expect(keyOf()).to.equal(false);
      const followed = build('--follow', path.join(folder, 'elsewhere'));
      expect(followed, followed.stderr).to.include({ status: 0 });
      expect(keyOf()).to.equal(true);
      // The permission is not kept: without the flag, the link is refused again.
      expect(build().status).to.equal(1);
      const missing = build('--follow', path.join(folder, 'nowhere'));
      expect(missing.stderr).to.contain('--follow 后面必须是存在的目录');
    });
  });

  it('respects a path in the base URL everywhere', async () => {
    await withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      const dest = path.join(folder, 'site');
      writeFiles(content, {
        '_site.yml': 'url: https://not-this.example\n',
        'algo-one.md': articleText(
          {},
          '[二](./algo-two.md) ![图](/images/present.png) <a href="/api/index.json">x</a>\n',
        ),
        'algo-two.md': articleText({ aliases: '[/old/]' }),
      });
      const args = [
        '--content',
        content,
        '--static',
        path.join(fixtures, 'static'),
        '--dest',
        dest,
        '--base-url',
        'https://example.com/blog/',
      ];
      expect((await gulp('build', ...args)).stderr).to.equal('');
      const html = readFileSync(path.join(dest, 'posts/algo-one/index.html'), 'utf8');
      expect(html)
        .to.contain('href="/blog/posts/algo-two/"')
        .and.contain('src="/blog/images/present.png"')
        .and.contain('href="/blog/api/index.json"');
      expect(html).to.contain('https://example.com/blog/api/posts/algo-one.json');
      const roots = [...html.matchAll(/\s(?:href|src)="(\/[^"]*)"/g)].map((match) => match[1]!);
      expect(roots.filter((address) => !address.startsWith('/blog/'))).to.deep.equal([]);
      expect(readFileSync(path.join(dest, 'old/index.html'), 'utf8')).to.contain('/blog/posts/algo-two/');
      for (const name of ['llms.txt', 'api/index.json', 'sitemap.xml', 'atom.xml', 'robots.txt', 'api/mcp.json']) {
        expect(readFileSync(path.join(dest, name), 'utf8'), name)
          .to.contain('https://example.com/blog/')
          .and.not.match(/example\.com\/(?!blog)/);
      }
    });
  });

  it('leaves out drafts, and files and folders whose names begin with an underscore', async () => {
    await withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      const dest = path.join(folder, 'site');
      writeFiles(content, {
        'algo-one.md': articleText(),
        'algo-draft.md': articleText({ draft: 'true' }),
        '_notes.md': 'x',
        '_drafts/algo-x.md': 'x',
        'deep/algo-two.md': articleText(),
      });
      expect((await gulp('build', '--content', content, '--dest', dest)).stdout).to.contain(
        '2 of 2 articles published',
      );
      expect(readdirSync(path.join(dest, 'posts')).sort()).to.deep.equal(['algo-one', 'algo-two']);
    });
  });

  for (const [name, args, message] of [
    ['an unknown flag', ['--contnet', 'x'], /没有 --contnet 这个参数.*--content/],
    ['a base URL without a scheme', ['--base-url', 'example.com'], /--base-url .*“example\.com”/],
    ['a base URL with a space', ['--base-url', 'https://example.com/my blog'], /--base-url .*不含空格/],
    ['a missing content folder', ['--content', '/no/such/folder'], /内容目录 \S+ 不存在/],
    ['a missing static folder', ['--static', '/no/such/folder'], /静态文件目录 \S+ 不存在/],
    ['an unknown format', ['--format', 'xml'], /--format 只能是 text 或 json/],
  ] as const) {
    it(`refuses ${name} with one clear line`, async () => {
      const { code, stdout, stderr } = await gulp('build', '--dest', '/tmp/never-written', ...args);
      expect(code).to.equal(1);
      expect(stdout).to.equal('');
      expect(stderr)
        .to.match(message)
        .and.match(/^[^\n]+\n$/);
    });
  }

  it('lets flags override the environment, and the environment override _site.yml', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'c/_site.yml': 'url: https://file.example\n',
        'c/algo-a.md': articleText(),
        'd/algo-b.md': articleText(),
      });
      const url = async (env: Record<string, string>, ...args: string[]): Promise<string> => {
        const dest = path.join(folder, 'site');
        const { stderr, code } = await gulpWith(
          { env: { CONTENT_DIR: path.join(folder, 'c'), DEST_DIR: dest, ...env } },
          'build',
          ...args,
        );
        expect(code, stderr).to.equal(0);
        return (JSON.parse(readFileSync(path.join(dest, 'api/index.json'), 'utf8')) as { url: string }).url;
      };
      expect(await url({})).to.equal('https://file.example');
      expect(await url({ SITE_URL: 'https://environment.example' })).to.equal('https://environment.example');
      expect(await url({ SITE_URL: 'https://environment.example' }, '--base-url', 'https://flag.example')).to.equal(
        'https://flag.example',
      );
      expect(await url({}, '--content', path.join(folder, 'd'))).to.equal('http://localhost:4000');
    });
  });
});

describe('gulp --tasks', () => {
  it('lists the commands in both languages', async () => {
    const { code, stdout } = await gulp('--tasks');
    expect(code).to.equal(0);
    for (const words of ['publishes content/', '发布到 public/', 'previews with drafts', '预览'])
      expect(stdout).to.contain(words);
  });
});

describe('gulp check', () => {
  it('prints the defects as JSON on stdout, and nothing else', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'algo-a.md': articleText({ title: 'x' }), 'algo-b.md': articleText() });
      const { code, stdout } = await gulp('check', '--content', folder, '--format', 'json');
      expect(code).to.equal(1);
      const [defect, ...rest] = JSON.parse(stdout) as Record<string, unknown>[];
      expect(rest).to.deep.equal([]);
      expect(Object.keys(defect!)).to.deep.equal(['file', 'line', 'column', 'severity', 'rule', 'message']);
      expect(defect).to.include({ line: 2, column: 8, severity: 'error', rule: 'title-quoted' });
    });
  });

  it('prints all defects even into a slow pipe', async () => {
    await withFolder(async (folder) => {
      const names = Array.from({ length: 300 }, (_, index) => `algo-${index}-x.md`);
      writeFiles(
        folder,
        Object.fromEntries(names.map((name) => [name, articleText({ title: 'x' }, '[a](/nowhere/)\n')])),
      );
      const check = ['node_modules/gulp/bin/gulp.js', 'check', '--content', folder, '--format'];
      const piped = (which: string, format: string): string =>
        execFileSync('sh', ['-c', `"$0" "$@" ${which} | cat`, process.execPath, ...check, format], {
          cwd: repository,
          encoding: 'utf8',
        });
      expect(JSON.parse(piped('2>&-', 'json'))).to.have.lengthOf(2 * names.length);
      expect(piped('2>&1 >/dev/null', 'text')).to.contain(`${2 * names.length} 个错误，0 个警告`);
    });
  });

  it('prints the rules in the language of the site, and needs no article', async () => {
    expect(await gulp('check', '--rules', '--content', '/nowhere')).to.include({
      code: 0,
      stdout: describeRules('zh-CN'),
    });
    await withFolder(async (folder) => {
      writeFiles(folder, { '_site.yml': 'language: en\n' });
      const { stdout } = await gulp('check', '--rules', '--content', folder);
      expect(stdout).to.equal(describeRules('en')).and.contain('| requirement |');
    });
  });

  it('prints an empty list for a clean folder', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'algo-b.md': articleText() });
      expect(await gulp('check', '--content', folder, '--format', 'json')).to.deep.equal({
        code: 0,
        stdout: '[]\n',
        stderr: '',
      });
    });
  });
});

describe('gulp clean', () => {
  it('removes the output and what a killed command left beside it', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'content/algo-b.md': articleText() });
      const duplex = (name: string) => run([path.join(repository, 'tasks/duplex.js'), name], { cwd: folder });
      await duplex('build');
      writeFiles(folder, { 'public.next/x': '', 'public.previous/api/digests.json': '' });
      const { code, stderr } = await duplex('clean');
      expect(code, stderr).to.equal(0);
      expect(readdirSync(folder)).to.deep.equal(['content']);
    });
  });

  it('succeeds while another program writes files in `.cache/`', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'content/algo-b.md': articleText(), '.cache/duplex/a': '' });
      const script = `
        const { mkdirSync, writeFileSync } = require('node:fs');
        for (let index = 0; ; index += 1) {
          // The folder may vanish between any two calls.
          try {
            mkdirSync('.cache/duplex', { recursive: true });
            writeFileSync('.cache/duplex/' + (index % 100), '');
          } catch {}
          if (index % 1000 === 0) console.log(index);
        }`;
      const writer = start(['-e', script], { cwd: folder });
      const closed = once(writer, 'close');
      try {
        await once(writer.stdout, 'data');
        const { code, stderr } = await run([path.join(repository, 'tasks/duplex.js'), 'clean'], { cwd: folder });
        expect(code, stderr).to.equal(0);
      } finally {
        expect(writer.exitCode, 'the writer ended early').to.equal(null);
        writer.kill('SIGKILL');
        await closed;
      }
    });
  });

  it('leaves the files of other programs in `.cache/`, as a build does', async () => {
    await withFolder(async (folder) => {
      const others = Array.from({ length: 20 }, (_, index) => `.cache/other-${index}`);
      writeFiles(folder, { 'content/algo-b.md': articleText(), 'static/a.txt': 'a' });
      writeFiles(folder, { ...Object.fromEntries(others.map((name) => [name, ''])), '.cache/tool/x': '' });
      const duplex = (name: string) => run([path.join(repository, 'tasks/duplex.js'), name], { cwd: folder });
      const { code, stderr } = await duplex('build');
      expect(code, stderr).to.equal(0);
      expect(readdirSync(path.join(folder, '.cache'))).to.have.lengthOf(22);
      expect((await duplex('clean')).code).to.equal(0);
      expect(readdirSync(folder).sort()).to.deep.equal(['.cache', 'content', 'static']);
      expect(readdirSync(path.join(folder, '.cache'))).to.have.lengthOf(21);
    });
  });
});

/** Resolves when a name appears in a folder, or when the wait is cancelled. */
async function appears(folder: string, { name, signal }: { name: string; signal: AbortSignal }): Promise<void> {
  try {
    for await (const { filename } of watch(folder, { signal })) if (filename === name) return;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
