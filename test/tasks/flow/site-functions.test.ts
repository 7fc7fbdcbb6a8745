// Tests `_site.js`: mistakes are reported with file, line, function and article, and stop the build. The example of
// tasks/README.md works in builds with and without a cache, and while the site is watched.
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { makeSite } from '../../../tasks/build.ts';
import { Failure } from '../../../tasks/settings/failure.ts';
import { readSettings } from '../../../tasks/settings/settings.ts';
import { articleText, writeFiles } from '../../support/articles.ts';
import type { Fields } from '../../support/articles.ts';
import { cacheFilesOf } from '../../support/cache.ts';
import { cases, table } from '../../support/cases.ts';
import { digestsOf, gulp, listen, repository, run } from '../../support/command.ts';
import { defectsIn, fixtures, lineOf, withFolder } from '../../support/defects.ts';
import { readBlocks } from '../../support/guide.ts';
import { buildClean, withWatcher } from '../../support/watcher.ts';

const password = 'harbour-night-7';
const articles = {
  'algo-one.md': articleText(),
  'algo-two.md': articleText({ date: '2026-03-02 08:00:00' }),
  'algo-locked.md': articleText({ password: `"${password}"` }, '雾港灯塔第七夜的潮位是三十九。\n'),
};

/** The defects of a site with a module, or with several code files by name. A lenient build has the same defects. */
async function linesOf(code: string | Readonly<Record<string, string>>): Promise<string[]> {
  return withFolder(async (content) => {
    writeFiles(content, { ...articles, ...(typeof code === 'string' ? { '_site.js': code } : code) });
    const toLines = async (lenient: boolean): Promise<string[]> =>
      (await defectsIn(content, { lenient })).map((defect) => lineOf(defect).replaceAll(/[^\s(]*\/duplex-\w+\//g, ''));
    const lines = await toLines(false);
    expect(await toLines(true)).to.deep.equal(lines);
    return lines;
  });
}

const error = (place: string, message: string): string => `${place}  error  site  ${message}`;
const top = '_site.js:1:1';

describe('a module of the site’s own functions', () => {
  it('has no defects if it is correct, also if it exports nothing', async () => {
    expect(await linesOf('')).to.deep.equal([]);
    expect(
      await linesOf('export const parts = { postEnd: () => undefined }; export const files = () => []'),
    ).to.deep.equal([]);
    expect(await linesOf({ '_site.ts': 'export const files = (site: { url: string }): never[] => []' })).to.deep.equal(
      [],
    );
    expect(await linesOf({ '_site.mjs': 'export const markdown = (md) => md.enable("table")' })).to.deep.equal([]);
  });

  for (const [what, code, ...lines] of cases<[string, string, ...string[]]>('site-functions', 'defects'))
    it(`that has ${what} stops the build`, async () => expect(await linesOf(code)).to.deep.equal(lines));

  it('must be the only module, and must not import files of other folders', async () => {
    expect(await linesOf({ '_site.js': '', '_site.ts': '' })).to.deep.equal([
      error(top, 'is in the same folder as _site.ts: keep one of them'),
    ]);
    const [line] = await linesOf({ '_site.js': '', '_lib/a.js': '' });
    expect(line).to.equal(undefined);
    const [told] = await linesOf('import "../../../../../../../../../etc/hostname"');
    expect(told).to.match(
      /^_site\.js:1:8 {2}error {2}site {2}cannot be read: .*hostname is not below .*: move it there, or make it a package$/,
    );
  });

  it('reports an error in an imported file at its place, also in TypeScript', async () => {
    const lines = await linesOf({
      '_site.ts': "import { show } from './_lib/show.ts';\nexport const parts = { postStart: show };",
      '_lib/show.ts':
        "import type { Part } from 'duplex';\n\nexport const show: Part = ({ slug }) => {\n  if (slug === 'algo-one') throw new Error('no');\n  return '';\n};",
    });
    expect(lines).to.deep.equal([
      error('_lib/show.ts:4:34', 'parts.postStart threw Error: no: correct the function (for algo-one.md)'),
    ]);
  });

  it('imports packages as Node does, and built-in modules', async () => {
    const toPackage = (name: string, main: object, code: string): Record<string, string> => ({
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, ...main }),
      [`node_modules/${name}/index.js`]: code,
      [`node_modules/${name}/bundlers.js`]: 'throw new Error("not for Node")',
    });
    const lines = await linesOf({
      ...toPackage(
        'esm-only',
        { type: 'module', exports: { '.': { module: './bundlers.js', import: './index.js' } } },
        'export const a = import.meta.url;',
      ),
      ...toPackage('common', { main: 'index.js' }, 'module.exports = { b: __filename };'),
      '_site.js': `import { a } from 'esm-only';
        import common from 'common';
        import { basename } from 'path';
        export const parts = { postEnd: () => { throw new Error([a, common.b].map((one) => basename(one)).join()); } };`,
    });
    expect(lines).to.deep.equal([
      error(
        '_site.js:4:55',
        'parts.postEnd threw Error: index.js,index.js: correct the function (for algo-two.md, the first of 3)',
      ),
    ]);
  });

  it('can add files to which _site.yml and articles link', async () => {
    const lines = await linesOf({
      '_site.yml':
        'nav:\n  - { label: "a", url: /a.txt }\n  - { label: "b", url: /b/ }\n  - { label: "c", url: /c.txt }\n',
      'algo-one.md': articleText({}, '[甲](/a.txt)\n'),
      '_site.js': `export const files = () => ['/a.txt', '/b/index.html'].map((path) => ({ path, contents: '' }));`,
    });
    expect(lines).to.deep.equal([
      '_site.yml:4:24  warn  site  nav.2.url /c.txt does not exist on the site: correct it, or add the file',
    ]);
  });

  for (const path of ['a.txt', '/a/', '/../a.txt', '/a/../../b', '/./a', '//a', '/a\\b', '/a\nb', '/\ud800', ''])
    it(`cannot write to ${JSON.stringify(path)}`, async () => {
      const [line, ...more] = await linesOf(
        `export const files = () => [{ path: ${JSON.stringify(path)}, contents: '' }]`,
      );
      const shown = JSON.stringify(path).replaceAll(/\s+/g, ' ');
      expect(line).to.equal(
        error(
          top,
          `files returned the path ${shown}: it must begin with "/", name a file, and not contain "." or ".." as a folder`,
        ),
      );
      expect(more).to.deep.equal([]);
    });

  for (const path of cases<string>('site-functions', 'taken paths'))
    it(`cannot add ${path}, because the site has a file or folder there`, async () => {
      expect(await linesOf(`export const files = () => [{ path: '${path}', contents: '' }]`)).to.deep.equal([
        error(top, `files returned ${path}, which the site already has as a file or folder: use another path`),
      ]);
    });

  it('cannot add two files with the same path', async () => {
    const file = "{ path: '/a.txt', contents: '' }";
    expect(await linesOf(`export const files = () => [${file}, ${file}]`)).to.deep.equal([
      error(top, 'files returned /a.txt, which the site already has as a file or folder: use another path'),
    ]);
  });

  it('gets a warning if a part has scripts that the policy blocks, unless the site has its own policy', async () => {
    const parts = (html: string): string => `export const parts = { postEnd: () => ${JSON.stringify(html)} };`;
    const inline = parts('<script>1</script>');
    const place = `${top}  warn  site  parts.postEnd`;
    const where = '(for algo-two.md, the first of 3)';
    const blocked = 'the policy of the pages blocks';
    expect(await linesOf(inline)).to.deep.equal([
      `${place} has a script that ${blocked}: put it into a file in the static folder and name the file in src ${where}`,
    ]);
    const away = parts('<script src="https://a.example/x.js"></script>');
    expect(await linesOf(away)).to.deep.equal([
      `${place} names the script https://a.example/x.js, which ${blocked}: name it in scripts instead ${where}`,
    ]);
    const admitted = { '_site.js': away, '_site.yml': 'scripts:\n  - src: https://a.example/y.js\n' };
    expect(await linesOf(admitted)).to.deep.equal([]);
    const policy = `head:\n  - "<meta http-equiv='Content-Security-Policy' content='script-src *'>"\n`;
    expect(await linesOf({ '_site.js': inline, '_site.yml': policy })).to.deep.equal([]);
  });
});

const readme = readFileSync(path.join(repository, 'tasks/README.md'), 'utf8');
const documented = /^# Your own functions: .*?^```js\n(.*?)^```$/ms.exec(readme)![1]!;

const secret = '雾港灯塔第七夜的潮位是三十九，只有守塔人和他的猫知道这个==数字==';
const shelf = {
  'algo-one.md': articleText({ title: '"第一篇"' }, '一个==显眼==的词，`==代码==` 里没有。\n'),
  'deep/algo-two.md': articleText({ title: '"第二篇"', date: '2026-03-02 08:00:00', tags: '["算法", "C++"]' }),
  'algo-hidden.md': articleText({
    title: '"藏起来的"',
    date: '2026-03-03 08:00:00',
    tags: '["算法", "Rust"]',
    hidden: 'true',
  }),
  'algo-locked.md': articleText(
    { title: '"上锁的"', date: '2026-03-04 08:00:00', password: '"harbour-night-7"' },
    `${secret}。\n`,
  ),
};

type SiteFolders = { readonly content: string; readonly dest: string; readonly args: string[] };

function withSite<T>(files: Readonly<Record<string, string>>, work: (place: SiteFolders) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const [content, dest] = [path.join(folder, 'content'), path.join(folder, 'site')];
    writeFiles(content, { ...shelf, ...files });
    try {
      return await work({ content, dest, args: flagsOf({ content, dest }) });
    } finally {
      for (const file of cacheFilesOf(dest)) rmSync(file, { force: true });
    }
  });
}

