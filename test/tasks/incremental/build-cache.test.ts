// Tests that a build with a cache has the same output as a build without a cache, and that the cache has no secrets.
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { makeSite } from '../../../tasks/build.ts';
import { createGuard } from '../../../tasks/flow/checks/leak-guard.ts';
import { readEdition } from '../../../tasks/flow/read-edition.ts';
import { openBuildCache } from '../../../tasks/incremental/build-cache.ts';
import { cacheFolder, openCacheFile } from '../../../tasks/incremental/cache-file.ts';
import type { Settings } from '../../../tasks/settings/settings.ts';
import { stampOf } from '../../../tasks/files/stamp.ts';
import { articleText, writeFiles } from '../../support/articles.ts';
import type { Fields } from '../../support/articles.ts';
import { cacheFilesOf } from '../../support/cache.ts';
import { digestsOf, gulp, listen } from '../../support/command.ts';
import { fixtures, withFolder } from '../../support/defects.ts';

type Site = { readonly content: string; readonly warm: Settings; readonly cold: Settings };

/** Makes a content folder and settings for two builds of it: with and without a cache. */
async function withSite(work: (site: Site) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const [content, statics] = [path.join(folder, 'content'), path.join(folder, 'static')];
    cpSync(path.join(fixtures, 'golden/content'), content, { recursive: true });
    cpSync(path.join(fixtures, 'static'), statics, { recursive: true });
    const toSettings = (name: string, cached: boolean): Settings => ({
      content,
      statics,
      dest: path.join(folder, name),
      baseUrl: 'https://example.com/blog',
      lenient: true,
      follow: [],
      cached,
      format: 'text',
      tellsRules: false,
      port: 0,
      authOrigin: 'http://127.0.0.1:3000',
      operands: [],
    });
    const site = { content, warm: toSettings('warm', true), cold: toSettings('cold', false) };
    try {
      await work(site);
    } finally {
      for (const file of cacheFilesOf(site.warm.dest)) rmSync(file, { force: true });
    }
  });
}

/** Builds with and without the cache, and compares files and messages. */
async function expectSame({ warm, cold }: Site, told: string): Promise<void> {
  const said = await listen(() => makeSite(warm));
  expect(said, told).to.equal(await listen(() => makeSite(cold)));
  expect(digestsOf(warm.dest), told).to.deep.equal(digestsOf(cold.dest));
}

/** Waits until all files have stamps, which takes two seconds after a change. */
async function whenStamped(...folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true }) as string[])
      while (stampOf(path.join(folder, name)) === undefined) await new Promise((done) => setTimeout(done, 100));
}

