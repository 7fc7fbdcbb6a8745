// `_site.js`: what is wrong with it is told by file, line, function and article, and stops the build.
import { expect } from 'chai';
import { formatDefect } from '#pdc/defect';
import { articleText, writeFiles } from '../../support/articles.ts';
import { defectsIn, withFolder } from '../../support/defects.ts';
import { cases } from '../../support/cases.ts';

const password = 'harbour-night-7';
const articles = {
  'algo-one.md': articleText(),
  'algo-two.md': articleText({ date: '2026-03-02 08:00:00' }),
  'algo-locked.md': articleText({ password: `"${password}"` }, '雾港灯塔第七夜的潮位是三十九。\n'),
};

/** The defects of a site whose module is given, or all of its code by name; a lenient build has the same. */
async function linesOf(code: string | Readonly<Record<string, string>>): Promise<string[]> {
  return withFolder(async (content) => {
    writeFiles(content, { ...articles, ...(typeof code === 'string' ? { '_site.js': code } : code) });
    const toLines = async (lenient: boolean): Promise<string[]> =>
      (await defectsIn(content, { lenient })).map((defect) =>
        formatDefect(defect).replaceAll(/[^\s(]*\/duplex-\w+\//g, ''),
      );
    const lines = await toLines(false);
    expect(await toLines(true)).to.deep.equal(lines);
    return lines;
  });
}

const error = (place: string, message: string): string => `${place}  error  site  ${message}`;
const top = '_site.js:1:1';

describe('a module of the site’s own functions', () => {
  it('is silent where all is well, also where it exports nothing', async () => {
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

  it('stands alone, and imports nothing of other folders', async () => {
    expect(await linesOf({ '_site.js': '', '_site.ts': '' })).to.deep.equal([
      error(top, 'stands beside _site.ts: keep one of them'),
    ]);
    const [line] = await linesOf({ '_site.js': '', '_lib/a.js': '' });
    expect(line).to.equal(undefined);
    const [told] = await linesOf('import "../../../../../../../../../etc/hostname"');
    expect(told).to.match(
      /^_site\.js:1:8 {2}error {2}site {2}cannot be read: .*hostname is not below .*: move it there, or make it a package$/,
    );
  });

  it('tells of a fault in what it imports where that stands, TypeScript too', async () => {
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

  it('may be led to by _site.yml where it adds a file, and by articles', async () => {
    const lines = await linesOf({
      '_site.yml':
        'nav:\n  - { label: "a", url: /a.txt }\n  - { label: "b", url: /b/ }\n  - { label: "c", url: /c.txt }\n',
      'algo-one.md': articleText({}, '[甲](/a.txt)\n'),
      '_site.js': `export const files = () => ['/a.txt', '/b/index.html'].map((path) => ({ path, contents: '' }));`,
    });
    expect(lines).to.deep.equal([
      '_site.yml:4:24  warn  site  nav.2.url /c.txt leads to nothing that the build emits: correct it, or add the file',
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
          `files gave the path ${shown}: it begins with "/", names a file, and has no "." or ".." for a folder`,
        ),
      );
      expect(more).to.deep.equal([]);
    });

  for (const path of cases<string>('site-functions', 'taken paths'))
    it(`cannot take ${path}, which is the site’s`, async () => {
      expect(await linesOf(`export const files = () => [{ path: '${path}', contents: '' }]`)).to.deep.equal([
        error(top, `files gave ${path}, where the site has a file or folder already: give it another path`),
      ]);
    });

  it('gives no path twice', async () => {
    const file = "{ path: '/a.txt', contents: '' }";
    expect(await linesOf(`export const files = () => [${file}, ${file}]`)).to.deep.equal([
      error(top, 'files gave /a.txt, where the site has a file or folder already: give it another path'),
    ]);
  });

  it('is warned of scripts in a part that the policy blocks, unless the site says a policy of its own', async () => {
    const parts = (html: string): string => `export const parts = { postEnd: () => ${JSON.stringify(html)} };`;
    const inline = parts('<script>1</script>');
    const place = `${top}  warn  site  parts.postEnd`;
    const where = '(for algo-two.md, the first of 3)';
    const blocked = 'the policy of the pages keeps from running';
    expect(await linesOf(inline)).to.deep.equal([
      `${place} holds a script that ${blocked}: put it into a file under the static folder and name that by src ${where}`,
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