const flagsOf = ({ content, dest }: Pick<SiteFolders, 'content' | 'dest'>): string[] => [
  ...['--content', content, '--dest', dest, '--static', path.join(fixtures, 'static')],
  ...['--base-url', 'https://blog.shuang.cn/notes'],
];

const readIn = (folder: string, name: string): string => readFileSync(path.join(folder, name), 'utf8');

describe('the module that the guide shows', () => {
  it('adds its content to pages and files for machines, and verify finds no errors', async () => {
    await withSite({ '_site.js': documented }, async ({ dest, args }) => {
      const { code, stderr } = await gulp('build', ...args);
      expect([code, stderr]).to.deep.equal([0, '']);
      const page = readIn(dest, 'posts/algo-one/index.html');
      expect(page).to.contain('一个<mark>显眼</mark>的词，<code>==代码==</code> 里没有。');
      expect(readIn(dest, 'api/posts/algo-one.md')).to.contain('一个==显眼==的词');
      const edit = (source: string): string =>
        `</div><p class="edit"><a href="https://github.com/me/blog/edit/main/content/${source}">改进这篇文章</a></p>`;
      expect(page).to.contain(edit('algo-one.md'));
      expect(readIn(dest, 'posts/algo-two/index.html')).to.contain(edit('deep/algo-two.md'));
      expect(readIn(dest, 'posts/algo-locked/index.html')).to.contain(edit('algo-locked.md'));
      expect(readIn(dest, 'index.html')).not.to.contain('class="edit"');

      const tags = readIn(dest, 'api/tags.json');
      expect(JSON.parse(tags)).to.deep.equal({
        算法: ['algo-locked', 'algo-two', 'algo-one'],
        'C++': ['algo-two'],
        Python: ['algo-locked', 'algo-one'],
      });
      const digests = JSON.parse(readIn(dest, 'api/digests.json')) as Record<string, { bytes: number }>;
      expect(digests['/api/tags.json']!.bytes).to.equal(Buffer.byteLength(tags));

      const verified = await run(['tasks/duplex.js', 'verify', dest, '--format', 'json']);
      expect([verified.code, JSON.parse(verified.stdout)]).to.deep.equal([0, []]);
    });
  });

  it('works together with the other examples in one module: notes, albums, sharing and comments', async () => {
    const blocks = readBlocks(readme).filter(
      ({ section, info }) => info === 'js' && section.startsWith('Notes, albums'),
    );
    const modules = ['notes', 'albums', 'sharing', 'talk'].map(
      (name, index) => [`_lib/${name}.js`, blocks[index]!.text] as const,
    );
    const files = { ...table<Record<string, string>>('site-functions', 'like'), ...Object.fromEntries(modules) };
    await withSite(files, async ({ dest, args }) => {
      const { code, stderr } = await gulp('build', '--lenient', ...args);
      expect(code, stderr).to.equal(0);
      const page = readIn(dest, 'notes/index.html');
      expect(page).to.contain('<section class="note"><time>2026-03-01</time><p>今天<strong>很短</strong>。</p>');
      expect(page).to.contain('class="language-js"');
      const post = readIn(dest, 'posts/algo-one/index.html');
      expect(post.match(/<p class="album">/g)).to.have.length(1);
      expect(post)
        .to.contain('title=%E7%94%B2%20%26%20%E4%B9%99&amp;url=https%3A%2F%2F')
        .and.contain('<div id="talk">');
      expect(readIn(dest, 'posts/algo-locked/index.html')).to.contain('class="share"').and.not.contain('id="talk"');
    });
  });

  it('has types, so that an editor knows the arguments and results of its functions', async () => {
    await withFolder(async (folder) => {
      mkdirSync(path.join(folder, 'node_modules'));
      symlinkSync(repository, path.join(folder, 'node_modules/duplex'));
      const faultsOf = (code: string): string[] => {
        const file = path.join(folder, '_site.js');
        writeFileSync(file, code);
        const { ModuleKind, ModuleResolutionKind, ScriptTarget } = ts;
        const program = ts.createProgram([file], {
          allowJs: true,
          checkJs: true,
          noEmit: true,
          strict: true,
          skipLibCheck: true,
          types: [],
          target: ScriptTarget.ES2023,
          module: ModuleKind.ESNext,
          moduleResolution: ModuleResolutionKind.Bundler,
        });
        return ts
          .getPreEmitDiagnostics(program)
          .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
      };
      expect(faultsOf(documented)).to.deep.equal([]);
      for (const [right, wrong, fault] of [
        ['({ source })', '({ raw: source })', "Property 'raw' does not exist on type 'Article'"],
        ['md.inline.ruler', 'md.inline.rulers', "Property 'rulers' does not exist on type 'ParserInline'"],
        ['contents: JSON.stringify(slugs)', 'contents: slugs', 'is not assignable'],
        ['  postEnd:', '  postEnds:', "'postEnds' does not exist in type"],
      ] as const) {
        const [told] = faultsOf(documented.replace(right, wrong));
        expect(told).to.contain(fault);
      }
    });
  });
});

