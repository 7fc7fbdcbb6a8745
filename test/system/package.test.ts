// The product as a package, without the repository: packed by npm, installed into an empty folder, and used there.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { writeFiles } from '../support/articles.ts';
import { cloneProduct } from '../support/clone.ts';
import { digestsOf, repository } from '../support/command.ts';
import { fixtures, withFolder } from '../support/defects.ts';

type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a program with a clean environment, because npm passes its settings on to programs that it runs. */
function call(cwd: string, line: string, input = ''): Ran {
  const [command = '', ...args] = line.split(' ');
  const { PATH = '', HOME = '' } = process.env;
  return spawnSync(command, args, { cwd, encoding: 'utf8', input, env: { PATH, HOME, LANG: 'zh_CN.UTF-8' } });
}

function run(cwd: string, line: string, input?: string): Ran {
  const ran = call(cwd, line, input);
  expect(ran.status, `${line}\n${ran.stdout}\n${ran.stderr}`).to.equal(0);
  return ran;
}

const readJson = (...names: string[]): unknown => JSON.parse(readFileSync(path.join(...names), 'utf8'));

type Lock = { packages: Record<string, { dev?: boolean }> };

/**
 * A folder with the package, in the versions of our lock file: npm needs no network for packages that `npm ci` has
 * fetched.
 */
function install(folder: string, tarball: string): void {
  const { packages, ...lock } = readJson(repository, 'package-lock.json') as Lock;
  const ours = Object.entries(packages).filter(([name, { dev }]) => /^node_modules\//.test(name) && !dev);
  const dependencies = { duplex: `file:../${path.basename(tarball)}` };
  writeFiles(folder, {
    'package.json': JSON.stringify({ dependencies }),
    'package-lock.json': JSON.stringify({
      ...lock,
      packages: { '': { dependencies }, ...Object.fromEntries(ours) },
    }),
  });
  run(folder, 'npm install --prefer-offline --no-audit --no-fund --ignore-scripts');
}

const asking = (name: string): string =>
  `${JSON.stringify({ ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' }, params: { name, arguments: {} } })}\n`;

describe('the package', () => {
  it('is all that a site needs, wherever npm installs it, and contains no tests and no minifier', async () => {
    await withFolder(async (folder) => {
      const { product } = cloneProduct(folder);
      const manifest = readFileSync(path.join(product, 'package.json'), 'utf8');
      run(product, `npm pack --silent --pack-destination ${folder}`);
      expect(readFileSync(path.join(product, 'package.json'), 'utf8')).to.equal(manifest);
      const { version } = JSON.parse(manifest) as { version: string };
      const tarball = path.join(folder, `duplex-${version}.tgz`);

      // Any folder of Markdown builds.
      const plain = path.join(folder, 'plain');
      install(plain, tarball);
      const installed = path.join(plain, 'node_modules/duplex');
      expect(readJson(installed, 'package.json')).to.not.have.any.keys('private', 'overrides', 'scripts');
      expect(readdirSync(installed)).to.not.include.members(['test', 'content']);
      for (const name of ['gulp-htmlmin', 'html-minifier', 'pg', 'koa'])
        expect(existsSync(path.join(plain, 'node_modules', name)), name).to.equal(false);
      run(plain, 'npm ls --all');
      const before = digestsOf(installed);
      run(plain, 'npx duplex new linux-file-locks');
      const draft = path.join(plain, 'content/linux-file-locks.md');
      writeFileSync(draft, readFileSync(draft, 'utf8').replace('draft: true\n', ''));
      expect(run(plain, 'npx duplex build').stdout).to.contain('发布了 1 篇（1 of 1 articles published）');
      const page = readFileSync(path.join(plain, 'public/posts/linux-file-locks/index.html'), 'utf8');
      expect(page).to.match(/^<!doctype html><html/i);

      // A separate site, which contains the package that it installs.
      const site = path.join(folder, 'site');
      expect(run(plain, `npx duplex init ../site`).stdout)
        .to.contain('npm run watch')
        .and.not.contain('GitHub Actions');
      expect(call(plain, `npx duplex init ../site`)).to.deep.include({ status: 1, stdout: '' });
      expect(readJson(site, 'package.json')).to.deep.include({
        dependencies: { duplex: `file:${path.basename(tarball)}` },
      });
      expect(existsSync(path.join(site, path.basename(tarball)))).to.equal(true);
      // `npm install` with the same file would have this result.
      renameSync(path.join(plain, 'node_modules'), path.join(site, 'node_modules'));
      const early = call(site, 'npm run --silent mcp', asking('list_categories'));
      expect(early.status).to.equal(2);
      expect(early.stderr)
        .to.contain(`${path.join(site, 'public')} does not contain a site: build it first`)
        .and.not.contain('gulp');
      expect(run(site, 'npm run --silent new -- notes-my-title').stdout).to.contain('npm run watch');
      writeFileSync(path.join(site, 'content/notes-my-title.md'), '\n$x^2$\n\n```mermaid\ngraph TD; A-->B\n```\n', {
        flag: 'a',
      });
      const note = path.join(site, 'content/notes-my-title.md');
      writeFileSync(note, readFileSync(note, 'utf8').replace('draft: true\n', ''));
      expect(run(site, 'npm run --silent build').stderr).to.equal('');
      const versionFile = path.join(site, '.cache/duplex/version');
      writeFileSync(versionFile, '0.0.9');
      const changelog = 'node_modules/duplex/CHANGELOG.md';
      expect(existsSync(path.join(site, changelog))).to.equal(true);
      expect(run(site, 'npm run --silent build').stdout).to.contain(
        `duplex 现在是 ${version}：${changelog} 写明了自 0.0.9`,
      );
      expect(run(site, 'npm run --silent build').stdout).to.not.contain(changelog);
      expect(run(site, 'npm run --silent verify').stdout).to.contain('发现 0 个问题');
      expect(run(site, 'npx duplex verify').stdout).to.contain('其中警告 1 个');
      expect(run(site, 'npm run --silent mcp', asking('list_categories')).stdout)
        .to.match(/^\{.*\}\n$/)
        .and.contain('随笔');

      // The steps of the written workflow that run commands.
      const steps = [...readFileSync(path.join(site, '.github/workflows/pages.yml'), 'utf8').matchAll(/run: (.*)/g)];
      expect(steps.map(([, step]) => step)).to.deep.equal([
        'npm ci',
        'npm run build -- --base-url "$BASE_URL"',
        'npx duplex verify',
      ]);

      // A blog that is adopted from here installs the same file.
      const blog = path.join(fixtures, 'blogs/hexo-butterfly');
      run(site, `npx duplex adopt ${blog} --to ../blog`);
      rmSync(path.join(folder, 'plain'), { recursive: true });
      renameSync(path.join(site, 'node_modules'), path.join(folder, 'blog/node_modules'));
      run(path.join(folder, 'blog'), 'npm run --silent build');
      expect(run(path.join(folder, 'blog'), 'npm run --silent mcp', asking('list_categories')).stdout).to.contain(
        'Linux',
      );

      // Nothing was written to the installed package, whose folder may belong to others.
      expect(digestsOf(path.join(folder, 'blog/node_modules/duplex'))).to.deep.equal(before);
    });
  });
});
