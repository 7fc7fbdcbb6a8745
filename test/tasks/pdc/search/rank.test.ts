// Search: one ranker over `/api/search-index.json`, which finds Chinese, mixed and exact technical tokens, and says when nothing fits.
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import { toEntry } from '#pdc/endpoints/index.json';
import { made } from '#pdc/document';
import type { Library } from '#pdc/library/library';
import type { Entry } from '#pdc/schema';
import { openSearchIndex, searchPosts } from '#pdc/search/rank';
import type { SearchIndex, SearchRequest, SearchResult } from '#pdc/search/rank';
import { searchIndex } from '#pdc/endpoints/search-index.json';
import { read } from '../../../../tasks/flow/read.ts';
import { articleText } from '../../../support/articles.ts';
import { repository } from '../../../support/command.ts';
import { judge, readQueries, searchOver } from '../../../support/queries.ts';
import { shelve, siteWith } from '../edition.ts';

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

type Shelf = { readonly text: string; readonly index: SearchIndex; readonly entries: readonly Entry[] };

function toShelf(library: Library): Shelf {
  const text = String(made(searchIndex(library))[0]!.contents);
  return {
    text,
    index: openSearchIndex(text),
    entries: library.articles.map((article) => toEntry(article, library.site)),
  };
}

const shelfOf = async (pieces: Readonly<Record<string, Piece>>): Promise<Shelf> =>
  toShelf((await shelve(files(pieces), { site, lenient: true })).library);

const search = ({ index, entries }: Shelf, request: Partial<SearchRequest>): SearchResult =>
  searchPosts(index, entries, { limit: 10, ...request });

const slugs = (shelf: Shelf, request: Partial<SearchRequest> | string): string[] =>
  search(shelf, typeof request === 'string' ? { query: request } : request).posts.map(({ slug }) => slug);

