// Tests related posts: by tags and their rarity, then by category, then by date.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Library } from '#pdc/library/library';
import { createRelatedFinder } from '#pdc/library/related-articles';
import { articleText } from '../../../support/articles.ts';
import { shelve } from '../edition.ts';
import { createSurroundings } from '../../../../tasks/flow/branches/shown.ts';
import type { Surroundings } from '../../../../tasks/flow/branches/shown.ts';

type Post = {
  readonly tags: readonly string[];
  readonly minor?: string;
  readonly title?: string;
  readonly draft?: boolean;
  readonly password?: string;
};

/** Makes posts that are one day apart, the newest first: `algo-p0x`, `algo-p1x` and so on. */
async function libraryOf(posts: readonly Post[]): Promise<Library> {
  const files = posts.map(({ tags, minor = '算法', title = '题', draft = false, password }, index) => [
    `algo-p${index}x.md`,
    articleText({
      date: `${new Date(Date.UTC(2026, 5, 1) - index * 86_400_000).toISOString().slice(0, 10)} 08:00:00`,
      title: JSON.stringify(title),
      tags: JSON.stringify(tags),
      categories: JSON.stringify(['技术', minor]),
      draft: String(draft),
      password: password && JSON.stringify(password),
    }),
  ]);
  const { library } = await shelve(Object.fromEntries(files), { lenient: true });
  expect(library.articles).to.have.lengthOf(posts.length);
  return library;
}

const numbersOf = ({ slug }: { slug: string }): number => Number(/\d+/.exec(slug));
const relatedIn = (library: Library, index: number): number[] =>
  createRelatedFinder(library)(library.articles[index]!).map(numbersOf);

describe('related posts', () => {
  it('are posts that share a tag, and a rare shared tag counts more than a frequent one', async () => {
    const library = await libraryOf([
      { tags: ['a', 'b', 'rare'], minor: 'x' },
      { tags: ['a', 'c'], minor: 'y' },
      { tags: ['a', 'd'], minor: 'y' },
      { tags: ['a', 'e'], minor: 'y' },
      { tags: ['f', 'rare'], minor: 'y' },
      { tags: ['g', 'h'], minor: 'y' },
    ]);
    expect(relatedIn(library, 0)).to.deep.equal([4, 1, 2]);
    expect(relatedIn(library, 4)).to.deep.equal([0, 1, 2]); // those that share only the category come after
  });

  it('are sorted by shared tags, then by the same minor category, then newest first', async () => {
    const library = await libraryOf([
      { tags: ['a', 'b'], minor: 'x' },
      { tags: ['a', 'c'], minor: 'y' },
      { tags: ['a', 'd'], minor: 'y' },
      { tags: ['a', 'e'], minor: 'x' },
      { tags: ['a', 'b'], minor: 'y' },
    ]);
    expect(relatedIn(library, 0)).to.deep.equal([4, 3, 1]);
  });

  it('are missing if posts share nothing', async () => {
    const library = await libraryOf([
      { tags: ['a', 'b'], minor: 'x' },
      { tags: ['c', 'd'], minor: 'y' },
    ]);
    expect(relatedIn(library, 0)).to.deep.equal([]);
  });

  it('may be locked posts, and drafts if the library has drafts', async () => {
    const library = await libraryOf([
      { tags: ['a', 'b'] },
      { tags: ['a', 'b'], draft: true },
      { tags: ['a', 'b'], password: 'correct horse' },
    ]);
    expect(relatedIn(library, 0)).to.deep.equal([1, 2]);
  });

  it('are found by tags that are written differently', async () => {
    const library = await libraryOf([
      { tags: ['Linux', 'b'], minor: 'x' },
      { tags: ['ＬＩＮＵＸ', 'c'], minor: 'y' },
    ]);
    expect(relatedIn(library, 0)).to.deep.equal([1]);
  });

  it('are the same as those found by comparing all pairs, in any order of calls', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const post = fc.record({
      tags: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
      minor: fc.constantFrom('x', 'y'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(post, { minLength: 1, maxLength: 12 }), async (posts) => {
        const library = await libraryOf(posts);
        for (const index of posts.keys()) expect(relatedIn(library, index)).to.deep.equal(byAllPairs(posts, index));
      }),
      { numRuns: 60 },
    );
  });

  it('of ten thousand posts with the same tags are found without comparing all pairs', function () {
    const posts = Array.from({ length: 10_000 }, (_, index) => ({
      slug: `p${index}`,
      tags: ['a', 'b'],
      categories: [],
    }));
    const groups = ['a', 'b'].map((slug) => ({ slug, name: slug, articles: posts }));
    const library = { site: {}, articles: posts, tags: groups } as unknown as Library;
    const started = performance.now();
    const relatedTo = createRelatedFinder(library);
    for (const one of library.articles) relatedTo(one);
    expect(performance.now() - started).to.be.below(60_000);
    expect(relatedTo(library.articles[9_000]!).map(({ slug }) => slug)).to.deep.equal(['p0', 'p1', 'p2']);
  });
});

describe('the surroundings of a post page', () => {
  const posts: Post[] = [{ tags: ['a', 'b'] }, { tags: ['c', 'd'] }, { tags: ['e', 'f'] }, { tags: ['a', 'b'] }].map(
    (post, index) => ({ ...post, minor: `m${index}` }),
  );
  const surroundings = async (changed: Partial<Post>, at: number): Promise<Surroundings> => {
    const library = await libraryOf(posts.map((post, index) => (index === at ? { ...post, ...changed } : post)));
    return createSurroundings(library)(library.articles[0]!);
  };

  for (const [what, change] of [
    ['title', { title: '新题' }],
    ['lock', { password: 'correct horse' }],
    ['draft mark', { draft: true }],
    ['tags', { tags: ['g', 'h'] }],
  ] as const) {
    it(`contain the ${what} of a related post, but not of a post that is neither related nor adjacent`, async () => {
      const before = await surroundings({}, 3);
      expect(await surroundings(change, 3)).not.to.deep.equal(before);
      expect(await surroundings(change, 2)).to.deep.equal(before);
    });
  }
});

/** A direct implementation of the rule. */
function byAllPairs(posts: readonly Post[], index: number): number[] {
  const one = posts[index]!;
  const countOf = (tag: string): number => posts.filter(({ tags }) => tags.includes(tag)).length;
  const score = (other: Post): number =>
    one.tags
      .filter((tag) => other.tags.includes(tag))
      .reduce((sum, tag) => sum + Math.round(1_000_000 / Math.sqrt(countOf(tag))), 0);
  return posts
    .map((other, at) => ({ at, score: score(other), minor: Number(other.minor === one.minor) }))
    .filter(({ at, score: sum, minor }) => at !== index && sum + minor > 0)
    .sort((a, b) => b.score - a.score || b.minor - a.minor || a.at - b.at)
    .slice(0, 3)
    .map(({ at }) => at);
}
