// Finds related posts, which share tags or the minor category with a post.
import type { Article } from '../article/article.ts';
import { isSame } from '../remember.ts';
import type { Library } from './library.ts';

/** The maximum number of related posts. */
const maxRelated = 3;
/** For each tag, only this many of the newest articles are compared, which limits the work. */
const maxCompared = 200;

/** The weight of a tag that `carriers` articles have. An integer, because sums of floats depend on their order. */
const rarityOf = (carriers: number): number => Math.round(1_000_000 / Math.sqrt(carriers));

/**
 * Returns a function that finds at most three related posts, the nearest first. Posts that share tags are nearest, and
 * rare tags count more. Posts of the same minor category come next. Among equally near posts, newer posts come first.
 * Posts that share neither tags nor the minor category are not related. The result depends only on the library.
 */
export function createRelatedFinder(library: Library): (article: Article) => readonly Article[] {
  const { articles } = library;
  const positions = new Map(articles.map((article, position) => [article, position]));
  const nearest = rememberRanking(library);
  return (article) => {
    // The positions contain only listed articles.
    const position = positions.get(article);
    return position === undefined ? [] : nearest(position).map((relatedPosition) => articles[relatedPosition]!);
  };
}

/** The articles near an article, the nearest first. Articles are numbers: 0 is the newest in the library. */
type Ranking = (position: number) => readonly number[];

// The last ranking is kept for a watcher, because most changes do not affect any tags.
let lastRanking: (Pick<Library, 'site' | 'articles'> & { readonly ranking: Ranking }) | undefined;

function rememberRanking(library: Library): Ranking {
  const { site, articles } = library;
  const ranking =
    lastRanking?.site === site && isSameArrangement(lastRanking.articles, articles)
      ? lastRanking.ranking
      : createRanking(library);
  lastRanking = { site, articles, ranking };
  return ranking;
}

/** Whether the terms at each position are the same. A ranking depends only on the order and the terms. */
function isSameArrangement(a: readonly Article[], b: readonly Article[]): boolean {
  return (
    a.length === b.length &&
    a.every((article, position) => {
      const other = b[position];
      if (article === other) return true;
      return other && isSame(article.tags, other.tags) && isSame(article.categories, other.categories);
    })
  );
}

function createRanking(library: Library): Ranking {
  const { carriers, tagsAt, minorAt, minors } = toIndex(library);
  const ranks: (readonly number[] | undefined)[] = [];
  const scores = new Uint32Array(library.articles.length);

  return (position) => (ranks[position] ??= rank(position));

  function rank(position: number): number[] {
    const candidates: number[] = [];
    for (const tag of tagsAt[position]!) {
      const { newest, rarity } = carriers[tag]!;
      for (const candidate of newest) {
        if (scores[candidate] === 0) candidates.push(candidate);
        scores[candidate]! += rarity;
      }
    }
    // The candidates include the article itself. If they are too few, the newest articles of the category follow.
    const sameCategory =
      candidates.length > maxRelated ? [] : (minors.get(minorAt[position]) ?? []).slice(0, 2 * maxRelated + 1);
    candidates.push(...sameCategory.filter((candidate) => scores[candidate] === 0));

    const best: number[] = [];
    for (const candidate of candidates) {
      if (candidate === position || (best.length === maxRelated && !isNearer(candidate, best[maxRelated - 1]!)))
        continue;
      const place = best.findIndex((ranked) => isNearer(candidate, ranked));
      best.splice(place === -1 ? best.length : place, 0, candidate);
      best.length = Math.min(best.length, maxRelated);
    }
    for (const candidate of candidates) scores[candidate] = 0;
    return best;

    function isNearer(a: number, b: number): boolean {
      if (scores[a] !== scores[b]) return scores[a]! > scores[b]!;
      const minor = minorAt[position];
      if ((minorAt[a] === minor) !== (minorAt[b] === minor)) return minorAt[a] === minor;
      return a < b;
    }
  }
}

/** The articles of each tag and each minor category as positions, the newest first. */
function toIndex({ articles, tags, categoryOf }: Library): {
  carriers: readonly { readonly newest: readonly number[]; readonly rarity: number }[];
  tagsAt: readonly (readonly number[])[];
  minorAt: readonly (string | undefined)[];
  minors: ReadonlyMap<string | undefined, readonly number[]>;
} {
  const positions = new Map(articles.map((article, position) => [article, position]));
  const tagsAt: number[][] = articles.map(() => []);
  const carriers = tags.map(({ articles: taggedArticles }, tag) => {
    const taggedPositions = taggedArticles.map((article) => positions.get(article)!);
    for (const position of taggedPositions) tagsAt[position]!.push(tag);
    return { newest: taggedPositions.slice(0, maxCompared), rarity: rarityOf(taggedPositions.length) };
  });

  const slugs = new Map<string, string>();
  const minorAt = articles.map(({ categories }) => {
    const name = categories.at(-1);
    if (name !== undefined && !slugs.has(name)) slugs.set(name, categoryOf(name).slug);
    return name === undefined ? undefined : slugs.get(name);
  });
  const minors = new Map<string | undefined, number[]>([...slugs.values()].map((slug) => [slug, []]));
  minorAt.forEach((minor, position) => minors.get(minor)?.push(position));
  return { carriers, tagsAt, minorAt, minors };
}
