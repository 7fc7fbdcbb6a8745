// Search: one ranker over the pieces of `/api/search/`, which finds Chinese, mixed and exact technical tokens, and
// reports if nothing fits.
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import { toEntry } from '#pdc/endpoints/index.json';
import { withoutPauses } from '#pdc/text/document';
import type { Library } from '#pdc/library/library';
import { searchPath } from '#pdc/site/paths';
import type { Entry } from '#pdc/site/schema';
import { rank } from '#pdc/search/rank';
import { openSearchIndex, OutdatedIndex, UnknownName } from '#pdc/search/search';
import type { Hit, ReadFile, SearchRequest, SearchResult } from '#pdc/search/search';
import { searchFiles } from '#pdc/endpoints/search';
import { readEdition } from '../../../../tasks/flow/read-edition.ts';
import { articleText } from '../../../support/articles.ts';
import { repository } from '../../../support/command.ts';
import { judge, readQueries, searchOver } from '../../../support/queries.ts';
import { shelve, siteWith } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

const description =
  '这段摘要写给读者看，说明文章讲什么、怎样一步步讲下去，以及读完之后能够带走哪些东西，字数因此刚好够了下限的要求，不多也不少。';

type Piece = { title: string; body?: string; description?: string; tags?: string; password?: string; date?: string };

const files = (pieces: Readonly<Record<string, Piece>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pieces).map(([slug, { title, body = '', tags = '["算法", "Python"]', ...rest }], index) => [
      `${slug}.md`,
      articleText(
        {
          title: JSON.stringify(title),
          date: rest.date ?? `2026-03-${String(28 - index).padStart(2, '0')} 08:00:00`,
          description: JSON.stringify(rest.description ?? description),
          tags,
          ...(rest.password === undefined ? {} : { password: JSON.stringify(rest.password) }),
        },
        body,
      ),
    ]),
  );

const site = siteWith({
  tag_map: { ...siteWith().tag_map, 'C++': 'cpp', 'C#': 'csharp', 乱序: 'shuffle' },
});

type Shelf = {
  readonly files: ReadonlyMap<string, string>;
  /** The number of requested files. */
  asked: number;
  readonly entries: readonly Entry[];
};

function toShelf(library: Library): Shelf {
  return {
    files: new Map(withoutPauses(searchFiles(library)).map(({ path, contents }) => [path, String(contents)])),
    asked: 0,
    entries: library.articles.map((article) => toEntry(article, library.site)),
  };
}

const shelfOf = async (pieces: Readonly<Record<string, Piece>>): Promise<Shelf> =>
  toShelf((await shelve(files(pieces), { site, lenient: true })).library);

async function search(shelf: Shelf, request: Partial<SearchRequest>): Promise<SearchResult> {
  const read: ReadFile = (file) => {
    shelf.asked += 1;
    return Promise.resolve(shelf.files.get(file));
  };
  return openSearchIndex((await read(searchPath))!, read).search({ limit: 10, ...request });
}

const slugs = async (shelf: Shelf, request: Partial<SearchRequest> | string): Promise<string[]> =>
  (await search(shelf, typeof request === 'string' ? { query: request } : request)).posts.map(({ slug }) => slug);

const allText = ({ files }: Shelf): string => [...files.values()].join('\n');

/** Every term of an index: the first word of each line of its pieces. */
const termsOf = ({ files }: Shelf): Set<string> =>
  new Set(
    [...files].flatMap(([path, text]) =>
      path.startsWith('/api/search/terms/')
        ? text
            .trimEnd()
            .split('\n')
            .slice(1)
            .map((line) => line.split(' ')[0]!)
        : [],
    ),
  );

