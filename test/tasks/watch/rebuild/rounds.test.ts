// Tests that rounds leave the same bytes as a clean build after any changes, and do no work twice.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { readEdition } from '../../../../tasks/flow/read-edition.ts';
import { createCache } from '../../../../tasks/incremental/recording-cache.ts';
import type { Comparison, RowRecords } from '../../../../tasks/incremental/recording-cache.ts';
import { byDigest } from '../../../../tasks/incremental/argument-digest.ts';
import { byIdentity } from '../../../../tasks/incremental/argument-identity.ts';
import { createParsedFileCache } from '../../../../tasks/incremental/parsed-file-cache.ts';
import type { EntryFile } from '../../../../tasks/stages/vinyl.ts';
import { createRounds } from '../../../../tasks/watch/rebuild/rounds.ts';
import { createLiveState } from '../../../../tasks/watch/live-state.ts';
import { stampOf } from '../../../../tasks/files/stamp.ts';
import { walk } from '../../../../tasks/files/tree.ts';
import { publish } from '../../../../tasks/flow/publish.ts';
import { articleText, writeFiles } from '../../../support/articles.ts';
import type { Fields } from '../../../support/articles.ts';
import { digestsOf, gulp, listen, repository } from '../../../support/command.ts';
import { withFolder } from '../../../support/defects.ts';
import { buildClean } from '../../../support/watcher.ts';
import { cases } from '../../../support/cases.ts';

const baseUrl = 'http://localhost:4000';

type SiteFolders = {
  readonly folder: string;
  readonly content: string;
  readonly statics: string;
  readonly dest: string;
};

function withPlace(work: (place: SiteFolders) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const place = {
      folder,
      content: path.join(folder, 'content'),
      statics: path.join(folder, 'static'),
      dest: path.join(folder, 'site'),
    };
    writeFiles(place.content, { 'algo-a.md': articleText({ title: '"甲"' }) });
    writeFiles(place.statics, {
      'css/custom.css': 'p {}\n',
      'ai-context.md': '# 规范\n',
      'pdc-protocol.md': '# 协议\n',
      'images/a.svg': '<svg/>',
    });
    await work(place);
  });
}

/** Rounds without file watchers. */
function roundsIn(place: SiteFolders) {
  const state = createLiveState();
  const changes = { isPending: () => false };
  const { signal } = new AbortController();
  const rounds = createRounds({ ...place, state, lenient: false, port: 4000, changes, signal });
  return { ...rounds, faults: () => state.current().faults, language: () => state.current().language };
}

/** Rounds that read everything each time. Returns the errors. */
function createRound(place: SiteFolders): () => Promise<readonly string[]> {
  const { next, faults } = roundsIn(place);
  return async () => {
    await silently(() => next({ paths: undefined }));
    return faults();
  };
}

type Edit = { readonly name: string; readonly apply: (place: SiteFolders) => void };

const slugs = ['a', 'b', 'c', 'd'];
const fields: fc.Arbitrary<Fields> = fc.record(
  {
    title: fc.constantFrom('"甲"', '"乙"', '"同题"'),
    date: fc.constantFrom('2026-03-01 08:00:00', '2026-03-02 08:00:00', '2025-01-01 00:00:00'),
    tags: fc.constantFrom('["算法", "Python"]', '["算法", "C++"]', '["算法", "linux"]', '["算法", "Linux"]'),
    draft: fc.constantFrom('true', 'false'),
    cover: fc.constantFrom('/images/a.svg', '/images/b.svg'),
    aliases: fc.constantFrom('[/old/]', '[/older/, /images/b.svg]'),
    password: fc.constantFrom('"correct horse"'),
    mathjax: fc.constantFrom('true'),
    series: fc.constantFrom('长文', '短文'),
    hidden: fc.constantFrom('true'),
  },
  { requiredKeys: [] },
);
const body = fc.constantFrom(...cases<string>('rounds', 'bodies'));
const siteText = fc.constantFrom(...cases<string>('rounds', 'sites'));

