// `npm run adopt` from outside, and its result: content in a separate repository next to this one.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { runAdopt } from '../../tasks/adopt.ts';
import { isLocal } from '../../tasks/settings/product.ts';
import { Failure } from '../../tasks/settings/failure.ts';
import { writeFiles } from '../support/articles.ts';
import { cloneProduct, git } from '../support/clone.ts';
import { digestsOf, repository, run } from '../support/command.ts';
import type { Outcome } from '../support/command.ts';
import { fixtures, withFolder } from '../support/defects.ts';

const hexo = path.join(fixtures, 'blogs/hexo-butterfly');

describe('npm run adopt', () => {
  it('writes a folder next to this repository, which builds without changing it, so that an upgrade is a git pull', async function () {
    this.timeout(240_000);
    await withFolder(async (folder) => {
      const site = path.join(folder, 'site');
      const adopted = await run(['tasks/duplex.js', 'adopt', hexo, '--to', site]);
      expect(adopted).to.include({ code: 0, stderr: '' });
      expect(adopted.stdout).to.contain('14 篇文章中发布 14 篇').and.contain('npm run build && npm run verify');

      const { upstream, product } = cloneProduct(folder);
      const env = { CONTENT_DIR: '../site/content', STATIC_DIR: '../site/static', LENIENT: '1' };
      const built = await run(['node_modules/gulp/bin/gulp.js', 'build'], { cwd: product, env });
      expect(built.code, built.stderr).to.equal(0);
      expect(built.stdout).to.contain('14 of 14 articles published').and.not.contain('不是 https');

      const page = (name: string): string => readFileSync(path.join(product, 'public', name, 'index.html'), 'utf8');
      expect(page('posts/4a17b156')).to.contain('<h1>Hello World</h1>');
      expect(page('posts/c0ffee01'))
        .to.contain('class="callout note"')
        .and.contain('<summary>一行</summary>')
        .and.match(/src="?\/posts\/c0ffee01\/pipe\.png/)
        .and.not.contain('{%');
      expect(page('posts/1f00d')).to.contain('<math');
      expect(page('about')).to.contain('写代码，也拍照');
      expect(existsSync(path.join(product, 'public/posts/c0ffee01/流 程.png'))).to.equal(true);
      // Machines read the Markdown that the author now has.
      const raw = readFileSync(path.join(product, 'public/api/posts/c0ffee01.md'), 'utf8');
      const copy = readFileSync(path.join(site, 'content/Linux/c0ffee01.md'), 'utf8');
      expect(copy.endsWith(raw)).to.equal(true);
      expect(raw).to.contain('> [!NOTE]').and.not.contain('{%');

      // The link to the modules belongs to the test.
      expect(git(product, 'status', '--porcelain', '--', '.', ':!node_modules')).to.equal('');
      writeFileSync(path.join(upstream, 'README.md'), 'a newer version\n');
      writeFileSync(path.join(upstream, 'content/new.md'), 'a newer article of its own\n');
      git(upstream, 'add', '.');
      git(upstream, 'commit', '-qm', 'two');
      git(product, 'pull', '-q', '--ff-only');
      expect(readFileSync(path.join(product, 'README.md'), 'utf8')).to.equal('a newer version\n');
    });
  });

  it('writes a README that names every command, and shows a new article that the rules accept', async () => {
    await withFolder(async (folder) => {
      const cite = (prefix: string): string =>
        `---\ntitle: "a"\ndate: 2020-01-02 03:04:05\ncategories: ["技术", "${prefix}"]\ntags: ["AI", "b"]\ndescription: "${'字'.repeat(60)}"\n---\n\n正文。\n`;
      writeFiles(folder, {
        'strict/ai-one.md': cite('AI'),
        'strict/ai-two-words.md': cite('AI'),
        'free/one.md': '# one\n',
        'free/two.md': '# two\n',
      });
      for (const [blog, example] of [
        ['strict', 'ai-my-title'],
        ['free', 'my-title'],
      ] as const) {
        const site = path.join(folder, `site-of-${blog}`);
        await runAdopt([path.join(folder, blog), '--to', site]);
        const text = readFileSync(path.join(site, 'README.md'), 'utf8');
        // A blog without a name is named after its folder.
        expect(text).to.match(new RegExp(`^# site-of-${blog}\n`));
        const { scripts } = JSON.parse(readFileSync(path.join(site, 'package.json'), 'utf8')) as { scripts: object };
        for (const name of Object.keys(scripts).filter((each) => !['ai-context', 'clean'].includes(each)))
          expect(text).to.match(new RegExp(`npm run (?:--silent )?${name}\\b`));
        const [, slug] = /^npm run new -- (\S+)/m.exec(text)!;
        expect(slug).to.equal(example);
        const written = await run([path.join(repository, 'tasks/duplex.js'), 'new', slug!], { cwd: site });
        expect(written.code, written.stderr).to.equal(0);
      }
    });
  });

  it('ends with commands of which only the last keeps running, and includes the package to install', async () => {
    await withFolder(async (folder) => {
      const site = path.join(folder, 'site');
      const { product } = cloneProduct(folder);
      const adoptTo = (to: string): Promise<Outcome> =>
        run(['tasks/duplex.js', 'adopt', hexo, '--to', to], { cwd: product });
      const { stdout } = await adoptTo(site);
      expect(stdout).to.contain('运行 git init 就成为一个仓库').and.not.contain('git+file:');
      const commands = ['cd ../site', 'git init', 'npm run build && npm run verify', 'npm run watch'];
      expect(stdout.endsWith(commands.map((command) => `  ${command}\n`).join(''))).to.equal(true);
      expect(readdirSync(site).filter((name) => name.endsWith('.tgz'))).to.have.lengthOf(1);

      const own = path.join(folder, 'own');
      mkdirSync(path.join(own, '.git'), { recursive: true });
      const other = await adoptTo(own);
      expect(other.stdout)
        .to.contain('接下来怎么做，见其中的 README')
        .and.not.match(/git init|git\+file:|GitHub Actions/);
    });
  });

  it('recognizes addresses that are valid only on this machine', () => {
    for (const address of ['git+file:///a', 'file:../a', 'link:../a', '../a', '/a', '~/a', 'C:\\a'])
      expect(isLocal(address), address).to.equal(true);
    for (const address of ['git+https://a.example/a.git', 'git+ssh://git@a.example/a', 'github:a/b', '^1.0.0', 'a/b'])
      expect(isLocal(address), address).to.equal(false);
  });

  it('overwrites nothing', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'site/content/mine.md': 'mine', 'blog/a.md': '---\ntitle: "甲"\n---\n', 'none/a.txt': '' });
      const before = digestsOf(folder);
      for (const [args, message] of [
        [[hexo, '--to', path.join(folder, 'site')], /不是空目录，这里不覆盖任何文件/],
        [[hexo, '--to', path.join(folder, 'none/a.txt')], /不是空目录，这里不覆盖任何文件/],
        [[path.join(folder, 'blog'), '--to', path.join(folder, 'blog/site')], /在博客自己的目录里/],
        [[path.join(folder, 'nowhere')], /the folder .*nowhere does not exist; usage: /],
        [[path.join(folder, 'none')], /里没有文章/],
        [[path.join(repository, 'content')], /里有 _site\.yml，说明已经搬过来了/],
        [[repository], /里有 _site\.yml，说明已经搬过来了/],
        [[], /usage: npm run adopt -- DIR/],
        [[hexo, '--into', 'x'], /Unknown option '--into'; usage: /],
        [[hexo, 'x'], /"x" does not belong here; usage: /],
      ] as const) {
        const error = await runAdopt([...args]).catch((thrown: unknown) => thrown);
        expect(error, String(message)).to.be.instanceOf(Failure);
        expect((error as Failure).message).to.match(message);
      }
      expect(digestsOf(folder)).to.deep.equal(before);
    });
  });
});
