// The commands as compiled code and as sources: the same site, never the code of yesterday, and running wherever they stand.
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { articleText, writeFiles } from '../support/articles.ts';
import { digestsOf, repository, run } from '../support/command.ts';
import type { Outcome } from '../support/command.ts';
import { withFolder } from '../support/defects.ts';

/** A checkout of its own, with the packages of this one and a cache of its own. */
function cloneInto(folder: string): string {
  const product = path.join(folder, 'product');
  for (const name of ['tasks', 'static', 'package.json', 'gulpfile.ts', '.gulp.mjs'])
    cpSync(path.join(repository, name), path.join(product, name), { recursive: true });
  const modules = path.join(product, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(path.join(repository, 'node_modules')).filter((each) => each !== '.cache'))
    symlinkSync(path.join(repository, 'node_modules', name), path.join(modules, name));
  return product;
}

function keptFolder(product: string): string {
  const folder = path.join(product, 'node_modules/.cache/duplex');
  const [own, ...others] = readdirSync(folder);
  expect(others).to.deep.equal([]);
  return path.join(folder, own!);
}

const keptIn = (product: string): string[] => readdirSync(keptFolder(product));

const config = (product: string, env: Record<string, string> = {}): Promise<Outcome> =>
  run([path.join(product, 'tasks/duplex.js'), 'config'], { cwd: product, env });