/** Articles that have words in common. Each article also has a few words that no other article has. */
const pieces: Readonly<Record<string, Piece>> = {
  'algo-tide': {
    title: '潮汐表的读法',
    body: '## 基准面\n\n先看基准面，再看 `readTideTable` 的结果。\n\n```sh\n# 不是标题\ntide --no-colour --format json\n```\n',
  },
  'algo-queue': {
    title: '有界队列：宁可等，不要丢',
    tags: '["算法", "C++"]',
    body: '## 背压\n\n生产者快的时候，call_async 会阻塞。std::scoped_lock 锁住两头，版本 v1.2.3 起支持。\n',
  },
  'algo-net': {
    title: '从 .NET 5 迁移到 .NET 8',
    tags: '["算法", "C#"]',
    body: '在 C# 里取消任务要传递令牌。编码一律用 UTF-8。\n',
  },
  'algo-shuffle': {
    title: '洗牌算法为什么要倒着走',
    tags: '["算法", "乱序"]',
    body: '虚拟线程里调用 Math.random() 的代价。潮汐一词在这里只是顺带提起。\n',
    description: `${description}只在摘要里说到蓄水池抽样。`,
  },
  'algo-locked': {
    title: '上锁的航海日志',
    password: 'harbour-night-7',
    body: '## 灯塔密语\n\n雾港灯塔第七夜的潮位是三十九。deepSecretToken 只写在这里。\n',
  },
};

describe('a query', () => {
  let shelf: Shelf;
  before(async () => {
    shelf = await shelfOf(pieces);
  });

  for (const [what, query, expected] of cases<[string, string, string]>('search', 'clues')) {
    it(`may be ${what}: ${query}`, async () => {
      expect((await slugs(shelf, query))[0]).to.equal(expected);
    });
  }

  for (const query of cases<string>('search', 'near')) {
    it(`finds nothing if nothing matches: ${JSON.stringify(query)}`, async () => {
      expect(await search(shelf, { query })).to.deep.equal({ total: 0, posts: [] });
    });
  }

  it('does not treat a line of code as a heading, after a line that looks like the end of a fence', async () => {
    const bodies = ['```js', '~~~js'].map((inner) => `\`\`\`md\n${inner}\n## 灯塔\n\`\`\`\n`);
    const shelf = await shelfOf({
      'algo-a': { title: '甲', body: bodies[0]! },
      'algo-b': { title: '乙', body: bodies[1]! },
    });
    const [first, second] = (await search(shelf, { query: '灯塔' })).posts;
    expect(first!.score).to.equal(second!.score);
  });

  it('may have Han characters beyond the basic plane', async () => {
    const shelf = await shelfOf({
      'algo-a': { title: '甲', body: '店名是𠮷野家，写法是土字头。' },
      'algo-b': { title: '乙', body: '𰻝𰻝面。另有单独的𪚥、𠮷。' },
    });
    for (const [query, ...expected] of [
      ['𠮷', 'algo-b', 'algo-a'],
      ['𠮷野家', 'algo-a'],
      ['𰻝𰻝面', 'algo-b'],
      ['𰻝', 'algo-b'],
      ['𪚥', 'algo-b'],
      ['𠮶'],
    ] as const)
      expect(await slugs(shelf, query), query).to.deep.equal(expected);
  });

  it('ranks a title before a mention, with a higher score for closer matches', async () => {
    const { total, posts } = await search(shelf, { query: '潮汐' });
    expect(posts.map(({ slug }) => slug)).to.deep.equal(['algo-tide', 'algo-shuffle']);
    expect(total).to.equal(2);
    expect(posts[0]!.score).to.be.above(posts[1]!.score!);
    expect(posts[1]!.score).to.be.above(0);
  });

  it('marks strong and near hits, the strong ones first', async () => {
    expect((await search(shelf, { query: '潮汐表' })).posts[0]!.match).to.equal('strong');
    const { posts } = await search(shelf, { query: '旅客阻塞赔偿' });
    expect(posts[0]).to.include({ slug: 'algo-queue', match: 'near' });
  });

  it('of four letters is not taken for another word', async () => {
    expect((await search(shelf, { query: 'tade' })).total).to.equal(0);
    expect((await slugs(shelf, 'tidde'))[0]).to.equal('algo-tide');
  });

  it('with unknown words has no strong hit', async () => {
    for (const query of ['jenkins 版本', 'Kubernetes 虚拟线程', 'flutter 取消任务'])
      expect(
        (await search(shelf, { query })).posts.every(({ match }) => match === 'near'),
        query,
      ).to.equal(true);
  });

  it('that is blank or missing finds the newest articles, without a score', async () => {
    const all = shelf.entries.map(({ slug }) => slug);
    for (const query of [undefined, '', ' \t\u3000\n']) {
      const { total, posts } = await search(shelf, { ...(query !== undefined && { query }), limit: 3 });
      expect({ total, slugs: posts.map(({ slug }) => slug) }).to.deep.equal({ total: 5, slugs: all.slice(0, 3) });
      expect(posts.every((post) => !('score' in post) && !('match' in post))).to.equal(true);
    }
  });

  it('counts all matches, even beyond the limit', async () => {
    const { total, posts } = await search(shelf, { query: '算法', limit: 1 });
    expect(posts).to.have.lengthOf(1);
    expect(total).to.be.above(1);
  });

  it('of a megabyte is read only up to a limit', async () => {
    for (const text of ['潮汐', 'tide ', 'aB-', '😀', '資料庫', '.', '́']) {
      const started = performance.now();
      await search(shelf, { query: text.repeat(500_000) });
      expect(performance.now() - started, text).to.be.below(1000);
    }
  });
});