/** Articles that have words in common, and each a few of its own. */
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

  for (const [what, query, expected] of [
    ['a short keyword', '潮汐表', 'algo-tide'],
    ['a word of the body alone', '虚拟线程', 'algo-shuffle'],
    ['a word of the description alone', '蓄水池抽样', 'algo-shuffle'],
    ['a heading', '基准面', 'algo-tide'],
    ['a word of the slug', 'queue', 'algo-queue'],
    ['a tag', 'C++', 'algo-queue'],
    ['a tag that differs by its sign', 'c#', 'algo-net'],
    ['a name with a dot in front', '.NET', 'algo-net'],
    ['an option', '--no-colour', 'algo-tide'],
    ['a name in camel case', 'readTideTable', 'algo-tide'],
    ['a part of such a name', 'tide table', 'algo-tide'],
    ['camelCase for snake_case', 'callAsync', 'algo-queue'],
    ['a version', 'v1.2.3', 'algo-queue'],
    ['a version without its letter', '1.2.3', 'algo-queue'],
    ['a name without its hyphen', 'utf8', 'algo-net'],
    ['a dotted name', 'Math.random', 'algo-shuffle'],
    ['Chinese and Latin mixed', '生产者 scoped_lock', 'algo-queue'],
    ['a question', '洗牌为什么要倒着走？', 'algo-shuffle'],
    ['traditional characters', '虛擬線程', 'algo-shuffle'],
    ['words of Taiwan', '虛擬執行緒', 'algo-shuffle'],
    ['full-width characters', 'ＵＴＦ－８', 'algo-net'],
    ['the beginning of a word', 'scop', 'algo-queue'],
    ['a letter too few', 'scoped_lok', 'algo-queue'],
    ['letters in the wrong order', 'asnyc', 'algo-queue'],
    ['a wrong Chinese character', '虚似线程', 'algo-shuffle'],
    ['one character of a word', '锁', 'algo-queue'],
    ['the public title of a locked article', '航海日志', 'algo-locked'],
  ] as const) {
    it(`may be ${what}: ${query}`, () => {
      expect(slugs(shelf, query)[0]).to.equal(expected);
    });
  }

  for (const query of [
    '红烧肉怎么做',
    'Kubernetes 扩容',
    'F#',
    '签证',
    '！？……',
    '。',
    '怎么',
    '\ud800',
    '__proto__',
    'constructor',
  ]) {
    it(`is answered with nothing where nothing fits: ${JSON.stringify(query)}`, () => {
      expect(search(shelf, { query })).to.deep.equal({ total: 0, posts: [] });
    });
  }

  it('ranks a title before a mention, and tells a score, the higher the closer', () => {
    const { total, posts } = search(shelf, { query: '潮汐' });
    expect(posts.map(({ slug }) => slug)).to.deep.equal(['algo-tide', 'algo-shuffle']);
    expect(total).to.equal(2);
    expect(posts[0]!.score).to.be.above(posts[1]!.score!);
    expect(posts[1]!.score).to.be.above(0);
  });

  it('says which hits are strong and which are near, the strong ones first', () => {
    expect(search(shelf, { query: '潮汐表' }).posts[0]!.match).to.equal('strong');
    const { posts } = search(shelf, { query: '旅客阻塞赔偿' });
    expect(posts[0]).to.include({ slug: 'algo-queue', match: 'near' });
  });

  it('of four letters is not taken for another word', () => {
    expect(search(shelf, { query: 'tade' }).total).to.equal(0);
    expect(slugs(shelf, 'tidde')[0]).to.equal('algo-tide');
  });

  it('that names what the site does not know has no strong hit', () => {
    for (const query of ['jenkins 版本', 'Kubernetes 虚拟线程', 'flutter 取消任务'])
      expect(
        search(shelf, { query }).posts.every(({ match }) => match === 'near'),
        query,
      ).to.equal(true);
  });

  it('that is blank or not there gives the newest, without a score', () => {
    const all = shelf.entries.map(({ slug }) => slug);
    for (const query of [undefined, '', ' \t\u3000\n']) {
      const { total, posts } = search(shelf, { query, limit: 3 });
      expect({ total, slugs: posts.map(({ slug }) => slug) }).to.deep.equal({ total: 5, slugs: all.slice(0, 3) });
      expect(posts.every((post) => !('score' in post) && !('match' in post))).to.equal(true);
    }
  });

  it('counts all that fits, beyond the limit', () => {
    const { total, posts } = search(shelf, { query: '算法', limit: 1 });
    expect(posts).to.have.lengthOf(1);
    expect(total).to.be.above(1);
  });

  it('of a megabyte is read up to a bound, and costs no more than that', () => {
    for (const text of ['潮汐', 'tide ', 'aB-', '😀', '資料庫', '.', '́']) {
      const started = performance.now();
      search(shelf, { query: text.repeat(500_000) });
      expect(performance.now() - started, text).to.be.below(1000);
    }
  });
});

/** Every term of an index: words, and pairs, whose second characters stand on the line of their first. */
const termsOf = ({ lines }: SearchIndex): Set<string> =>
  new Set(
    lines.flatMap((line) => {
      const [first = '', ...others] = line.split(' ');
      return /^[\u2e80-\uffef]/.test(first) ? others.map((other) => first[0]! + other[0]!) : [first];
    }),
  );

describe('of a locked article', () => {
  it('no heading and no word of the body is in the index, and its public metadata is', async () => {
    const { text, index, entries } = await shelfOf(pieces);
    for (const secret of ['灯塔', '密语', '雾港', '三十', '潮位', 'deepsecrettoken', 'secret', 'harbour', 'night'])
      expect(termsOf(index).has(secret) || text.includes(secret), secret).to.equal(false);
    expect([...termsOf(index)]).to.include.members(['航海', '日志']);
    const hits = searchPosts(index, entries, { query: '航海日志', limit: 5 });
    expect(hits.posts[0]).to.include({ slug: 'algo-locked', encrypted: true });
  });

  it('the index is the same whatever the body says', async () => {
    const other = { ...pieces, 'algo-locked': { ...pieces['algo-locked']!, body: '# 另一个正文\n\n全然不同。\n' } };
    expect((await shelfOf(other)).text).to.equal((await shelfOf(pieces)).text);
  });
});