/** Returns the same random numbers for the same seed. */
function createChance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the cache of a build', () => {
  it('never changes the output, after any edits and with damaged cache files', async () => {
    const seed = 20261120;
    const chance = createChance(seed);
    await withSite(async (site) => {
      const { content } = site;
      const write = (number: number): void =>
        writeFiles(content, {
          [`algo-n${number}.md`]: articleText(
            {
              title: `"第 ${chance(50)} 篇"`,
              date: `2026-0${1 + chance(9)}-1${chance(9)} 08:00:00`,
              tags: ['["算法", "Python"]', '["算法", "C++", "Linux"]'][chance(2)],
              ...(chance(8) === 0 && { password: '"correct horse battery"' }),
              ...(chance(6) === 0 && { aliases: `["/old/${number}/"]` }),
              ...(chance(3) === 0 && { series: '长文' }),
            },
            [
              `正文 ${chance(1000)} 说一件事。\n`,
              `见[这里](algo-n${chance(12)}.md)和[那里](#第-${chance(9)}-节)。\n\n## 第 ${chance(9)} 节\n\n\`\`\`js\nlet a = ${chance(9)};\n\`\`\`\n`,
              `[那篇](algo-n${chance(12)}.md "题")\n`,
            ][chance(3)],
          ),
        });
      const edits: (() => void)[] = [
        () => write(chance(12)),
        () => write(chance(12)),
        () => rmSync(path.join(content, `algo-n${chance(12)}.md`), { force: true }),
        () => writeFiles(content, { '_site.yml': `title: 站 ${chance(3)}\n` }),
        () => writeFiles(site.warm.statics, { 'notes.txt': `${chance(3)}` }),
        () => writeFiles(content, { 'pages/about.md': `---\ntitle: "关于 ${chance(3)}"\n---\n\n这里。\n` }),
        () => writeFileSync(path.join(site.warm.dest, 'index.html'), 'somebody was here'),
        () => rmSync(path.join(site.warm.dest, 'api/index.json')),
      ];
      const breaks: ((file: string, size: number) => void)[] = [
        (file, size) => truncateSync(file, chance(size)),
        (file) => writeFileSync(file, ''),
        (file) => rmSync(file),
        (file, size) => {
          const bytes = readFileSync(file);
          bytes[chance(size)]! ^= 1 + chance(255);
          writeFileSync(file, bytes);
        },
      ];
      for (let number = 0; number < 8; number += 1) write(number);
      for (let round = 0; round < 9; round += 1) {
        if (round > 0) for (let count = chance(3); count >= 0; count -= 1) edits[chance(edits.length)]!();
        if (round % 3 === 2)
          for (const file of cacheFilesOf(site.warm.dest)) breaks[chance(4)]!(file, statSync(file).size);
        await expectSame(site, `seed ${seed}, round ${round}`);
      }
    });
  });

  it('keeps the files that an edit does not affect', async () => {
    await withSite(async (site) => {
      const { content, warm } = site;
      for (let number = 0; number < 9; number += 1)
        writeFiles(content, { [`algo-n${number}.md`]: articleText({ date: `2026-01-0${number + 1} 08:00:00` }) });
      await whenStamped(content);
      await listen(() => makeSite(warm));
      const identityOf = (name: string): number => statSync(path.join(warm.dest, name)).ino;
      const untouched = [
        'posts/skill-secret/index.html',
        'posts/algo-n1/index.html',
        'api/posts/algo-n1.md',
        'archives/index.html',
      ];
      const touched = ['posts/algo-n5/index.html', 'api/posts/algo-n5.json', 'llms-full.txt'];
      const before = new Map([...untouched, ...touched].map((name) => [name, identityOf(name)]));

      writeFiles(content, { 'algo-n5.md': articleText({ date: '2026-01-06 08:00:00' }, '另一段正文。\n') });
      await expectSame(site, 'one edit');
      for (const name of untouched) expect(identityOf(name), name).to.equal(before.get(name));
      for (const name of touched) expect(identityOf(name), name).to.not.equal(before.get(name));
    });
  });

  it('encrypts a page again after a change of its text, its password or the articles that it shows', async () => {
    await withSite(async (site) => {
      const locked = (password: string, body: string): void =>
        writeFiles(site.content, { 'algo-locked.md': articleText({ password: `"${password}"` }, body) });
      const page = path.join(site.warm.dest, 'posts/algo-locked/index.html');
      const pages = new Set<string>();
      const edits = [
        () => locked('correct horse', '正文，[那里](algo-there.md)。\n'),
        () => locked('correct horse', '正字，[那里](algo-there.md)。\n'),
        () => locked('battery staple', '正字，[那里](algo-there.md)。\n'),
        () => writeFiles(site.content, { 'algo-there.md': articleText({ title: '"另一个题目"' }) }),
      ];
      writeFiles(site.content, { 'algo-there.md': articleText() });
      for (const [index, edit] of edits.entries()) {
        edit();
        await whenStamped(site.content);
        await expectSame(site, `edit ${index}`);
        pages.add(readFileSync(page, 'utf8'));
      }
      expect(pages.size).to.equal(edits.length);
    });
  });

  it('makes the JSON of an article again if another article joins or leaves its series, or comes before it in the series', async () => {
    await withSite(async (site) => {
      const write = (name: string, day: number, fields: Fields = { series: '长文' }): void =>
        writeFiles(site.content, { [`${name}.md`]: articleText({ date: `2026-01-0${day} 08:00:00`, ...fields }) });
      const edits: readonly (readonly [() => void, { part: number; of: number }])[] = [
        [() => write('algo-part', 2), { part: 1, of: 1 }],
        [() => write('algo-other', 3), { part: 1, of: 2 }],
        [() => write('algo-other', 1), { part: 2, of: 2 }],
        [() => write('algo-other', 1, { series: '长文', hidden: 'true' }), { part: 1, of: 1 }],
        [() => write('algo-other', 1, { series: '长文', password: '"correct horse"' }), { part: 2, of: 2 }],
        [() => write('algo-other', 1, {}), { part: 1, of: 1 }],
      ];
      for (const [index, [edit, place]] of edits.entries()) {
        edit();
        await whenStamped(site.content);
        await expectSame(site, `edit ${index}`);
        const { series } = JSON.parse(readFileSync(path.join(site.warm.dest, 'api/posts/algo-part.json'), 'utf8')) as {
          series: unknown;
        };
        expect(series, `edit ${index}`).to.deep.equal({ name: '长文', ...place });
      }
    });
  });

  it('lets no file stay with text that was locked since', async () => {
    await withSite(async ({ content, warm }) => {
      const secret = '守塔人每天写一页日志，从不给人看，也从不让人知道写在哪里。';
      writeFiles(content, { '_site.js': `export const parts = { postEnd: () => '<p>${secret}</p>' };\n` });
      writeFiles(content, { 'algo-locked.md': articleText({ password: '"correct horse"' }, '正文。\n') });
      await whenStamped(content);
      await makeSite(warm);
      writeFiles(content, { 'algo-locked.md': articleText({ password: '"correct horse"' }, `${secret}\n`) });
      await whenStamped(content);
      const failure = await makeSite(warm).catch((error: unknown) => error);
      expect(failure).to.be.an('error').with.property('message').that.contains('at least 24 characters');
      expect(failure)
        .property('message')
        .to.contain('posts/algo-binary-search/index.html')
        .and.to.not.contain(secret.slice(0, 8));
    });
  });

  it('lets no file stay with text that is no longer public', async () => {
    await withSite(async ({ content, warm }) => {
      const secret = '守塔人每天写一页日志，从不给人看，也从不让人知道写在哪里。';
      const page = (body: string): string => `---\ntitle: 关于\ndescription: 关于\n---\n\n${body}\n`;
      writeFiles(content, { '_site.js': `export const parts = { postEnd: () => '<p>${secret}</p>' };\n` });
      writeFiles(content, { 'algo-locked.md': articleText({ password: '"correct horse"' }, `${secret}\n`) });
      writeFiles(content, { 'pages/quote.md': page(secret) });
      await whenStamped(content);
      await makeSite(warm);
      writeFiles(content, { 'pages/quote.md': page('别的') });
      await whenStamped(content);
      const failure = await makeSite(warm).catch((error: unknown) => error);
      expect(failure).to.be.an('error').with.property('message').that.contains('posts/algo-binary-search/index.html');
    });
  });

  it('builds nothing if nothing changed, and returns the same report', async () => {
    await withSite(async ({ content, warm }) => {
      await whenStamped(content, warm.statics);
      const first = await makeSite(warm);
      const folder = statSync(warm.dest).ino;
      expect(await makeSite(warm)).to.deep.equal(first);
      expect(statSync(warm.dest).ino).to.equal(folder);

      writeFileSync(path.join(warm.dest, 'stray.html'), '');
      await makeSite(warm);
      expect(statSync(warm.dest).ino).to.not.equal(folder);
      expect(readdirSync(warm.dest)).to.not.include('stray.html');
    });
  });

  it('contains nothing of locked articles', async () => {
    await withSite(async (site) => {
      await makeSite(site.warm);
      const body = '只有知道密码的人才读得到这一句话，缓存里也不能有它的影子';
      writeFiles(site.content, {
        'skill-locked.md': articleText(
          { password: '"a-password-of-its-own"', categories: '["技术", "Skill"]', tags: '["Skill", "Python"]' },
          `## 锁住的标题\n\n${body}，[去处](https://harbour.example/night-7)。\n`,
        ),
      });
      // Removes the cache of the previous build, which would stay if the guard refuses the new cache.
      for (const file of cacheFilesOf(site.warm.dest)) rmSync(file);
      await makeSite(site.warm);
      const files = cacheFilesOf(site.warm.dest);
      expect(files).to.have.lengthOf(2);
      for (const file of files) {
        const text = readFileSync(file, 'utf8');
        for (const secret of [body.slice(0, 8), '锁住的标题', 'harbour.example', 'a-password-of-its-own'])
          expect(text).to.not.contain(secret);
      }
    });
  });

  it('is not written if it would contain the text of a locked article', async () => {
    await withSite(async ({ content, warm }) => {
      const words = '守塔人每天写一页日志，从不给人看，也从不让人知道写在哪里。';
      const isWritten = async (body: string): Promise<boolean> => {
        writeFiles(content, { 'algo-locked.md': articleText({ password: '"correct horse"' }, `${body}\n`) });
        const edition = await readEdition({ content, statics: warm.statics, lenient: true, drafts: false });
        const buildCache = openBuildCache(warm, 'test');
        for (const file of cacheFilesOf(warm.dest)) rmSync(file);
        const cache = buildCache.openRows(edition);
        const text = { links: [{ target: words, lines: [0, 1] as const }], flaws: [], anchors: [] };
        const records = () => new Map([['page a.md', { key: 'a', files: [], text }]]);
        buildCache.save(edition, { publication: { guard: createGuard(edition) }, cache: { ...cache, records } });
        return cacheFilesOf(warm.dest).length > 0;
      };
      expect(await isWritten('正文。')).to.equal(true);
      expect(await isWritten(words)).to.equal(false);
    });
  });

  it('works for builds that run at the same time', async () => {
    await withSite(async (site) => {
      const { warm } = site;
      const beside = { ...warm, dest: `${warm.dest}-beside` };
      await Promise.all([makeSite(warm), makeSite(beside)]);
      await Promise.all([makeSite(warm), makeSite(beside)]);
      await makeSite(site.cold);
      for (const { dest } of [warm, beside]) expect(digestsOf(dest)).to.deep.equal(digestsOf(site.cold.dest));
    });
  });

  it('is not written with --no-cache', async () => {
    await withSite(async (site) => {
      const flags = ['--content', site.content, '--static', site.warm.statics, '--dest', site.warm.dest, '--lenient'];
      const { code } = await gulp('build', ...flags, '--no-cache');
      expect(code).to.equal(0);
      expect(cacheFilesOf(site.warm.dest)).to.deep.equal([]);
    });
  });
});