describe('the compiled commands', () => {
  it('publish what the sources do, to the byte', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      const content = path.join(folder, 'content');
      writeFiles(content, {
        'algo-open.md': articleText({ mathjax: 'true' }, '$x^2$\n\n```mermaid\ngraph TD; A-->B\n```\n'),
        'algo-locked.md': articleText({ password: '"harbour-night-7"' }, '雾港灯塔第七夜的潮位是三十九。\n'),
      });
      const sites = await Promise.all(
        ['1', '0'].map(async (compiled) => {
          const dest = path.join(folder, `site-${compiled}`);
          const flags = ['--content', content, '--static', path.join(product, 'static'), '--dest', dest];
          const gulp = path.join(product, 'node_modules/gulp/bin/gulp.js');
          const { code, stderr } = await run([gulp, 'build', ...flags], { cwd: product, env: { COMPILED: compiled } });
          expect(code, stderr).to.equal(0);
          return digestsOf(dest);
        }),
      );
      expect(sites[0]).to.deep.equal(sites[1]);
      expect(keptIn(product).filter((name) => /^[0-9a-f]{32}\.js$/.test(name))).to.have.lengthOf(1);
    });
  });

  it('are made again when the code changes, by several at once too, and leave nothing half made', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      const edit = (from: string, to: string): void => {
        const file = path.join(product, 'tasks/pdc/site-table.ts');
        writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
      };
      expect((await config(product)).stdout).to.contain('without it: ');
      edit('without it: ', 'else: ');
      const all = await Promise.all([1, 2, 3].map(() => config(product)));
      for (const { code, stdout, stderr } of all) {
        expect(code, stderr).to.equal(0);
        expect(stdout).to.contain('else: ').and.not.contain('without it: ');
      }
      const code = '[0-9a-f]{32}\\.js';
      const known = new RegExp(`^(?:v8|current\\.json|${code}(?:\\.config\\.v[0-9.]+)?)$`);
      for (const name of keptIn(product)) expect(name).to.match(known);
    });
  });

  it('are made again when something has removed them', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      const codes = (): string[] => keptIn(product).filter((name) => /^[0-9a-f]{32}\.js$/.test(name));
      expect((await config(product)).code).to.equal(0);
      const [code] = codes();
      rmSync(path.join(keptFolder(product), code!));
      expect((await config(product)).code).to.equal(0);
      expect(codes()).to.deep.equal([code]);
    });
  });

  it('are made again when a package is another', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      const yaml = path.join(product, 'node_modules/yaml');
      rmSync(yaml);
      cpSync(path.join(repository, 'node_modules/yaml'), yaml, { recursive: true });
      expect((await config(product)).code).to.equal(0);
      const before = keptIn(product);
      // npm gives the files of every version the same time.
      for (const name of ['dist/index.js', 'browser/index.js'].map((each) => path.join(yaml, each))) {
        const { atime, mtime } = statSync(name);
        writeFileSync(name, `${readFileSync(name, 'utf8')}\nthrow new Error('another version');\n`);
        utimesSync(name, atime, mtime);
      }
      const { code, stderr } = await config(product);
      expect(code).to.equal(1);
      expect(stderr).to.contain('another version');
      expect(keptIn(product)).to.not.deep.equal(before);
    });
  });

  it('hold the scripts of the theme, which change with their sources', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      const [content, dest] = [path.join(folder, 'content'), path.join(folder, 'site')];
      writeFiles(content, { 'algo-one.md': articleText() });
      const build = async (): Promise<void> => {
        const flags = ['--content', content, '--static', path.join(product, 'static'), '--dest', dest];
        const gulp = path.join(product, 'node_modules/gulp/bin/gulp.js');
        const { code, stderr } = await run([gulp, 'build', ...flags], { cwd: product });
        expect(code, stderr).to.equal(0);
      };
      await build();
      for (const [source, bundle, text] of [
        ['client/scheme.ts', 'js/scheme.js', '\nconsole.log("another scheme");\n'],
        ['styles/code.css', 'css/theme.css', '\n.another-code{color:red}\n'],
      ] as const) {
        expect(readFileSync(path.join(dest, bundle), 'utf8')).not.to.contain('another');
        appendFileSync(path.join(product, 'tasks/theme', source), text);
        await build();
        expect(readFileSync(path.join(dest, bundle), 'utf8')).to.contain('another');
      }
    });
  });

  it('are those of each checkout where several share their packages', async () => {
    await withFolder(async (folder) => {
      const [one, other] = ['one', 'other'].map((name) => cloneInto(path.join(folder, name))) as [string, string];
      rmSync(path.join(other, 'node_modules'), { recursive: true });
      symlinkSync(path.join(one, 'node_modules'), path.join(other, 'node_modules'));
      const file = path.join(other, 'tasks/pdc/site-table.ts');
      writeFileSync(file, readFileSync(file, 'utf8').replace('without it: ', 'else: '));
      for (const [product, word] of [
        [one, 'without it: '],
        [other, 'else: '],
        [one, 'without it: '],
      ] as const)
        expect((await config(product)).stdout).to.contain(word);
    });
  });

  it('do without what V8 made of them where that is broken', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      const first = await config(product);
      const data = keptIn(product).find((name) => name.includes('.config.'))!;
      const file = path.join(keptFolder(product), data);
      const whole = statSync(file).size;
      for (const broken of [Buffer.alloc(0), Buffer.from('no code'), readFileSync(file).subarray(0, whole / 2)]) {
        writeFileSync(file, broken);
        expect(await config(product)).to.deep.equal(first);
        expect(statSync(file).size).to.be.greaterThan(whole / 2);
      }
    });
  });

  it('are the sources where nothing can be kept', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      writeFileSync(path.join(product, 'node_modules/.cache'), 'no folder');
      const { code, stdout, stderr } = await config(product);
      expect(code, stderr).to.equal(0);
      expect(stdout).to.contain("the site's name");
    });
  });

  it('tell of a source that is broken by its own name and line', async () => {
    await withFolder(async (folder) => {
      const product = cloneInto(folder);
      const file = path.join(product, 'tasks/config.ts');
      writeFileSync(file, `${readFileSync(file, 'utf8')}\nconst = 1;\n`);
      const { code, stderr } = await config(product);
      expect(code).to.equal(1);
      expect(stderr).to.contain('config.ts');
    });
  });
});