describe('the search index', () => {
  it('is the same for the same articles, also when they are read anew', async () => {
    expect((await shelfOf(pieces)).text).to.equal((await shelfOf(pieces)).text);
  });

  it('holds one word or first character a line in order, and nothing that a scan for secrets would have to take apart', async () => {
    const { text, index } = await shelfOf(pieces);
    expect(index.lines).to.deep.equal([...index.lines].sort());
    expect(text.split('\n')).to.include.members(index.lines.slice(1, -1).map((line) => `${JSON.stringify(line)},`));
    expect(text).to.match(/\]\}\n$/);
    const postings = "(?:[0-9A-Za-z]{0,4}[!#$'()*,.:;=?@\\[\\]])";
    const han = '[\u2e80-\uffef]';
    for (const line of index.lines)
      expect(line).to.match(
        new RegExp(`^(?:[^\\s%\\\\<>&"]+ ${postings}+|${han}${postings}*(?: ${han}${postings}+)*)$`),
      );
    const firsts = index.lines.flatMap((line) => new RegExp(`^${han}`).exec(line)?.[0] ?? []);
    expect(new Set(firsts).size).to.equal(firsts.length);
  });

  it('of a site without articles is open, and answers nothing', async () => {
    const shelf = await shelfOf({});
    for (const query of ['潮汐', 'tide', '潮', ''])
      expect(search(shelf, { query })).to.deep.equal({ total: 0, posts: [] });
  });

  it('keeps bodies bounded on a large site, and what stands outside them whole', async function () {
    const { library } = await shelve(files({ 'algo-one': { title: '潮汐表', body: '正文。\n' } }), {
      site,
      lenient: true,
    });
    const [one] = library.articles;
    const toLetters = (index: number): string =>
      [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const words = Array.from({ length: 2000 }, (_, index) => `word${toLetters(index)}x`).join(' ');
    const many = Array.from({ length: 5000 }, (_, index) =>
      Object.freeze({ ...one!, slug: `algo-n${index}x`, ...(index === 0 && { raw: words }) }),
    );
    const { index } = toShelf({ ...library, articles: many });
    const own = index.lines.filter((line) => /^word[a-j]+x /.test(line));
    expect(own).to.have.lengthOf(128);
  });

  it('of this repository’s articles is at most 150 KB, compressed', async () => {
    const { library } = await ownLibrary();
    expect(gzipSync(String(made(searchIndex(library))[0]!.contents)).length).to.be.at.most(150_000);
  });

  for (const [what, text, says] of [
    ['is no JSON', '{"version":1', /no JSON/],
    ['is JSON of something else', '[]', /version undefined/],
    ['is null', 'null', /no JSON object/],
    ['is of another version', '{"version":1}', /version 1, and version 3/],
    ['lacks its terms', '{"version":3,"variants":"","tags":[],"posts":[]}', /"terms"/],
    ['has terms that are no texts', '{"version":3,"variants":"","tags":[],"posts":[],"terms":[1]}', /"terms"/],
    ['has tags of another form', '{"version":3,"variants":"","tags":[{"name":1}],"posts":[],"terms":[]}', /"tags"/],
  ] as const) {
    it(`that ${what} is refused with a reason`, () => {
      expect(() => openSearchIndex(text)).to.throw(Error, says);
    });
  }

  it('that somebody else wrote, in the form of ours, does no harm', () => {
    const lines = fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[a-c潮汐]{1,3} [0-9A-Za-z!#. 潮汐]{0,9}$/)), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        lines,
        fc.string({ unit: 'binary' }),
        fc.constantFrom('a', 'abc', '潮汐', '潮汐潮'),
        (terms, variants, query) => {
          const index = openSearchIndex(
            JSON.stringify({ version: 3, variants, tags: [], posts: ['a', 'b'], terms: terms.sort() }),
          );
          for (const { score } of searchPosts(index, [], { query, limit: 5 }).posts) expect(score).to.be.above(0);
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

  it('is answered, and the same one the same way', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('潮', '汐', '锁', 'a', 'B', '+', '#', '-', '.', '_', '1', 'Ａ', '\ud800', '的', '資'),
      }),
    );
    const request = fc.record({ query: text, limit: fc.nat(60) }, { requiredKeys: ['limit'] });
    fc.assert(
      fc.property(request, (one) => {
        const { total, posts } = search(shelf, one);
        expect(posts.length).to.equal(Math.min(total, one.limit));
        // Strong ones first, and the higher score within either group.
        const ranks = posts.map(({ match, score = 0 }) => (match === 'strong' ? 1e6 : 0) + score);
        expect(ranks).to.deep.equal([...ranks].sort((a, b) => b - a));
        expect(search(shelf, one)).to.deep.equal({ total, posts });
      }),
      { numRuns: 500 },
    );
  });

  it('without names is answered in the order of the scores, and nothing is strong that scores far less than the first', () => {
    const word = fc.constantFrom(
      '潮汐',
      '基准',
      '队列',
      '阻塞',
      '洗牌',
      '算法',
      '倒着',
      '线程',
      '迁移',
      '令牌',
      '水库',
      '签证',
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const { posts } = search(shelf, { query: words.join('') });
        const scores = posts.map(({ score = 0 }) => score);
        expect(scores).to.deep.equal(scores.toSorted((a, b) => b - a));
        for (const { match, score } of posts) if (match === 'strong') expect(score).to.be.at.least(0.4 * scores[0]!);
      }),
    );
  });

  it('for the title of an article finds it among the first', () => {
    for (const { title, slug } of shelf.entries) expect(slugs(shelf, title)[0], title).to.equal(slug);
  });

  it('may be answered from an index that is older or newer than the list', () => {
    const [first, ...others] = shelf.entries as [Entry, ...Entry[]];
    const unknown = { ...first, slug: 'algo-new', title: '潮汐' };
    expect(
      search({ ...shelf, entries: [unknown, ...others] }, { query: '潮汐表' }).posts.map(({ slug }) => slug),
    ).not.to.include('algo-new');
    expect(search({ ...shelf, entries: others }, { query: '潮汐表' }).posts.map(({ slug }) => slug)).not.to.include(
      first.slug,
    );
  });
});