describe('a locked text', () => {
  it('is passed to no function except a Markdown rule, whose output is encrypted', async () => {
    const code = `${documented.slice(0, documented.indexOf('// One more endpoint'))}
      export const files = ({ articles }) => [{ path: '/all.json', contents: JSON.stringify(articles) }];
      export const parts = { postStart: (article) => '<pre>' + Object.values(article).join('|') + '</pre>' };`;
    await withSite({ '_site.js': code }, async ({ dest, args }) => {
      const { code: status, stderr } = await gulp('build', ...args);
      expect([status, stderr]).to.deep.equal([0, '']);
      const all = JSON.parse(readIn(dest, 'all.json')) as { slug: string; content: string }[];
      expect(all.map(({ slug, content }) => [slug, content.length > 0])).to.deep.equal([
        ['algo-locked', false],
        ['algo-two', true],
        ['algo-one', true],
      ]);
      expect(readIn(dest, 'posts/algo-one/index.html')).to.contain('一个==显眼==的词');
      for (const name of readdirSync(dest, { recursive: true, withFileTypes: true }))
        if (name.isFile())
          expect(readFileSync(path.join(name.parentPath ?? name.path, name.name), 'utf8')).not.to.contain('潮位');
    });
  });

  for (const [how, place, code] of cases<[string, string, string]>('site-functions', 'ways to what is locked'))
    it(`is never published, even if a function got it ${how}`, async () => {
      await withSite({}, async ({ content, dest, args }) => {
        writeFileSync(path.join(content, '_site.js'), code.replace('FOLDER', path.dirname(content)));
        const { code: status, stderr } = await gulp('build', ...args);
        expect(status, stderr).to.equal(1);
        expect(stderr).to.contain('没有写出任何文件：输出里出现了应当加密的内容');
        expect(stderr).to.match(new RegExp(`${place} 含有 .*algo-locked\\.md 正文里至少 24 个字符`));
        expect(stderr).not.to.contain('潮位');
        expect(readdirSync(path.dirname(dest))).not.to.contain('site');
      });
    });
});

