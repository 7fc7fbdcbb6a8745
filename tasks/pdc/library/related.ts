// Related posts: what the reader of one may want next, told by the tags and the category that posts share.
import type { Article } from '../article/article.ts';
import type { Library } from './library.ts';

/** How many are shown. */
const most = 3;
/** Only the newest articles of a common tag are compared: this bounds the work for each article. */
const reach = 200;

/** The weight of a tag that `carriers` articles have. An integer: sums of floats depend on their order. */
const rarityOf = (carriers: number): number => Math.round(1_000_000 / Math.sqrt(carriers));

/**
 * Made once for a library; asked for each of its articles, gives at most three others, the nearest first: by the tags
 * that both carry, a rare one counting more, then by the minor category, then the newer. Posts that share neither are
 * not related. The same library gives the same answer.
 */
export function createRelated(library: Library): (article: Article) => readonly Article[] {
  const { articles } = library;
  const positions = new Map(articles.map((article, position) => [article, position]));
  const nearest = rememberRanking(library);
  return (article) => {
    // One that no list shows is near nobody.
    const position = positions.get(article);
    return position === undefined ? [] : nearest(position).map((other) => articles[other]!);
  };
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
  const scores = new Uint32Array(library.articles.length);

  return (position) => (known[position] ??= rank(position));

  function rank(position: number): number[] {
    const found: number[] = [];
    for (const tag of tagsAt[position]!) {
      const { newest, rarity } = carriers[tag]!;
      for (const other of newest) {
        if (scores[other] === 0) found.push(other);
        scores[other]! += rarity;
      }
    }
    // The article itself is among those found. Where they are too few, the newest of the category come after them.
    const colleagues = found.length > most ? [] : (minors.get(minorAt[position]) ?? []).slice(0, 2 * most + 1);
    found.push(...colleagues.filter((other) => scores[other] === 0));

    const best: number[] = [];
    for (const other of found) {
      if (other === position || (best.length === most && !isNearer(other, best[most - 1]!))) continue;
      const place = best.findIndex((one) => isNearer(other, one));
      best.splice(place === -1 ? best.length : place, 0, other);
      best.length = Math.min(best.length, most);
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
  carriers: readonly { readonly newest: readonly number[]; readonly rarity: number }[];
  tagsAt: readonly (readonly number[])[];
  minorAt: readonly (string | undefined)[];
  minors: ReadonlyMap<string | undefined, readonly number[]>;
} {
  const positions = new Map(articles.map((article, position) => [article, position]));
  const tagsAt: number[][] = articles.map(() => []);
  const carriers = tags.map(({ articles: all }, tag) => {
    const carrying = all.map((article) => positions.get(article)!);
    for (const position of carrying) tagsAt[position]!.push(tag);
    return { newest: carrying.slice(0, reach), rarity: rarityOf(carrying.length) };
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