describe('filters', () => {
  let shelf: Shelf;
  before(async () => {
    shelf = await shelfOf(pieces);
  });

  it('take a first and a last day, and both are included', async () => {
    expect(await slugs(shelf, { since: '2026-03-26', until: '2026-03-27' })).to.deep.equal(['algo-queue', 'algo-net']);
    expect(await slugs(shelf, { since: '2026-03-28' })).to.deep.equal(['algo-tide']);
    expect(await slugs(shelf, { until: '2020-01-01' })).to.deep.equal([]);
    expect(await slugs(shelf, { query: '潮汐', until: '2026-03-25' })).to.deep.equal(['algo-shuffle']);
  });

  it('take a category or a tag by its name in any case, or by its slug', async () => {
    for (const tag of ['C#', 'c#', 'csharp']) expect(await slugs(shelf, { tag })).to.deep.equal(['algo-net']);
    expect(await slugs(shelf, { category: '算法', tag: 'C++' })).to.deep.equal(['algo-queue']);
    expect(await slugs(shelf, { category: 'algo', query: '潮汐' })).to.have.lengthOf(2);
  });

  it('with a name that no article has cause an error that lists the existing names', async () => {
    const error = await search(shelf, { tag: 'nothing' }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(UnknownName);
    expect((error as UnknownName).names).to.include.members(['C#', 'csharp']);
  });

  it('work for ranges of days that begin and end within pieces', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [
        `algo-n${at}x`,
        { title: `第 ${at} 篇`, date: `2025-01-${String(1 + Math.floor(at / 2)).padStart(2, '0')} 0${at % 2}:00:00` },
      ]),
    );
    const large = await shelfOf(many);
    for (const [since, until] of [
      ['2025-01-08', '2025-01-09'],
      ['2025-01-01', '2025-01-16'],
      ['2025-01-17', '2025-01-17'],
      ['2024-01-01', '2026-01-01'],
    ] as const) {
      const expected = large.entries.filter(({ date }) => date >= since && date <= until).map(({ slug }) => slug);
      expect(await slugs(large, { since, until, limit: 50 })).to.deep.equal(expected);
    }
  });
});