type Written = string | readonly [fields: Fields, body?: string] | null;

/** Edits that are made one after the other. MARK is the module of the guide. A file whose text is null is removed. */
const edits = cases<readonly [string, Readonly<Record<string, Written>>]>('site-functions', 'edits').map(
  ([name, files]): readonly [string, (content: string) => void] => [
    name,
    (content) => {
      for (const [file, text] of Object.entries(files))
        if (text === null) rmSync(path.join(content, file));
        else if (typeof text !== 'string') writeFiles(content, { [file]: articleText(...text) });
        else
          writeFiles(content, {
            [file]: text.replace(/^MARK (.*)/, (_, mark) => documented.replaceAll("'mark'", `'${mark}'`)),
          });
    },
  ],
);

describe('an edit of the functions, or of their arguments', () => {
  it('has the same output and the same defects with and without a cache', async () => {
    await withSite({}, async ({ content, dest }) => {
      const warm = readSettings('build', flagsOf({ content, dest }), {});
      const cold = { ...warm, dest: `${dest}-cold`, cached: false };
      const seen = new Set<string>();
      for (const [name, edit] of edits) {
        edit(content);
        expect(await listen(() => makeSite(warm)), name).to.equal(await listen(() => makeSite(cold)));
        expect(digestsOf(warm.dest), name).to.deep.equal(digestsOf(cold.dest));
        seen.add(JSON.stringify(digestsOf(cold.dest)));
      }
      expect(seen.size).to.equal(edits.length);
    });
  });

  it('that adds a file at a taken path has the same defect with and without a cache', async () => {
    await withSite({}, async ({ content, dest }) => {
      rmSync(path.join(content, 'algo-locked.md')); // A locked text would make the build read all files again.
      const warm = readSettings('build', flagsOf({ content, dest }), {});
      const cold = { ...warm, dest: `${dest}-cold`, cached: false };
      const told = (settings: typeof warm): Promise<string> =>
        listen(async () => {
          const failure = await makeSite(settings).catch((error: unknown) => error);
          if (!(failure instanceof Failure)) throw failure;
        });
      const toModule = (file: string): string => `export const files = () => [{ path: '${file}', contents: '' }];`;
      writeFiles(content, { '_site.js': toModule('/a.txt') });
      await makeSite(warm);
      for (const file of cases<string>('site-functions', 'taken paths')) {
        writeFiles(content, { '_site.js': toModule(file) });
        const lines = await told(warm);
        expect(lines, file)
          .to.contain(`files 返回了 ${file}，`)
          .and.equal(await told(cold));
      }
    });
  });

  it('makes the next build read other data again, and show it on every page', async () => {
    await withSite({}, async ({ content, dest }) => {
      const elsewhere = path.join(path.dirname(content), 'elsewhere.txt');
      const code = `import { readFileSync } from 'node:fs';
        export const parts = { postEnd: () => readFileSync(${JSON.stringify(elsewhere)}, 'utf8') };`;
      writeFiles(content, { '_site.js': code });
      for (const words of ['甲甲', '乙乙']) {
        writeFileSync(elsewhere, words);
        writeFiles(content, { 'algo-one.md': articleText({ title: '"第一篇"' }, `${words}。\n`) });
        await makeSite(readSettings('build', flagsOf({ content, dest }), {}));
        expect(readIn(dest, 'posts/algo-two/index.html')).to.contain(words);
      }
    });
  });

  it('gives a site that is watched the same output as a clean build', async () => {
    await withSite({}, async ({ content, dest }) => {
      const statics = path.join(fixtures, 'static');
      await withWatcher(
        ['--content', content, '--static', statics, '--dest', dest],
        async ({ origin, until, output }) => {
          const isClean = async (name: string): Promise<void> => {
            const clean = { content, statics, dest: `${dest}-clean`, baseUrl: origin };
            await buildClean(clean);
            const expected = JSON.stringify(digestsOf(clean.dest));
            await until(() => filesIn(dest) === expected).catch((error: Error) => {
              throw new Error(`${name}: ${error.message}\n${output().stderr}`);
            });
          };
          for (const [name, edit] of edits) {
            edit(content);
            await isClean(name);
          }
          writeFiles(content, {
            '_site.js': "export { files } from './_files.js';",
            '_files.js': 'export const files = 1;',
          });
          const { faults } = await until(({ faults: told }) => told.length > 0);
          expect(faults[0]).to.match(/_site\.js:1:1 {2}error {2}site {2}导出的 files 是数字：应是函数$/);
          writeFiles(content, { '_files.js': "export const files = () => [{ path: '/a.txt', contents: 'a' }];" });
          await until(({ faults: told }) => told.length === 0);
          await isClean('corrected in an imported file');
          expect(readIn(dest, 'a.txt')).to.equal('a');
        },
      );
    });
  });
});