describe('the labelled queries', () => {
  it('over this repository’s own articles are answered well: 95 of 100 in the first three and strong, 9 of 10 absent topics with nothing strong', async () => {
    const { found, absent, missed } = judge(readQueries('content'), searchOver((await ownLibrary()).library));
    const all = found.at(-1)!;
    const told = missed.map(({ kind, query }) => `${query} (${kind})`).join('; ');
    expect(all.queries).to.be.at.least(80);
    expect(all.hit3, told).to.be.at.least(0.95);
    expect(all.mrr, told).to.be.at.least(0.93);
    expect(all.strong, told).to.be.at.least(0.95);
    for (const { kind, hit3 } of found) expect(hit3, `${kind}: ${told}`).to.be.at.least(0.8);
    expect(absent.noneStrong / absent.queries, told).to.be.at.least(0.9);
  });

  it('name articles that are there, each query once', async () => {
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

describe('what reads the index', () => {
  it('needs no library and no table: a browser or a Worker loads 6 KB', () => {
    const { metafile, outputFiles } = buildSync({
      entryPoints: [path.join(repository, 'tasks/pdc/search/rank.ts')],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
      metafile: true,
    });
    expect(
      Object.keys(metafile.inputs).filter((file) => !/(?:^|\/)tasks\/pdc\/(?:search\/)?[\w-]+\.ts$/.test(file)),
    ).to.deep.equal([]);
    expect(gzipSync(outputFiles[0]!.contents).length).to.be.below(6000);
  });
});

const ownLibrary = () =>
  read({
    content: path.join(repository, 'content'),
    statics: path.join(repository, 'static'),
    lenient: false,
    drafts: false,
  });
