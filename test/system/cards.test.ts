// `og_image: articles` from outside: what is drawn, what pages say of it, what is made again, and what is missing.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { imageSize } from 'image-size';
import { articleText, writeFiles } from '../support/articles.ts';
import { digestsOf, gulp, gulpWith, repository, run } from '../support/command.ts';
import type { Outcome } from '../support/command.ts';
import { withFolder } from '../support/defects.ts';
import { statics, withWatcher } from '../support/watcher.ts';

type Site = {
  readonly folder: string;
  readonly content: string;
  readonly flags: readonly string[];
  readonly build: (...flags: string[]) => Promise<Outcome>;
  /** The bytes of a file of the output. */
  readonly read: (name: string) => Buffer;
  /** Changes when a file is written. */
  readonly identityOf: (name: string) => string;
};

const secret = '锁在里面的一句话，谁也不该在别处读到它，哪怕只有半句。';

const articles = {
  'algo-one.md': articleText({ title: '"第一篇"' }),
  'algo-two.md': articleText({ title: '"第二篇"', date: '2026-03-02 08:00:00' }),
  'algo-cover.md': articleText({ cover: '"https://img.example.com/a.png"' }),
  'algo-drawn.md': articleText({ title: '"封面是 SVG"', cover: '"https://img.example.com/a.svg"' }),
  'algo-hidden.md': articleText({ title: '"隐藏的"', hidden: 'true' }),
  'algo-locked.md': articleText({ title: '"上锁的 & <b>"', password: '"correct horse battery"' }, `${secret}\n`),
  'algo-draft.md': articleText({ title: '"草稿"', draft: 'true' }),
  'algo-korean.md': articleText({ title: '"한국어"' }),
};

const siteFile = 'title: "站"\nurl: https://a.example.com/blog\nog_image: articles\n';

async function withSite(files: Readonly<Record<string, string>>, work: (site: Site) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const [content, dest] = [path.join(folder, 'content'), path.join(folder, 'site')];
    writeFiles(content, { '_site.yml': siteFile, ...files });
    mkdirSync(path.join(folder, 'static'));
    const flags = ['--content', content, '--static', path.join(folder, 'static'), '--dest', dest];
    const read = (name: string): Buffer => readFileSync(path.join(dest, name));
    await work({
      folder,
      content,
      flags,
      build: (...more) => gulp('build', ...flags, ...more),
      read,
      identityOf(name) {
        const { ino, mtimeMs } = statSync(path.join(dest, name));
        return `${ino} ${mtimeMs} ${createHash('sha256').update(read(name)).digest('hex')}`;
      },
    });
  });
}

const told = (page: Buffer): Record<string, string> =>
  Object.fromEntries(
    [...page.toString().matchAll(/<meta (?:property|name)="((?:og:image|twitter:)[^"]*)" content="([^"]*)"/g)].map(
      ([, name, content]) => [name!, content!],
    ),
  );

