// Related posts: what the reader of one may want next, told by the tags and the category that posts share.
import type { Article } from './article.ts';
import type { Library } from './library.ts';

/** How many are shown. */
const most = 3;
/** Of a tag that hundreds carry the newest tell as much as all: this bounds the work for each article. */
const reach = 500;

/**
 * Made once for a library; asked for each of its articles, gives at most three others, the nearest first: by the tags
 * that both carry, a rare one counting more, then by the minor category, then the newer. Posts that share neither are
 * not related. The same library gives the same answer.
 */
export function createRelated(library: Library): (article: Article) => readonly Article[] {
  const { articles } = library;
  const positions = new Map(articles.map((article, position) => [article, position]));
  const nearest = rememberRanking(library);
  return (article) => nearest(positions.get(article)!).map((position) => articles[position]!);
}

/** Articles by their place in the library, 0 being the newest: what is near one of them, the nearest first. */
type Ranking = (position: number) => readonly number[];

// A watcher asks again after every change, and most leave all tags as they were: the last ranking then still holds.
let last: (Pick<Library, 'site' | 'articles'> & { readonly ranking: Ranking }) | undefined;

function rememberRanking(library: Library): Ranking {
  const { site, articles } = library;
  const holds = last?.site === site && isSameArrangement(last.articles, articles);
  const ranking = holds ? last!.ranking : createRanking(library);
  last = { site, articles, ranking };
  return ranking;
}

/** Whether what a ranking is made of is the same: the order of the articles, and the terms of each. */
function isSameArrangement(before: readonly Article[], after: readonly Article[]): boolean {
  return (
    before.length === after.length &&
    before.every((article, position) => {
      const other = after[position]!;
      return article === other || (isSame(article.tags, other.tags) && isSame(article.categories, other.categories));
    })
  );
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index]);

function createRanking(library: Library): Ranking {
  const { carriers, tagsAt, minorAt, minors } = toIndex(library);
  const known: (readonly number[] | undefined)[] = [];
  const scores = new Float64Array(library.articles.length);

  return (position) => (known[position] ??= rank(position));

  function rank(position: number): number[] {
    const found: number[] = [];
    for (const tag of tagsAt[position]!) {
      const carrier = carriers[tag]!;
      const rarity = 1 / Math.sqrt(carrier.length);
      for (const other of carrier.slice(0, reach)) {
        if (scores[other] === 0) found.push(other);
        scores[other]! += rarity;
      }
    }
    // The article itself is among those found. Where they are enough, nobody without a common tag comes before them.
    if (found.length <= most)
      found.push(...(minors.get(minorAt[position])?.slice(0, reach) ?? []).filter((other) => scores[other] === 0));

    const best: number[] = [];
    for (const other of found) {
      if (other === position) continue;
      let rank = best.length;
      while (rank > 0 && isNearer(other, best[rank - 1]!)) rank -= 1;
      if (rank === most) continue;
      best.splice(rank, 0, other);
      if (best.length > most) best.pop();
    }
    for (const other of found) scores[other] = 0;
    return best;

    function isNearer(a: number, b: number): boolean {
      if (scores[a] !== scores[b]) return scores[a]! > scores[b]!;
      const minor = minorAt[position];
      if ((minorAt[a] === minor) !== (minorAt[b] === minor)) return minorAt[a] === minor;
      return a < b;
    }
  }
}

/** Who carries which tag and which minor category, as positions, the newest first. */
function toIndex({ articles, tags, categoryOf }: Library): {
  carriers: readonly (readonly number[])[];
  tagsAt: readonly (readonly number[])[];
  minorAt: readonly (string | undefined)[];
  minors: ReadonlyMap<string | undefined, readonly number[]>;
} {
  const positions = new Map(articles.map((article, position) => [article, position]));
  const carriers = tags.map((tag) => tag.articles.map((article) => positions.get(article)!));
  const tagsAt: number[][] = articles.map(() => []);
  carriers.forEach((carrier, tag) => carrier.forEach((position) => tagsAt[position]!.push(tag)));

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