describe('a locked article', () => {
  it('has its public metadata in the index, but no heading or word of its body', async () => {
    const shelf = await shelfOf(pieces);
    for (const secret of ['灯塔', '密语', '雾港', '三十', '潮位', 'deepsecrettoken', 'secret', 'harbour', 'night'])
      expect(termsOf(shelf).has(secret) || allText(shelf).includes(secret), secret).to.equal(false);
    expect([...termsOf(shelf)]).to.include.members(['航海', '日志']);
    const { posts } = await search(shelf, { query: '航海日志', limit: 5 });
    expect(posts[0]).to.include({ slug: 'algo-locked', encrypted: true });
  });

  it('has the same index for any body', async () => {
    const other = { ...pieces, 'algo-locked': { ...pieces['algo-locked']!, body: '# 另一个正文\n\n全然不同。\n' } };
    expect(allText(await shelfOf(other))).to.equal(allText(await shelfOf(pieces)));
  });
});

describe('the pieces of the index', () => {
  it('are the same for the same articles, even if these are read again', async () => {
    expect((await shelfOf(pieces)).files).to.deep.equal((await shelfOf(pieces)).files);
  });

  it('contain every term of a body, for any number of terms', async () => {
    const toLetters = (index: number): string =>
      [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const words = Array.from({ length: 3000 }, (_, index) => `word${toLetters(index)}x`);
    const terms = termsOf(await shelfOf({ ...pieces, 'algo-long': { title: '长文', body: words.join(' ') } }));
    expect(words.filter((word) => !terms.has(word))).to.deep.equal([]);
  });

  it('change only if they have the terms of an edit', async () => {
    const before = (await shelfOf(pieces)).files;
    const edited = { ...pieces['algo-net']!, body: `${pieces['algo-net']!.body!}鲸鱼\n` };
    const after = (await shelfOf({ ...pieces, 'algo-net': edited })).files;
    const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    // The first file has the variants of the characters in use.
    expect(changed.filter((path) => path.includes('/terms/'))).to.have.lengthOf(1);
    expect(changed.length).to.be.at.most(2);
  });

  it('number articles from the oldest, so that a new article changes no other number', async () => {
    const older = (await shelfOf(pieces)).files.get('/api/search/posts/0.json')!;
    const added = { ...pieces, 'algo-new': { title: '新的一篇', date: '2026-04-01 08:00:00' } };
    const newer = (await shelfOf(added)).files.get('/api/search/posts/0.json')!;
    const slugsIn = (json: string): string[] => (JSON.parse(json) as { posts: Entry[] }).posts.map(({ slug }) => slug);
    expect(slugsIn(newer).slice(0, -1)).to.deep.equal(slugsIn(older));
  });

  it('of a site without articles can be opened, and find nothing', async () => {
    const shelf = await shelfOf({});
    for (const query of ['潮汐', 'tide', '潮', ''])
      expect(await search(shelf, { query })).to.deep.equal({ total: 0, posts: [] });
  });

  it('are refused if they are of another build than the first file', async () => {
    const shelf = await shelfOf(pieces);
    const { 'algo-locked': _oldest, ...others } = pieces;
    const newer = await shelfOf(others);
    for (const folder of ['/terms/', '/posts/']) {
      const read: ReadFile = (file) => Promise.resolve((file.includes(folder) ? newer : shelf).files.get(file));
      const index = openSearchIndex(shelf.files.get(searchPath)!, read);
      const error = await index.search({ query: '潮汐', limit: 5 }).catch((reason: unknown) => reason);
      expect(error, folder).to.be.instanceOf(OutdatedIndex);
    }
  });

  it('find an article by the words of its title, even if the title is long and needs many pieces', async () => {
    const title = '从浅海观测站的潮位记录推算深水航道在大潮期间究竟还能通过多少吃水的货轮';
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`algo-n${at}x`, { title: `第 ${at} 篇`, date: '2025-03-01 08:00:00' }]),
    );
    const { posts } = await search(await shelfOf({ ...many, 'algo-long': { title, date: '2025-04-01 08:00:00' } }), {
      query: title,
    });
    expect(posts[0]).to.include({ slug: 'algo-long', match: 'strong' });
  });

  it('of an article without words are the same when they are made again', async () => {
    const { library } = await shelve(files({ a: { title: '的', body: '', tags: '[]' } }), { site, lenient: true });
    const bare = { ...library.articles[0]!, slug: 'a', description: '', categories: [], tags: [] };
    const lone = { ...library, articles: [Object.freeze(bare)], categories: [], tags: [] } as unknown as Library;
    expect(toShelf(lone).files).to.deep.equal(toShelf(lone).files);
  });

  it('that one query reads are at most 24, in addition to the first file', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`algo-n${at}x`, { title: `第 ${at} 篇潮汐表` }]),
    );
    const shelf = await shelfOf(many);
    const query =
      '洗牌算法为什么要倒着走有界队列宁可等不要丢潮汐表的读法基准面生产者阻塞虚拟线程代价蓄水池抽样 alpha beta gamma';
    await search(shelf, { query, limit: 50, category: '算法', since: '2026-03-02', until: '2026-03-27' });
    expect(shelf.asked).to.be.within(14, 25);
  });

  for (const [what, text, reason] of [
    ['is not JSON', '{"version":1', /no JSON/],
    ['is JSON of something else', '[]', /version undefined/],
    ['is null', 'null', /version undefined/],
    ['is of another version', '{"version":3}', /version 3, and version 1/],
    ['lacks its variants', '{"version":1,"posts":1,"pieces":16,"per_piece":16,"dates":[]}', /needs order/],
    ['has no pieces', '{"version":1,"posts":1,"pieces":0,"per_piece":16,"dates":[],"variants":""}', /needs order/],
  ] as const) {
    it(`are refused with a reason if the first file ${what}`, () => {
      expect(() => openSearchIndex(text, () => Promise.resolve(undefined))).to.throw(Error, reason);
    });
  }

  it('do no harm if they are missing or have any other content', async () => {
    const line = fc.oneof(fc.string(), fc.stringMatching(/^[a-c潮汐]{1,3} [0-9A-Za-z!#. 潮汐]{0,9}$/));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 20 }),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('a', 'abc', 'abcde', '潮汐', '潮汐潮'),
        async (lines, variants, query) => {
          const first = {
            version: 1,
            order: 'x1',
            posts: 2,
            pieces: 16,
            per_piece: 16,
            dates: ['2026-01-01'],
            variants,
          };
          const index = openSearchIndex(JSON.stringify(first), (path) =>
            Promise.resolve(path.endsWith('.txt') ? ['x1', ...lines].join('\n') : undefined),
          );
          const answer = await index.search({ query, limit: 5 }).catch((error: unknown) => error);
          if (!(answer instanceof OutdatedIndex)) expect(answer).to.deep.equal({ total: 0, posts: [] });
        },
      ),
    );
  });
});