describe('og_image: articles', () => {
  it('draws a picture for every article without a cover, and its page says so', async () => {
    await withSite(articles, async ({ build, read, folder, flags }) => {
      const { code, stderr } = await build();
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      for (const [slug, title] of Object.entries({
        'algo-one': '第一篇',
        'algo-drawn': '封面是 SVG',
        'algo-hidden': '隐藏的',
        'algo-locked': '上锁的 &amp; &lt;b&gt;',
        'algo-korean': '한국어',
      })) {
        expect(imageSize(read(`cards/${slug}.png`)), slug).to.deep.include({ width: 1200, height: 630, type: 'png' });
        expect(told(read(`posts/${slug}/index.html`)), slug).to.deep.equal({
          'og:image': `https://a.example.com/blog/cards/${slug}.png`,
          'og:image:width': '1200',
          'og:image:height': '630',
          'og:image:alt': title,
          'twitter:card': 'summary_large_image',
        });
      }
      expect(read('cards/algo-one.png').equals(read('cards/algo-hidden.png'))).to.equal(false);
      // A script that no face has: the theme's picture, not boxes.
      expect(read('cards/algo-korean.png').equals(read('css/card.png'))).to.equal(true);
      expect(told(read('posts/algo-cover/index.html'))).to.deep.equal({
        'og:image': 'https://img.example.com/a.png',
        'twitter:card': 'summary_large_image',
      });
      expect(told(read('index.html'))['og:image']).to.equal('https://a.example.com/blog/css/card.png');
      for (const slug of ['algo-cover', 'algo-draft'])
        expect(existsSync(path.join(folder, `site/cards/${slug}.png`)), slug).to.equal(false);

      const check = await gulp('check', ...flags);
      expect(check).to.deep.include({ code: 0, stderr: '' });
      const verify = (): Promise<Outcome> =>
        run(['tasks/duplex.js', 'verify', path.join(folder, 'site'), '--skip', 'base']);
      expect((await verify()).code).to.equal(0);
      writeFileSync(
        path.join(folder, 'site/posts/algo-one/index.html'),
        read('posts/algo-one/index.html').toString().replace('cards/algo-one.png', 'cards/gone.png'),
      );
      const { code: broken, stdout } = await verify();
      expect(broken).to.equal(1);
      expect(stdout).to.match(/links\s+content="https:\/\/a\.example\.com\/blog\/cards\/gone\.png" leads to nothing/);
    });
  });

  it('makes again what shows something else, and no other; without a cache the same bytes', async () => {
    const { 'algo-locked.md': _, ...open } = articles;
    await withSite(open, async ({ content, build, read, identityOf, folder, flags }) => {
      await build();
      const names = ['cards/algo-one.png', 'cards/algo-two.png'] as const;
      const before = names.map(identityOf);
      const other = read(names[0]);

      writeFiles(content, {
        'algo-two.md': articleText({ title: '"第二篇"', date: '2026-03-02 08:00:00' }, '改了。\n'),
      });
      await build();
      expect(names.map(identityOf), 'another text').to.deep.equal(before);

      writeFiles(content, { 'algo-one.md': articleText({ title: '"改过的第一篇"' }) });
      await build();
      expect(read(names[0]).equals(other), 'another title').to.equal(false);
      expect(identityOf(names[1])).to.equal(before[1]);

      for (const [what, text] of Object.entries({
        name: siteFile.replace('站', '别的站'),
        accent: `${siteFile}accent: "#1d5c73"\n`,
      })) {
        const last = read(names[1]);
        writeFiles(content, { '_site.yml': text });
        await build();
        expect(read(names[1]).equals(last), what).to.equal(false);
      }
      writeFiles(content, { 'algo-two.md': articleText({ title: '"第二篇"', date: '2026-03-03 08:00:00' }) });
      const last = read(names[1]);
      await build();
      expect(read(names[1]).equals(last), 'another date').to.equal(false);

      const warm = digestsOf(path.join(folder, 'site'));
      await gulpWith({ env: { LANG: 'de_DE.UTF-8', TZ: 'America/St_Johns' } }, 'build', ...flags, '--no-cache');
      expect(digestsOf(path.join(folder, 'site'))).to.deep.equal(warm);
    });
  });

  it('is drawn again by the watcher for the article whose title is edited', async () => {
    const { 'algo-locked.md': _, ...open } = articles;
    await withSite(open, async ({ content, read, identityOf, folder }) => {
      const args = ['--content', content, '--static', statics, '--dest', path.join(folder, 'site')];
      await withWatcher(args, async ({ until }) => {
        const [one, two] = [read('cards/algo-one.png'), identityOf('cards/algo-two.png')];
        expect(existsSync(path.join(folder, 'site/cards/algo-draft.png'))).to.equal(true);
        writeFiles(content, { 'algo-one.md': articleText({ title: '"改过的第一篇"' }) });
        await until(() => !read('cards/algo-one.png').equals(one));
        expect(identityOf('cards/algo-two.png')).to.equal(two);
      });
    });
  });

  it('says what to install where the packages are missing, and asks no other site for them', async () => {
    await withSite({ 'algo-one.md': articleText() }, async ({ folder, content, flags }) => {
      const hiding = path.join(folder, 'hiding.mjs');
      writeFileSync(
        hiding,
        `import module from 'node:module';
const { _resolveFilename: resolve } = module;
module._resolveFilename = (name, ...rest) => {
  if (/harfbuzz|resvg|expo-google/.test(name)) throw Object.assign(new Error('hidden'), { code: 'MODULE_NOT_FOUND' });
  return resolve(name, ...rest);
};
`,
      );
      const env = { NODE_OPTIONS: `--import=${pathToFileURL(hiding).href}` };
      const { devDependencies: kept } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
        devDependencies: Record<string, string>;
      };
      const names = [
        'harfbuzzjs',
        '@resvg/resvg-wasm',
        ...['noto-serif-sc', 'source-serif-4', 'noto-emoji'].map((name) => `@expo-google-fonts/${name}`),
      ];
      const install = `npm install --save-exact ${names.map((name) => `${name}@${kept[name]}`).join(' ')}`;
      for (const task of ['build', 'check']) {
        const { code, stderr } = await gulpWith({ env }, task, ...flags);
        expect(code, task).to.equal(1);
        expect(stderr, task)
          .to.contain(`og_image: articles`)
          .and.to.contain(install)
          .and.not.match(/\n\s+at /);
      }
      expect(existsSync(path.join(folder, 'site'))).to.equal(false);
      writeFiles(content, { '_site.yml': siteFile.replace('articles', 'site') });
      expect((await gulpWith({ env }, 'build', ...flags)).code).to.equal(0);
    });
  });

  it('tells a static file that stands at the address of a card', async () => {
    await withSite(
      { 'algo-one.md': articleText(), 'algo-two.md': articleText() },
      async ({ folder, build, content, read }) => {
        writeFiles(path.join(folder, 'static'), { 'cards/algo-one.png': 'mine' });
        const { code, stderr } = await build();
        expect(code).to.equal(1);
        expect(stderr).to.match(
          /algo-one\.md:\d+:\d+ {2}error {2}slug-unique {2}地址 \/cards\/algo-one\.png 已经属于静态文件 \/cards\/algo-one\.png：/,
        );
        writeFiles(content, { '_site.yml': siteFile.replace('articles', 'site') });
        expect((await build()).code).to.equal(0);
        expect(read('cards/algo-one.png').toString()).to.equal('mine');
      },
    );
  });
});
