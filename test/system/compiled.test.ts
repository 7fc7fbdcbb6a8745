// The commands, compiled and from sources: both make the same site, compiled code is never outdated, and they run
// anywhere.
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { articleText, writeFiles } from '../support/articles.ts';
import { digestsOf, repository, run } from '../support/command.ts';
import { withFolder } from '../support/defects.ts';

const lock = '.package-lock.json';

/**
 * A separate checkout, or the package of a site if `to` is below node_modules, with links to the packages of this one.
 */
function cloneInto(folder: string, to = 'product'): string {
  const product = path.join(folder, to);
  for (const name of ['tasks', 'static', 'package.json', 'gulpfile.ts', 'tsconfig.json', '.gulp.mjs', '.load.mjs'])
    cpSync(path.join(repository, name), path.join(product, name), { recursive: true });
  const packages = to === 'product' ? path.join(product, 'node_modules') : path.dirname(product);
  mkdirSync(packages, { recursive: true });
  cpSync(path.join(repository, 'node_modules', lock), path.join(packages, lock));
  for (const name of readdirSync(path.join(repository, 'node_modules')).filter(
    (each) => !/^\.(?:cache|pack)/.test(each),
  ))
    symlinkSync(path.join(repository, 'node_modules', name), path.join(packages, name));
  return product;
}

const keptIn = (product: string): string[] => readdirSync(path.join(product, '.cache/compiled'));

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).to.contain(from);
  writeFileSync(file, text.replaceAll(from, to));
}

const table = 'tasks/pdc/site/key-table.ts';

/** A word in the output of `config` that comes from the code. */
async function wordOf(product: string, env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await run([path.join(product, 'tasks/duplex.js'), 'config'], {
    cwd: product,
    env: { LANG: 'en_GB.UTF-8', ...env },
  });
  expect(code, stderr).to.equal(0);
  expect(stderr).to.equal('');
  return /; ([\w ]+): /.exec(stdout)![1]!;
}

/** Writes another word into the compiled code only: a process that prints it runs that code. */
function mark(product: string): void {
  const [name, ...others] = keptIn(product);
  expect(name).to.match(/^commands\.[0-9a-f]{32}\.cjs$/);
  expect(others).to.deep.equal([]);
  edit(path.join(product, '.cache/compiled', name!), 'without it: ', 'compiled: ');
}

describe('the compiled commands', () => {
  it('publish byte for byte what the sources publish, and include the theme, which changes with its sources', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      const content = path.join(folder, 'content');
      writeFiles(content, {
        'algo-open.md': articleText({ mathjax: 'true' }, '$x^2$\n\n```mermaid\ngraph TD; A-->B\n```\n'),
        'algo-locked.md': articleText({ password: '"harbour-night-7"' }, '雾港灯塔第七夜的潮位是三十九。\n'),
      });
      const publish = async (COMPILED: string): Promise<string> => {
        const dest = path.join(folder, `site-${COMPILED}`);
        const flags = ['--content', content, '--static', path.join(product, 'static'), '--dest', dest];
        const gulp = path.join(product, 'node_modules/gulp/bin/gulp.js');
        const { code, stderr } = await run([gulp, 'build', ...flags], { cwd: product, env: { COMPILED } });
        expect(code, stderr).to.equal(0);
        return dest;
      };
      const [compiled, sources] = await Promise.all([publish('1'), publish('0')]);
      expect(digestsOf(compiled)).to.deep.equal(digestsOf(sources));
      appendFileSync(path.join(product, 'tasks/theme/client/scheme.ts'), '\nconsole.log("another scheme");\n');
      appendFileSync(path.join(product, 'tasks/theme/styles/code.css'), '\n.another-code{color:red}\n');
      await publish('1');
      for (const bundle of ['js/scheme.js', 'css/theme.css'])
        expect(readFileSync(path.join(compiled, bundle), 'utf8')).to.contain('another');
    });
  });

  it('are compiled once, and again when the code changes, also by several at once, and leave no other file', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      expect(await wordOf(product)).to.equal('without it');
      mark(product);
      expect(await wordOf(product)).to.equal('compiled');
      expect(await wordOf(product, { COMPILED: '0' })).to.equal('without it');
      edit(path.join(product, table), 'without it: ', 'else: ');
      expect(await Promise.all([1, 2, 3].map(() => wordOf(product)))).to.deep.equal(['else', 'else', 'else']);
      expect(keptIn(product)).to.have.lengthOf(1);
    });
  });

  it('are compiled again when npm has installed other packages', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      await wordOf(product);
      mark(product);
      appendFileSync(path.join(product, 'node_modules', lock), '\n');
      expect(await wordOf(product)).to.equal('without it');
      mark(product);
    });
  });

  it('are compiled, and compiled again, with packages that pnpm has installed', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      rmSync(path.join(product, 'node_modules', lock));
      writeFiles(product, { 'node_modules/.pnpm/lock.yaml': 'lockfileVersion: 9.0\n' });
      expect(await wordOf(product)).to.equal('without it');
      mark(product);
      expect(await wordOf(product)).to.equal('compiled');
      appendFileSync(path.join(product, 'node_modules/.pnpm/lock.yaml'), 'packages:\n');
      expect(await wordOf(product)).to.equal('without it');
    });
  });

  it('come with the package, and an installed package compiles nothing', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      await wordOf(product);
      mark(product);
      const installed = cloneInto(folder, 'node_modules/duplex');
      expect(await wordOf(installed)).to.equal('without it');
      expect(readdirSync(installed)).to.not.include('.cache');
      cpSync(path.join(product, '.cache'), path.join(installed, '.cache'), { recursive: true });
      expect(await wordOf(installed)).to.equal('compiled');
    });
  });

  const cannots: Readonly<Record<string, (product: string) => void>> = {
    'the compiled code cannot be stored': (product) => writeFileSync(path.join(product, '.cache'), 'no folder'),
    'the list of packages by npm is missing': (product) => rmSync(path.join(product, 'node_modules', lock)),
    'the compiled code is cut off': (product) => {
      const file = path.join(product, '.cache/compiled', keptIn(product)[0]!);
      writeFileSync(file, readFileSync(file).subarray(0, 2_000_000));
    },
    'the compiled code is cut off and the rest is valid': (product) => {
      const file = path.join(product, '.cache/compiled', keptIn(product)[0]!);
      const [start] = /^[^]*?\nmodule\.exports = .*\n/.exec(readFileSync(file, 'utf8'))!;
      writeFileSync(file, start);
    },
  };
  for (const [name, spoil] of Object.entries(cannots))
    it(`fall back to the sources if ${name}`, async () => {
      await withFolder(async (folder) => {
        const product = cloneInto(folder);
        if (name.includes('cut off')) await wordOf(product);
        spoil(product);
        expect(await wordOf(product)).to.equal('without it');
      });
    });

  it('name a broken source file, and `npm run compile` fails', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      appendFileSync(path.join(product, 'tasks/config.ts'), '\nconst = 1;\n');
      for (const command of ['compile', 'config']) {
        const { scripts } = JSON.parse(readFileSync(path.join(product, 'package.json'), 'utf8')) as Scripts;
        const { code, stderr } = await run(scripts[command]!.split(' ').slice(1), { cwd: product });
        expect(code).to.equal(1);
        expect(stderr).to.contain('config.ts');
      }
    });
  });
});

type Scripts = { readonly scripts: Readonly<Record<string, string>> };