describe('any request', () => {
  let shelf: Shelf;
  before(async () => {
    shelf = await shelfOf(pieces);
  });

  it('is answered, and has the same answer again', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('潮', '汐', '锁', 'a', 'B', '+', '#', '-', '.', '_', '1', 'Ａ', '\ud800', '的', '資'),
      }),
    );
    const request = fc.record({ query: text, limit: fc.nat(60) }, { requiredKeys: ['limit'] });
    await fc.assert(
      fc.asyncProperty(request, async (one) => {
        const { total, posts } = await search(shelf, one);
        expect(posts.length).to.equal(Math.min(total, one.limit));
        // Strong hits are first, and higher scores are first within each group.
        const ranks = posts.map(({ match, score = 0 }) => (match === 'strong' ? 1e6 : 0) + score);
        expect(ranks).to.deep.equal([...ranks].sort((a, b) => b - a));
        expect(await search(shelf, one)).to.deep.equal({ total, posts });
      }),
      { numRuns: 300 },
    );
  });

  it('has strong hits before near hits, both by score, and no strong hit has a far lower score than the best hit', async () => {
    const word = fc.constantFrom(...cases<string>('search', 'words'));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 4 }), async (words) => {
        const { posts } = await search(shelf, { query: words.join('') });
        const rankOf = ({ match, score = 0 }: Hit): number => (match === 'strong' ? 1e6 : 0) + score;
        expect(posts).to.deep.equal(posts.toSorted((a, b) => rankOf(b) - rankOf(a)));
        const best = Math.max(...posts.map(({ score = 0 }) => score));
        for (const { match, score } of posts) if (match === 'strong') expect(score).to.be.at.least(0.399 * best);
      }),
    );
  });

  it('marks hits with four tenths of the best score as strong, and leaves out hits with less than two tenths', () => {
    const rows = cases<[number, string]>('search', 'marks');
    const word = { posts: rows.map((_, post) => post), levels: rows.map(([level]) => level) };
    const terms = { count: 100, isRead: () => true, find: () => word, startingWith: () => [] };
    const ranked = rank(terms, { alternatives: [['tide']], isAsked: () => true });
    const matchOf = (post: number): string => ranked.find((one) => one.post === post)?.match ?? 'none';
    expect(rows.map(([level], post) => [level, matchOf(post)])).to.deep.equal(rows);
  });

  it('for the title of an article finds this article first', async () => {
    for (const { title, slug } of shelf.entries) expect((await slugs(shelf, title))[0], title).to.equal(slug);
  });
});