describe('a file of the cache', () => {
  const name = `test-${process.pid}.json`;
  const file = path.join(cacheFolder, name);
  const store = openCacheFile<unknown>(name, 'one');
  beforeEach(() => store.save(store.toPieces({ text: '一二三' })!));
  afterEach(() => rmSync(file, { force: true }));

  it('has the same value after writing and reading', () => {
    expect(store.load()).to.deep.equal({ text: '一二三' });
    const long = Array.from({ length: 1000 }, (_, index) => ({ [`名 ${index}`]: '字'.repeat(index), none: undefined }));
    for (const value of [null, 7, '"', [], {}, [undefined, [[[[]]]]], { a: { b: { c: { d: [{}, null] } } }, long }]) {
      store.save(store.toPieces(value)!);
      expect(store.load()).to.deep.equal(JSON.parse(JSON.stringify(value)));
    }
  });

  it('reports which pieces the loaded file had, and none if the file was damaged', () => {
    const value = Array.from({ length: 1000 }, (_, index) => `字${index}`);
    const loadedFlagsOf = (changed: unknown): boolean[] => store.toPieces(changed)!.map(({ wasLoaded }) => wasLoaded);
    store.save(store.toPieces(value)!);
    store.load();
    const all = loadedFlagsOf(value);
    expect(all.length).to.be.above(3);
    expect(all).to.not.include(false);
    expect(loadedFlagsOf(value.with(500, '改')).filter((wasLoaded) => !wasLoaded)).to.deep.equal([false]);
    writeFileSync(file, 'broken');
    store.load();
    expect(loadedFlagsOf(value)).to.not.include(true);
  });

  it('is ignored if another version wrote it', () => {
    expect(openCacheFile(name, 'two').load()).to.equal(undefined);
  });

  it('is ignored if any byte is missing or changed', () => {
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += 1) {
      writeFileSync(file, whole.subarray(0, at));
      expect(store.load(), `cut at ${at}`).to.equal(undefined);
      const changed = Buffer.from(whole);
      changed[at]! ^= 1;
      writeFileSync(file, changed);
      expect(store.load(), `changed at ${at}`).to.equal(undefined);
    }
  });
});