/** The files of a folder; undefined if one disappears between listing and reading. */
function filesIn(folder: string): string | undefined {
  try {
    return JSON.stringify(digestsOf(folder));
  } catch {
    return undefined;
  }
}

describe('a saved article, while the site is watched', () => {
  it('is passed to the functions, and their defects are reported until they are corrected', async () => {
    await withSite(
      {
        '_site.js': `export const parts = { postEnd({ title }) { if (title === '坏') throw new Error('no'); return title; } };
          export const files = ({ articles }) => articles.map(({ title }) => ({ path: \`/api/\${title}.json\`, contents: '{}' }));`,
      },
      async ({ content, dest }) => {
        const statics = path.join(fixtures, 'static');
        await withWatcher(['--content', content, '--static', statics, '--dest', dest], async ({ until }) => {
          const save = (title: string): void =>
            writeFiles(content, { 'algo-one.md': articleText({ title: JSON.stringify(title) }) });
          const before = readIn(dest, 'api/index.json');
          for (const [title, fault] of [
            ['index', /error {2}site {2}files 返回了 \/api\/index\.json，站点在那里已有文件或目录/],
            ['坏', /error {2}site {2}parts\.postEnd 抛出了 Error: no：请改正这个函数（文章 .*algo-one\.md）$/],
          ] as const) {
            save(title);
            const { faults } = await until(({ faults: told }) => told.length > 0);
            expect(faults[0]).to.match(fault);
            save('第一篇');
            await until(({ faults: told }) => told.length === 0);
          }
          await until(() => readIn(dest, 'api/index.json') === before);
        });
      },
    );
  });
});