describe('the labeled queries', () => {
  it('are answered well over the articles of this repository: 95 of 100 within the first three hits, with correct marks', async () => {
    const { found, marks, missed } = await judge(readQueries('content'), searchOver((await ownLibrary()).library));
    const all = found.at(-1)!;
    const which = missed.map(({ kind, query }) => `${query} (${kind})`).join('; ');
    expect(all.queries).to.be.at.least(80);
    expect(all.hit1 / all.queries, which).to.be.at.least(0.93);
    expect(all.hit3 / all.queries, which).to.be.at.least(0.95);
    for (const { kind, queries, hit3 } of found) expect(hit3 / queries, `${kind}: ${which}`).to.be.at.least(0.8);
    expect(marks.strongRight / marks.strong).to.be.at.least(0.85);
    expect(marks.keywordsStrong / marks.keywordsRight).to.be.at.least(0.8);
    expect(marks.absentStrong / marks.absent).to.be.at.most(0.1);
  });

  it('name existing articles, and no query is listed twice', async () => {
    const queries = readQueries('content');
    const known = new Set((await ownLibrary()).library.articles.map(({ slug }) => slug));
    for (const { query, slugs: labels } of queries)
      if (labels.length > 0)
        expect(
          labels.some((slug) => known.has(slug)),
          query,
        ).to.equal(true);
    const all = [...queries, ...readQueries('corpus')].map(({ query }) => query);
    expect(new Set(all).size).to.equal(all.length);
  });
});

describe('the reader of the index', () => {
  it('needs no library and no table, so that a browser or a Worker loads less than 6 KB', () => {
    const { metafile, outputFiles } = buildSync({
      entryPoints: [path.join(repository, 'tasks/pdc/search/search.ts')],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
      metafile: true,
    });
    expect(
      Object.keys(metafile.inputs).filter(
        (file) => !/(?:^|\/)tasks\/pdc\/(?:(?:search|site|text)\/)?[\w-]+\.ts$/.test(file),
      ),
    ).to.deep.equal([]);
    expect(gzipSync(outputFiles[0]!.contents).length).to.be.below(6000);
  });
});

const ownLibrary = () =>
  readEdition({
    content: path.join(repository, 'content'),
    statics: path.join(repository, 'static'),
    lenient: false,
    drafts: false,
  });
