// Tests that every article passes `gulp.src` and the `parse` stage, and which files of the folder are read.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { textOf } from '#pdc/words/message';
import gulp from 'gulp';
import type Vinyl from 'vinyl';
import { makeSite } from '../../../tasks/build.ts';
import { check } from '../../../tasks/check.ts';
import { readEdition } from '../../../tasks/flow/read-edition.ts';
import { readSettings } from '../../../tasks/settings/settings.ts';
import type { Settings } from '../../../tasks/settings/settings.ts';
import { stage } from '../../../tasks/stages/stage.ts';
import type { SourceFile } from '../../../tasks/stages/parse.ts';
import { createRounds } from '../../../tasks/watch/rebuild/rounds.ts';
import { createLiveState } from '../../../tasks/watch/live-state.ts';
import { articleText, writeFiles } from '../../support/articles.ts';
import { cacheFilesOf } from '../../support/cache.ts';
import { listen } from '../../support/command.ts';
import { fixtures, lineOf, withFolder } from '../../support/defects.ts';

/** The names of the articles that pass `gulp.src` and the parse stage while `work` runs. */
async function articlesIn(work: () => Promise<unknown>): Promise<string[]> {
  const passed: Vinyl[] = [];
  const { src } = gulp;
  gulp.src = (...args: Parameters<typeof src>) =>
    src(...args).pipe(
      stage((file: Vinyl) => {
        passed.push(file);
        return file;
      }),
    ) as ReturnType<typeof src>;
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    await work();
  } finally {
    gulp.src = src;
    process.stdout.write = write;
  }
  const articles = passed.filter((file) => file.extname === '.md' && file.isBuffer());
  for (const file of articles) expect((file as SourceFile).parsed?.candidate, file.path).to.be.an('object');
  return articles.map((file) => file.relative).sort();
}

const all = ['algo-a.md', 'algo-b.md', 'algo-c.md'];

const published = ({ dest }: Pick<Settings, 'dest'>): string[] => {
  const { posts } = JSON.parse(readFileSync(path.join(dest, 'api/index.json'), 'utf8')) as {
    posts: { slug: string }[];
  };
  return posts.map(({ slug }) => `${slug}.md`).sort();
};

async function withSite(work: (settings: Settings) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const [content, dest] = [path.join(folder, 'content'), path.join(folder, 'site')];
    for (const name of all) writeFiles(content, { [name]: articleText({ title: `"${name}"` }) });
    const flags = ['--content', content, '--static', path.join(fixtures, 'static'), '--dest', dest];
    const settings = readSettings('build', [...flags, '--base-url', 'https://example.com'], {});
    await work(settings);
    for (const file of cacheFilesOf(dest)) rmSync(file);
  });
}

function openRounds(settings: Settings) {
  const shown = createLiveState();
  const { signal } = new AbortController();
  const changes = { isPending: () => false };
  return { shown, rounds: createRounds({ ...settings, port: 4000, state: shown, changes, signal }) };
}

const save = ({ content }: Settings, name: string, body: string): void =>
  writeFiles(content, { [name]: articleText({ title: `"${name}"` }, body) });

describe('every article passes gulp.src and parse', () => {
  it('in gulp build: without a cache, with an empty cache, and with a cache of all texts except one', async () => {
    await withSite(async (settings) => {
      for (const [name, cached] of [
        ['none', false],
        ['cold', true],
        ['warm', true],
      ] as const) {
        save(settings, 'algo-a.md', `正文 ${name}。\n`);
        expect(await articlesIn(() => makeSite({ ...settings, cached })), name).to.deep.equal(all);
        expect(published(settings), name).to.deep.equal(all);
        expect(readFileSync(path.join(settings.dest, 'llms-full.txt'), 'utf8')).to.contain(`正文 ${name}。`);
      }
    });
  });

  it('in gulp check', async () => {
    await withSite(async (settings) => {
      expect(await articlesIn(() => check(settings))).to.deep.equal(all);
      expect(await articlesIn(() => check(settings))).to.deep.equal(all);
    });
  });

  it('in gulp watch: all of them at first, then those that are saved', async () => {
    await withSite(async (settings) => {
      const { rounds } = openRounds(settings);
      const next = (...names: string[]) =>
        articlesIn(() => rounds.next({ paths: new Set(names.map((name) => path.join(settings.content, name))) }));
      expect(await articlesIn(rounds.first)).to.deep.equal(all);
      expect(published(settings)).to.deep.equal(all);

      save(settings, 'algo-b.md', '改过一次。\n');
      expect(await next('algo-b.md')).to.deep.equal(['algo-b.md']);
      expect(readFileSync(path.join(settings.dest, 'api/posts/algo-b.md'), 'utf8')).to.contain('改过一次。');
      expect(await next(), 'idle: only files with all texts are made').to.deep.equal([]);
      expect(readFileSync(path.join(settings.dest, 'llms-full.txt'), 'utf8')).to.contain('改过一次。');

      save(settings, 'algo-d.md', '新的。\n');
      expect(await next('algo-d.md')).to.deep.equal(['algo-d.md']);
      expect(published(settings)).to.deep.equal([...all, 'algo-d.md']);
    });
  });
});

