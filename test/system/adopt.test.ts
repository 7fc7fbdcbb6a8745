// `npm run adopt` from outside, and the route that it leads to: content in a repository of its own, beside this one.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { runAdopt } from '../../tasks/adopt.ts';
import { Failure } from '../../tasks/settings/failure.ts';
import { writeFiles } from '../support/articles.ts';
import { digestsOf, repository, run } from '../support/command.ts';
import { fixtures, withFolder } from '../support/defects.ts';

const hexo = path.join(fixtures, 'blogs/hexo-butterfly');

describe('npm run adopt', () => {
  it('writes a folder beside this repository, which builds without touching it, so that a newer version is a pull', async function () {
    this.timeout(240_000);
    await withFolder(async (folder) => {
      const site = path.join(folder, 'site');
      const adopted = await run(['tasks/duplex.js', 'adopt', hexo, '--to', site]);
      expect(adopted).to.include({ code: 0, stderr: '' });
      expect(adopted.stdout).to.contain('14 篇文章中发布 13 篇').and.contain('npm run build && npm run verify');

      const { upstream, product } = cloneProduct(folder);
      const env = { CONTENT_DIR: '../site/content', STATIC_DIR: '../site/static', LENIENT: '1' };
      const built = await run(['node_modules/gulp/bin/gulp.js', 'build'], { cwd: product, env });
      expect(built.code, built.stderr).to.equal(0);
      expect(built.stdout).to.contain('13 of 14 articles published').and.not.contain('不是 https');

      const page = (name: string): string => readFileSync(path.join(product, 'public', name, 'index.html'), 'utf8');
      expect(page('posts/4a17b156')).to.contain('url=/posts/hello-world/');
      expect(page('posts/guan-dao-yu-chong-ding-xiang'))
        .to.contain('class="callout note"')
        .and.contain('<summary>一行</summary>')
        .and.match(/src="?\/posts\/guan-dao-yu-chong-ding-xiang\/pipe\.png/)
        .and.not.contain('{%');
      expect(page('posts/fu-li-ye-bian-huan')).to.contain('<math');
      expect(page('about')).to.contain('写代码，也拍照');
      expect(existsSync(path.join(product, 'public/posts/guan-dao-yu-chong-ding-xiang/流 程.png'))).to.equal(true);
      // Machines read Markdown, as the author owns it now.
      const raw = readFileSync(path.join(product, 'public/api/posts/guan-dao-yu-chong-ding-xiang.md'), 'utf8');
      const copy = readFileSync(path.join(site, 'content/Linux/管道与重定向.md'), 'utf8');
      expect(copy.endsWith(raw)).to.equal(true);
      expect(raw).to.contain('> [!NOTE]').and.not.contain('{%');

      // The link to the modules is the test's own.
      expect(git(product, 'status', '--porcelain', '--', '.', ':!node_modules')).to.equal('');
      writeFileSync(path.join(upstream, 'README.md'), 'a newer version\n');
      writeFileSync(path.join(upstream, 'content/new.md'), 'a newer article of its own\n');
      git(upstream, 'add', '.');
      git(upstream, 'commit', '-qm', 'two');
      git(product, 'pull', '-q', '--ff-only');
      expect(readFileSync(path.join(product, 'README.md'), 'utf8')).to.equal('a newer version\n');
    });
  });

  it('writes over nothing', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'site/content/mine.md': 'mine', 'blog/a.md': '---\ntitle: "a"\n---\n', 'none/a.txt': '' });
      const before = digestsOf(folder);
      for (const [args, message] of [
        [[hexo, '--to', path.join(folder, 'site')], /不是空目录，这里不覆盖任何文件/],
        [[hexo, '--to', path.join(folder, 'none/a.txt')], /不是空目录，这里不覆盖任何文件/],
        [[path.join(folder, 'blog'), '--to', path.join(folder, 'blog/site')], /在博客自己的目录里/],
        [[path.join(folder, 'nowhere')], /there is no folder .*nowhere; usage: /],
        [[path.join(folder, 'none')], /里没有文章/],
        [[path.join(repository, 'content')], /里有 _site\.yml，说明已经搬过来了/],
        [[repository], /里有 _site\.yml，说明已经搬过来了/],
        [[], /usage: npm run adopt -- DIR/],
        [[hexo, '--into', 'x'], /Unknown option '--into'; usage: /],
      ] as const) {
        const error = await runAdopt([...args]).catch((thrown: unknown) => thrown);
        expect(error, String(message)).to.be.instanceOf(Failure);
        expect((error as Failure).message).to.match(message);
      }
      expect(digestsOf(folder)).to.deep.equal(before);
    });
  });
});

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd, encoding: 'utf8' });

/** What a build needs of this repository, as a repository, and a clone of it. */
function cloneProduct(folder: string): { upstream: string; product: string } {
  const [upstream, product] = [path.join(folder, 'upstream'), path.join(folder, 'product')];
  const files = git(repository, 'ls-files', '-co', '--exclude-standard', '-z', '--', '.', ':!test');
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(path.join(repository, name)))) {
    mkdirSync(path.dirname(path.join(upstream, file)), { recursive: true });
    copyFileSync(path.join(repository, file), path.join(upstream, file));
  }
  git(upstream, 'init', '-q');
  git(upstream, 'add', '.');
  git(upstream, 'commit', '-qm', 'one');
  git(folder, 'clone', '-q', upstream, product);
  symlinkSync(path.join(repository, 'node_modules'), path.join(product, 'node_modules'));
  return { upstream, product };
}