/** The most frequent edit: the text of an existing article. */
const rewrite: fc.Arbitrary<Edit> = fc
  .tuple(
    fc.constantFrom(...slugs),
    fc.constantFrom<readonly [name: string, change: (text: string) => string]>(
      ['a paragraph more', (text) => `${text}\n又一段。\n`],
      ['a formula more', (text) => `${text}\n$a^2$ 与 \`x\`。\n`],
      ['a link to a heading', (text) => `${text}\n## 末节\n\n[回到末节](#末节)。\n`],
      ['a link to another', (text) => `${text}\n[丁](algo-d.md)\n`],
      ['a link to a heading of another', (text) => `${text}\n[丁的末节](algo-d.md#末节)\n`],
      ['another last heading', (text) => text.replace('## 末节', '## 尾声')],
      ['another title', (text) => text.replace(/^title: .*$/m, 'title: "改题"')],
      ['another description', (text) => text.replace(/^description: "这/m, 'description: "此')],
      ['a later change', (text) => text.replace(/^(date: .*)$/m, '$1\nupdated: 2026-04-01 08:00:00')],
      ['other tags', (text) => text.replace(/^tags: .*$/m, 'tags: ["算法", "Go"]')],
      ['a password', (text) => text.replace(/^(date: .*)$/m, '$1\npassword: "correct horse"')],
      ['a part of a series', (text) => text.replace(/^(date: .*)$/m, '$1\nseries: 长文')],
      ['no password', (text) => text.replace(/^password: .*\n/m, '')],
      ['half of it', (text) => text.slice(0, text.length / 2)],
      ['nothing', () => ''],
      ['no front matter', (text) => text.replace(/^---\n/, '')],
      ['the locked words in clear', (text) => `${text}\ncorrect horse\n`],
    ),
  )
  .map(([slug, [name, change]]) => ({
    name: `${name} in ${slug}`,
    apply: ({ content }: SiteFolders) => {
      const file = path.join(content, `algo-${slug}.md`);
      if (existsSync(file)) writeFileSync(file, change(readFileSync(file, 'utf8')));
    },
  }));

/** Restores the first text of an article. */
const undo: fc.Arbitrary<Edit> = fc.constantFrom(...slugs).map((slug) => ({
  name: `undo ${slug}`,
  apply: ({ content }: SiteFolders) => writeFiles(content, { [`algo-${slug}.md`]: original(slug) }),
}));

/** Corrects errors, because otherwise most rounds of a sequence would publish nothing. */
const mendAll: Edit = {
  name: 'mend everything',
  apply: ({ content, statics }) => {
    for (const name of ['_site.yml', '_friends.yml', 'deep', 'pages'])
      rmSync(path.join(content, name), { recursive: true, force: true });
    for (const name of ['posts', 'about', 'images']) rmSync(path.join(statics, name), { recursive: true, force: true });
    writeFiles(statics, { 'images/a.svg': '<svg/>', 'images/b.svg': '<svg/>' });
    for (const slug of slugs) writeFiles(content, { [`algo-${slug}.md`]: original(slug) });
  },
};

const original = (slug: string): string =>
  articleText({ title: `"原题 ${slug}"`, date: `2026-02-0${slugs.indexOf(slug) + 1} 08:00:00` }, '原文。\n');

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 20, arbitrary: rewrite },
  { weight: 6, arbitrary: undo },
  { weight: 8, arbitrary: fc.constant(mendAll) },
  {
    weight: 6,
    arbitrary: fc
      .record({ slug: fc.constantFrom(...slugs), deep: fc.constantFrom('', 'deep/'), fields, body })
      .map((one) => ({
        name: `write ${JSON.stringify(one)}`,
        apply: ({ content }: SiteFolders) =>
          writeFiles(content, { [`${one.deep}algo-${one.slug}.md`]: articleText(one.fields, one.body) }),
      })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...slugs).map((slug) => ({
      name: `delete ${slug}`,
      apply: ({ content }: SiteFolders) => rmSync(path.join(content, `algo-${slug}.md`), { force: true }),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...slugs), fc.constantFrom(...slugs)).map(([from, to]) => ({
      name: `rename ${from} to ${to}`,
      apply: ({ content }: SiteFolders) => {
        if (existsSync(path.join(content, `algo-${from}.md`)))
          renameSync(path.join(content, `algo-${from}.md`), path.join(content, `algo-${to}.md`));
      },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('关于', '新关于').map((title) => ({
      name: `page ${title}`,
      apply: ({ content }: SiteFolders) =>
        writeFiles(content, { 'pages/about.md': `---\ntitle: "${title}"\n---\n\n页。\n` }),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      name: 'no page',
      apply: ({ content }: SiteFolders) => rmSync(path.join(content, 'pages'), { recursive: true, force: true }),
    }),
  },
  {
    weight: 2,
    arbitrary: siteText.map((text) => ({
      name: `site ${text}`,
      apply: ({ content }: SiteFolders) => writeFiles(content, { '_site.yml': text }),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('甲', '乙', '').map((name) => ({
      name: `friend ${name}`,
      apply: ({ content }: SiteFolders) =>
        writeFiles(content, {
          '_friends.yml': `- { name: "${name}", url: https://a.example }\n`,
          'pages/links.md': '---\ntitle: "友链"\n---\n',
        }),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      name: 'no site',
      apply: ({ content }: SiteFolders) => rmSync(path.join(content, '_site.yml'), { force: true }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('images/b.svg', 'images/b.svg/c.txt', 'images/B.svg', 'about', 'posts').map((name) => ({
      name: `static ${name}`,
      apply: ({ statics }: SiteFolders) => {
        rmSync(path.join(statics, 'images/b.svg'), { recursive: true, force: true });
        writeFiles(statics, { [name]: `<svg>${name}</svg>` });
      },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('about', 'posts', 'images/b.svg').map((name) => ({
      name: `no static ${name}`,
      apply: ({ statics }: SiteFolders) => rmSync(path.join(statics, name), { recursive: true, force: true }),
    })),
  },
);

/** The paths that a watcher would report; undefined if a folder was added or removed. */
function createEars({ content, statics }: SiteFolders) {
  const look = (): Map<string, string | undefined> => {
    const found = new Map<string, string | undefined>();
    for (const tree of [content, statics]) {
      walk(tree, {
        folder: (folder) => void found.set(folder, undefined),
        file: (file) => void found.set(file, readFileSync(file, 'base64')),
      });
    }
    return found;
  };
  let before = look();
  return (): ReadonlySet<string> | undefined => {
    const now = look();
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
      (name) => before.get(name) !== now.get(name),
    );
    const folders = [...before, ...now].filter(([, text]) => text === undefined).map(([name]) => name);
    const isWhole = folders.some((name) => before.has(name) !== now.has(name));
    before = now;
    return isWhole ? undefined : new Set(changed);
  };
}

/** Hides the output of the watcher. */
async function silently<T>(work: () => Promise<T>): Promise<T> {
  const { stdout, stderr } = process;
  const writers = [stdout.write, stderr.write] as const;
  stdout.write = () => true;
  stderr.write = () => true;
  try {
    return await work();
  } finally {
    [stdout.write, stderr.write] = writers;
  }
}

/** Checks that every digest is the digest of the existing file, also while files are postponed. */
function expectDigestsToHold(dest: string): void {
  const files = digestsOf(dest);
  const told = JSON.parse(readFileSync(path.join(dest, 'api/digests.json'), 'utf8')) as Record<
    string,
    { sha256: string }
  >;
  for (const [name, { sha256 }] of Object.entries(told)) expect(files[name.slice(1)], name).to.equal(sha256);
}

// A longer run: WATCH_RUNS=300 WATCH_SEED=7 npx mocha test/tasks/watch/rebuild/rounds.test.ts -g sequence
const { WATCH_RUNS = '10', WATCH_SEED = '20261120' } = process.env;

describe('the rounds of the watcher', function () {
  this.timeout(Number(WATCH_RUNS) * 60_000);

  it('report links of other articles to a renamed heading, until the heading is restored', async () => {
    await withPlace(async (place) => {
      const other = articleText({ title: '"乙"' }, '## 节\n');
      writeFiles(place.content, { 'algo-a.md': articleText({}, '[乙](algo-b.md#节)\n'), 'algo-b.md': other });
      const round = createRound(place);
      expect(await round()).to.deep.equal([]);
      writeFiles(place.content, { 'algo-b.md': other.replace('## 节', '## 章') });
      expect(String(await round())).to.match(/algo-a\.md:\d+:\d+ {2}error {2}links/);
      writeFiles(place.content, { 'algo-b.md': other });
      expect(await round()).to.deep.equal([]);
    });
  });

  it('leave the output of a clean build, after any sequence of edits, even with errors in between', async () => {
    const made = { edits: 0, quick: 0, rounds: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ burst: fc.array(edit, { minLength: 1, maxLength: 3 }), rests: fc.boolean() }), {
          minLength: 3,
          maxLength: 10,
        }),
        async (bursts) =>
          withPlace(async (place) => {
            for (const slug of slugs) writeFiles(place.content, { [`algo-${slug}.md`]: original(slug) });
            writeFiles(place.content, { _redirects: '/old/ /archives/\n/old.xml /atom.xml\n' });
            const rounds = roundsIn(place);
            await silently(rounds.first);
            const listen = createEars(place);
            const [first, ...more] = bursts;
            for (const { burst, rests } of [first!, ...more, { burst: [], rests: true }]) {
              const told = burst.map(({ name }) => name).join('; ');
              burst.forEach(({ apply }) => apply(place));
              await silently(() => rounds.next({ paths: listen() }));
              made.edits += burst.length;
              made.rounds += 1;
              made.quick += rounds.hasPendingWork() ? 1 : 0;
              expectDigestsToHold(place.dest);
              if (!rests) continue;
              if (rounds.hasPendingWork()) await silently(() => rounds.next({ paths: new Set() }));
              expectDigestsToHold(place.dest);
              if (rounds.faults().length > 0) continue;
              const url = (JSON.parse(readFileSync(path.join(place.dest, 'api/index.json'), 'utf8')) as { url: string })
                .url;
              const clean = { ...place, dest: path.join(place.folder, 'clean'), baseUrl: url };
              await buildClean(clean);
              expect(digestsOf(place.dest), told).to.deep.equal(digestsOf(clean.dest));
              expect(emptyFolders(place.dest)).to.deep.equal([]);
            }
          }),
      ),
      { numRuns: Number(WATCH_RUNS), seed: Number(WATCH_SEED) },
    );
    if (process.env.WATCH_RUNS !== undefined) console.log(`seed ${WATCH_SEED}: ${JSON.stringify(made)}`);
    expect(made.quick).to.be.above(0);
  });

  it('write only the files that differ', async () => {
    await withPlace(async (place) => {
      writeFiles(place.content, { 'algo-b.md': articleText({ title: '"乙"', date: '2026-03-02 08:00:00' }) });
      const round = createRound(place);
      await round();
      const before = inodesOf(place.dest);
      writeFiles(place.content, { 'algo-a.md': articleText({ title: '"甲"' }, '改过的正文。\n') });
      await round();
      const changed = [...inodesOf(place.dest)]
        .filter(([name, inode]) => before.get(name) !== inode)
        .map(([name]) => name);
      expect(changed).to.include.members([
        'posts/algo-a/index.html',
        'api/posts/algo-a.md',
        'llms-full.txt',
        'api/digests.json',
      ]);
      expect(
        changed.filter((name) => /algo-b|^index\.html|^atom\.xml|^sitemap\.xml|^api\/index|\.css$/.test(name)),
      ).to.deep.equal([]);
    });
  });

  for (const [name, comparison] of Object.entries({ identity: byIdentity, digest: byDigest(undefined) }))
    it(`remake only the pages that show what changed, if arguments are compared by ${name}`, async () => {
      await withPlace(async (place) => {
        const { content } = place;
        const names = { python: 'Python', db: '数据库', linux: 'Linux', java: 'Java', cpp: 'C/C++' } as const;
        /** An article that shares no tag and no category with the others, so that no other article is related to it. */
        const article = (
          prefix: keyof typeof names,
          day: number,
          { tag = `own-${prefix}`, ...more }: Fields = {},
        ): string =>
          articleText({
            title: `"第 ${day} 天"`,
            date: `2026-03-0${day} 08:00:00`,
            categories: JSON.stringify(['技术', names[prefix]]),
            tags: JSON.stringify([prefix === 'cpp' ? 'C++' : names[prefix], tag]),
            ...more,
          });
        rmSync(path.join(content, 'algo-a.md'));
        writeFiles(content, {
          'python-a.md': article('python', 1, { tag: 'Redis' }),
          'db-b.md': article('db', 2),
          'linux-c.md': article('linux', 3),
          'java-d.md': article('java', 4, { tag: 'Redis' }),
          'cpp-e.md': `${article('cpp', 5)}[甲](python-a.md)\n`,
        });
        const { parseCache } = createParsedFileCache();
        let before: RowRecords<unknown> = new Map();
        const remade = async (): Promise<string[]> => {
          const edition = await readEdition({ ...place, lenient: false, drafts: true, parseCache });
          const cache = createCache<unknown>({
            dest: place.dest,
            previousRecords: before,
            unsearched: [],
            comparison: comparison as Comparison<unknown>,
            stampOf: () => '',
            maxTextLength: Infinity,
          });
          const made: string[] = [];
          const { deliver } = publish(edition, { minified: false, cache });
          await deliver(
            (file) => {
              cache.note(file, '');
              if ('entry' in file) made.push((file as EntryFile).entry.slug);
            },
            (row) => cache.noteKept(row),
          );
          before = cache.records();
          return made.sort();
        };
        const all = ['cpp-e', 'db-b', 'java-d', 'linux-c', 'python-a'];
        expect(await remade()).to.deep.equal(all);
        expect(await remade()).to.deep.equal([]);

        const later = ['cpp-e', 'db-b', 'java-d', 'linux-c', 'python-f'];
        const write = (name: string, text: string) => () => writeFiles(content, { [name]: text });
        const steps: readonly (readonly [string, () => void, readonly string[]])[] = [
          ['a body', write('linux-c.md', `${article('linux', 3)}再一段。\n`), ['linux-c']],
          [
            'a title, which neighbors show',
            write('linux-c.md', article('linux', 3, { title: '"新题"' })),
            ['db-b', 'java-d', 'linux-c'],
          ],
          [
            'a title, which a related post shows too',
            write('java-d.md', article('java', 4, { tag: 'Redis', title: '"新题"' })),
            ['cpp-e', 'java-d', 'linux-c', 'python-a'],
          ],
          [
            'a description, which no other page shows',
            write('db-b.md', article('db', 2, { description: JSON.stringify('新的摘要。'.repeat(12)) })),
            ['db-b'],
          ],
          [
            'the newest article’s spelling of a tag',
            write('java-d.md', article('java', 4, { tag: 'REDIS', title: '"新题"' })),
            ['java-d', 'python-a'],
          ],
          [
            'a renamed target of a link',
            () => renameSync(path.join(content, 'python-a.md'), path.join(content, 'python-f.md')),
            ['cpp-e', 'db-b', 'java-d', 'python-f'],
          ],
          [
            'a page in the navigation',
            write('pages/about.md', '---\ntitle: "关于"\n---\n\n页。\n'),
            ['about', ...later],
          ],
          ['the words of a page', write('pages/about.md', '---\ntitle: "关于"\n---\n\n新的。\n'), ['about']],
          ['a comment in _site.yml', write('_site.yml', '# nothing\n'), []],
          ['the author in _site.yml', write('_site.yml', 'author: 某人\n'), ['about', ...later]],
          ['a new date of the same file', () => utimesSync(path.join(content, 'db-b.md'), 1, 1), []],
        ];
        for (const [step, change, expected] of steps) {
          change();
          expect(await remade(), step).to.deep.equal(expected);
        }
      });
    });

  it('keep the frozen object of an unchanged file, and notice a change that keeps its date and size', async () => {
    await withPlace(async (place) => {
      writeFiles(place.content, { 'algo-b.md': articleText({ title: '"乙"' }, '甲甲\n') });
      const file = path.join(place.content, 'algo-b.md');
      utimesSync(file, 1, 1);
      const { parseCache } = createParsedFileCache();
      const entries = async () => {
        const { library } = await readEdition({ ...place, lenient: false, drafts: true, parseCache });
        return new Map(library.articles.map((article) => [article.slug, article]));
      };
      const first = await entries();
      const second = await entries();
      expect(second.get('algo-a')).to.equal(first.get('algo-a'));
      expect(second.get('algo-b')).to.equal(first.get('algo-b'));
      writeFileSync(file, articleText({ title: '"乙"' }, '乙乙\n'));
      utimesSync(file, 1, 1);
      const third = await entries();
      expect(third.get('algo-a')).to.equal(first.get('algo-a'));
      expect(third.get('algo-b')).to.include({ raw: '乙乙\n' });
    });
  });

  it('read a file again if it is too new for a stamp', async () => {
    await withPlace(async ({ content }) => {
      expect(stampOf(path.join(content, 'algo-a.md'))).to.equal(undefined);
      expect(stampOf(path.join(repository, 'node_modules/gulp/package.json'))).to.be.a('string');
    });
  });

  it('write digests last, and recover if writing failed half-way', async () => {
    await withPlace(async (place) => {
      const round = createRound(place);
      await round();
      const old = readFileSync(path.join(place.dest, 'api/digests.json'), 'utf8');
      // No file can be written where a folder is.
      const inTheWay = path.join(place.dest, 'api/.mcp.json.new');
      mkdirSync(inTheWay);
      writeFiles(place.content, { 'algo-b.md': articleText({ title: '"乙"' }) });
      expect(String(await round())).to.match(/EISDIR/);
      const read = (name: string): string => readFileSync(path.join(place.dest, name), 'utf8');
      for (const name of cases<string>('rounds', 'names')) {
        expect(read(name), name).to.satisfy((text: string) => text.includes('algo-b') || text.includes('正文'));
      }
      expect(read('api/digests.json')).to.equal(old);

      // The first article did not change, but its page on the disk did, because that page names the other article as
      // its neighbor.
      expect(read('posts/algo-a/index.html')).to.contain('乙');
      rmdirSync(inTheWay);
      rmSync(path.join(place.content, 'algo-b.md'));
      await round();
      await buildClean({ ...place, dest: path.join(place.folder, 'clean'), baseUrl });
      expect(digestsOf(place.dest)).to.deep.equal(digestsOf(path.join(place.folder, 'clean')));
    });
  });

  it('report errors in the language of the site, on the terminal and in the browser', () =>
    withPlace(async (place) => {
      const rounds = roundsIn(place);
      const file = path.join(place.content, 'algo-a.md');
      const good = readFileSync(file, 'utf8');
      const round = async (files: Readonly<Record<string, string>>): Promise<string> => {
        writeFiles(place.content, files);
        let said = '';
        await silently(async () => (said = await listen(() => rounds.next({ paths: undefined }))));
        return said;
      };
      const bad = { 'algo-a.md': articleText({ tags: '[a]' }) };
      const chinese = await round(bad);
      expect(rounds.faults()).to.have.lengthOf(2);
      expect(rounds.faults()[0]).to.match(/algo-a\.md:5:7 {2}error {2}tags {2}tags 应有 2 至 5 个，现在是 1 个$/);
      expect(chinese).to.contain(`${rounds.faults()[0]!}\n`).and.contain('\n没有替换任何文件：请先改正上面的错误\n');

      const english = await round({ '_site.yml': 'language: en\n' });
      expect(rounds.language()).to.equal('en');
      expect(rounds.faults()[0]).to.match(/ {2}an article has 2 to 5 tags, not 1$/);
      expect(english)
        .to.contain(`${rounds.faults()[0]!}\n`)
        .and.contain('\nnothing was replaced: correct the errors above\n');

      // With this error, the site cannot be read.
      renameSync(place.statics, `${place.statics}-gone`);
      expect(await round({ 'algo-a.md': good })).to.match(/^the static folder \S+ does not exist/);
      expect(await round({ '_site.yml': '' })).to.match(/^静态文件目录 \S+ 不存在/);
      expect(rounds.faults()[0]).to.match(/^静态文件目录 \S+ 不存在/);
      renameSync(`${place.statics}-gone`, place.statics);
      await round({ 'algo-a.md': good });
      expect(rounds.faults()).to.deep.equal([]);
      expect(rounds.language()).to.equal('zh-CN');
    }));

  it('publish the other articles while one article has an error, and keep the old version of that article or leave it out', () =>
    withPlace(async (place) => {
      const rounds = roundsIn(place);
      const mdOf = (slug: string): string | undefined => {
        const file = path.join(place.dest, `api/posts/algo-${slug}.md`);
        return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
      };
      const save = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
        writeFiles(place.content, files);
        const paths = new Set(Object.keys(files).map((name) => path.join(place.content, name)));
        await silently(() => rounds.next({ paths }));
        return rounds.faults();
      };
      writeFiles(place.content, { 'algo-b.md': '---\ntitle: [\n---\n' });
      await silently(rounds.first);
      expect(rounds.faults()).to.have.lengthOf(1);
      expect([mdOf('a') !== undefined, mdOf('b')]).to.deep.equal([true, undefined]);

      expect(await save({ 'algo-c.md': articleText({}, '丙。\n') })).to.have.lengthOf(1);
      expect(mdOf('c')).to.equal('丙。\n');
      expect(await save({ 'algo-c.md': articleText({ tags: '["算法", "没有的标签"]' }, '丁。\n') })).to.have.lengthOf(
        2,
      );
      expect(mdOf('c')).to.equal('丙。\n');
      expect(await save({ 'algo-a.md': articleText({}, '甲改了。\n') })).to.have.lengthOf(2);
      expect(mdOf('a')).to.equal('甲改了。\n');
      expect(await save({ 'algo-b.md': articleText({}, '乙。\n') })).to.have.lengthOf(1);
      expect(mdOf('b')).to.equal('乙。\n');
      expect(await save({ 'algo-c.md': articleText({}, '戊。\n') })).to.deep.equal([]);
      expect(mdOf('c')).to.equal('戊。\n');

      // A page with a dead link is published.
      expect(await save({ 'algo-a.md': articleText({}, '[后记](algo-z.md)\n') })).to.have.lengthOf(1);
      expect(mdOf('a')).to.equal('[后记](algo-z.md)\n');
      expect(await save({ 'algo-z.md': articleText({}, '后记。\n') })).to.deep.equal([]);

      // An error in `_site.yml` affects all articles.
      expect(await save({ '_site.yml': 'language: 3\n', 'algo-a.md': articleText({}, '又改。\n') })).to.have.lengthOf(
        1,
      );
      expect(mdOf('a')).to.equal('[后记](algo-z.md)\n');
    }));

  it('propose an alias for the old address of a renamed file, as check does after a build', () =>
    withPlace(async (place) => {
      const rounds = roundsIn(place);
      await silently(rounds.first);
      const built = path.join(place.folder, 'built');
      await buildClean({ ...place, dest: built, baseUrl: 'https://blog.example/path' });
      renameSync(path.join(place.content, 'algo-a.md'), path.join(place.content, 'algo-renamed.md'));
      let said = '';
      await silently(async () => (said = await listen(() => rounds.next({ paths: undefined }))));
      const offer = /algo-renamed\.md 原来的地址是 \/posts\/algo-a\/：.*aliases: \["\/posts\/algo-a\/"\]/;
      expect(said).to.match(offer);
      const flags = ['--content', place.content, '--static', place.statics, '--dest', built];
      expect((await gulp('check', ...flags)).stderr).to.match(offer);
    }));

  it('refuse a static file with the name of a folder of pages, and change nothing', async () => {
    await withPlace(async (place) => {
      const round = createRound(place);
      await round();
      const before = digestsOf(place.dest);
      writeFiles(place.statics, { posts: 'x' });
      expect(String(await round())).to.contain('/posts');
      expect(digestsOf(place.dest)).to.deep.equal(before);
    });
  });

  it('never write a secret: an encrypted article with an error leaves no trace', async () => {
    await withPlace(async (place) => {
      const round = createRound(place);
      await round();
      writeFiles(place.content, { 'algo-locked.md': articleText({ password: '12345678' }, '不可外传的一句话。\n') });
      expect(String(await round())).to.match(/algo-locked\.md:\d+:\d+ {2}error {2}types {2}/);
      const everything = Object.keys(digestsOf(place.folder)).filter((name) => !name.startsWith('content'));
      for (const name of everything)
        expect(readFileSync(path.join(place.folder, name), 'utf8'), name).not.to.contain('不可外传');
    });
  });
});

function inodesOf(folder: string): Map<string, number> {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
  return new Map(names.map((name) => [name.replaceAll('\\', '/'), statSync(path.join(folder, name)).ino]));
}

function emptyFolders(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter(
    (name) => statSync(path.join(folder, name)).isDirectory() && readdirSync(path.join(folder, name)).length === 0,
  );
}