describe('a file of the content folder', () => {
  it('may be a link, also a relative link, but is not read if it is a folder with the name of an article', async () => {
    await withSite(async (settings) => {
      const { content } = settings;
      writeFiles(path.dirname(content), { '.git/HEAD': '' });
      writeFiles(path.dirname(content), { 'elsewhere/one.md': articleText({ title: '"别处"' }, '正文在别处。\n') });
      symlinkSync('../elsewhere/one.md', path.join(content, 'algo-linked.md'));
      mkdirSync(path.join(content, 'notes.md'));
      symlinkSync('notes.md', path.join(content, 'linked.md'));
      const { articlesFound, published: count } = await makeSite({ ...settings, format: 'json' });
      expect([articlesFound, count]).to.deep.equal([4, 4]);
      expect(published(settings)).to.deep.equal([...all, 'algo-linked.md']);
    });
  });

  it('that is a pipe, a socket or a link out of the folder is reported, and the other files are read', async () => {
    await withSite(async ({ content, statics }) => {
      const socket = createServer().listen(path.join(content, 'algo-socket.md'));
      await once(socket, 'listening');
      try {
        writeFiles(path.dirname(content), { 'elsewhere/secret.md': articleText({}, 'SECRET\n') });
        symlinkSync('../elsewhere', path.join(content, 'more'));
        symlinkSync('../elsewhere/secret.md', path.join(content, 'algo-secret.md'));
        symlinkSync('../elsewhere/secret.md', path.join(content, 'algo-secret.png'));
        symlinkSync('nowhere', path.join(content, 'algo-nowhere.md'));
        // These are not read: the lock file of an editor, and drafts in a hidden folder.
        symlinkSync('lin@host.123:456', path.join(content, '.#algo-a.md'));
        symlinkSync('/', path.join(content, '_drafts'));
        const {
          library,
          articlesFound: found,
          defects,
        } = await readEdition({ content, statics, lenient: true, drafts: false });
        expect(found).to.equal(6);
        expect(JSON.stringify({ ...library, listed: undefined })).to.not.contain('SECRET');
        expect(library.articles.map(({ source }) => source).sort()).to.deep.equal(all);
        expect(defects.map(lineOf).sort().join('\n')).to.match(
          new RegExp(
            [
              /algo-nowhere\.md:1:1 {2}error {2}outside {2}this link leads nowhere: remove it/,
              /algo-secret\.md:1:1 {2}error {2}outside {2}this links to \S*\/elsewhere\/secret\.md, which is hidden or outside.*--follow DIR/,
              /algo-secret\.png:1:1 {2}error {2}outside {2}this links to .*/,
              /algo-socket\.md:1:1 {2}error {2}outside {2}this is not a file but a device, a pipe or a socket: remove it/,
              /more:1:1 {2}error {2}outside {2}this links to .*/,
            ]
              .map(({ source }) => `[^\\n]*/content/${source}`)
              .join('\\n'),
          ),
        );
        const followed = await readEdition({
          content,
          statics,
          lenient: true,
          drafts: false,
          follow: [path.join(path.dirname(content), 'elsewhere')],
        });
        expect(followed.library.articles.map(({ source }) => source)).to.include.members([
          'algo-secret.md',
          'more/secret.md',
        ]);
      } finally {
        socket.close();
      }
    });
  });

  it('that becomes a link out of the folder or a pipe while it is watched is reported, and its page stays', async () => {
    await withSite(async (settings) => {
      const { content, dest } = settings;
      const { rounds, shown } = openRounds(settings);
      const said = await listen(async () => {
        await articlesIn(rounds.first);
        const file = path.join(content, 'algo-b.md');
        writeFiles(path.dirname(content), { 'secret.md': articleText({}, 'SECRET\n') });
        rmSync(file);
        symlinkSync('../secret.md', file);
        await articlesIn(() => rounds.next({ paths: new Set([file]) }));
        expect(shown.current().faults.join()).to.contain('algo-b.md:1:1').and.contain('outside');
        rmSync(file);
        execFileSync('mkfifo', [file]);
        await articlesIn(() => rounds.next({ paths: new Set([file]) }));
        expect(shown.current().faults.join()).to.contain('algo-b.md:1:1').and.contain('outside');
      });
      expect(said).to.contain('管道');
      expect(published(settings)).to.deep.equal(all);
      expect(readFileSync(path.join(dest, 'llms-full.txt'), 'utf8')).to.not.contain('SECRET');
    });
  });

  it('that sets up the site is read only inside the folder, and its code runs only if functions are on', async () => {
    await withSite(async ({ content, statics }) => {
      const elsewhere = path.join(path.dirname(content), 'elsewhere');
      writeFiles(elsewhere, {
        '_site.yml': 'title: SECRET\n',
        '_site.js': 'throw new Error("SECRET");\n',
        _redirects: '/SECRET/ /\n',
      });
      for (const name of ['_site.yml', '_site.js', '_redirects'])
        symlinkSync(path.join(elsewhere, name), path.join(content, name));
      const options = { content, statics, lenient: true, drafts: false };
      const { library, defects, redirects } = await readEdition(options);
      expect(JSON.stringify([{ ...library, listed: undefined }, redirects])).to.not.contain('SECRET');
      expect(defects.map(({ file, rule }) => [path.basename(file), rule])).to.have.deep.members([
        ['_site.yml', 'outside'],
        ['_site.js', 'outside'],
        ['_redirects', 'outside'],
      ]);
      const own = { ...options, content: elsewhere };
      writeFiles(elsewhere, { 'algo-a.md': articleText() });
      expect((await readEdition(own)).defects.map(({ message }) => textOf(message, 'en'))).to.include(
        'cannot be loaded: Error: SECRET',
      );
      expect((await readEdition({ ...own, functions: 'off' })).defects).to.deep.equal([]);
    });
  });

  for (const where of ['content', 'statics'] as const)
    it(`that links to a folder above itself is reported, also if another link leads there, in ${where}`, async () => {
      await withSite(async ({ content }) => {
        const folder = path.dirname(content);
        const statics = path.join(folder, 'static');
        writeFiles(folder, { '.git/HEAD': '', 'static/a.txt': '', 'elsewhere/a.txt': '' });
        symlinkSync('.', path.join(folder, 'elsewhere/self'));
        symlinkSync(path.join(folder, 'elsewhere'), path.join({ content, statics }[where], 'linked'));
        const { defects } = await readEdition({ content, statics, lenient: true, drafts: false });
        expect(defects.map(lineOf)).to.have.lengthOf(1);
        expect(lineOf(defects[0]!)).to.match(
          /linked\/self:1:1 {2}error {2}outside {2}this link leads to a folder that contains it: remove it/,
        );
      });
    });

  it('that is a relative link is followed from its own folder, also in the static folder', async () => {
    await withSite(async ({ content }) => {
      const folder = path.dirname(content);
      const statics = path.join(folder, 'static');
      writeFiles(folder, { '.git/HEAD': '', 'static/a.txt': 'a', 'elsewhere/b.txt': 'b' });
      symlinkSync('a.txt', path.join(statics, 'linked.txt'));
      symlinkSync('../elsewhere', path.join(statics, 'folder'));
      const { statics: files } = await readEdition({ content, statics, lenient: true, drafts: false });
      expect(files.map((file) => file.path)).to.include.members(['/linked.txt', '/folder/b.txt']);
    });
  });
});
