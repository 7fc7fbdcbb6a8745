// The categories and tags of a site, from the names that its articles carry.
import { withFields } from '../article/article.ts';
import type { Article } from '../article/article.ts';
import { defaultCategoryMap, defaultTagMap } from '../site/defaults.ts';
import { bySlug, toTaxonomy } from './taxonomy.ts';
import type { Taxonomy, Term } from './taxonomy.ts';
import type { Tell } from './entry-report.ts';
import { message } from '../words/message.ts';

/** A category or tag with the articles that carry it, newest first. */
export type Group = Term & { readonly articles: readonly Article[] };

/** Rules taxonomy-map and slug-collision, and the groups that the names make. */
export function readTerms({
  articles,
  key,
  map,
  own,
  tell,
}: {
  articles: readonly Article[];
  key: 'categories' | 'tags';
  map: Readonly<Record<string, string>>;
  /** The names that the site's own file lists. */
  own: readonly string[];
  tell: Tell;
}): Taxonomy {
  const mapName = key === 'categories' ? 'category_map' : 'tag_map';
  const uses = articles.flatMap((article) =>
    article[key].map((name, index) => ({ name, mention: { article, index } })),
  );
  const defaults = key === 'categories' ? defaultCategoryMap : defaultTagMap;
  // The default maps give slugs and never rename what an author wrote.
  const taxonomy = toTaxonomy(uses, map, (name, slug) => defaults[name] !== slug || own.includes(name));
  for (const problem of taxonomy.problems) {
    const { article, index } = problem.mention as { article: Article; index: number };
    const at = [key, index];
    const { name, meant } = problem;
    const entry = `${JSON.stringify(name)}: ${problem.proposal}`;
    const question = meant === undefined ? undefined : message('nameMistyped', { name, meant, map: mapName, entry });
    if (problem.kind === 'unmapped') {
      const fault = question ?? message('nameWithoutSlug', { name, map: mapName, entry });
      const isTold = tell(article, { rule: 'taxonomy-map', at, message: fault });
      // A site whose slugs are made by sound is asked all the same.
      if (!isTold && question && !problem.collides)
        tell(article, { rule: 'slug-collision', at, message: question, always: 'warn' });
    } else {
      const { other, slug } = problem;
      const fault = question ?? message('slugShared', { name, other, slug, map: mapName, entry });
      tell(article, { rule: 'slug-collision', at, message: fault });
    }
  }
  return taxonomy;
}

/** Finds categories and tags by any of their names. */
export type TermsOf = { readonly categoryOf: Taxonomy['termOf']; readonly tagOf: Taxonomy['termOf'] };

/** An article with the names of its terms: of names that are one term, every list shows the same, and a filter by name misses none. */
export function withTermNames(article: Article, { categoryOf, tagOf }: TermsOf): Article {
  const categories = [...new Set(article.categories.map((name) => categoryOf(name).name))];
  const tags = [...new Set(article.tags.map((name) => tagOf(name).name))];
  const isSame = String([categories, tags]) === String([article.categories, article.tags]);
  // An unchanged article stays the same object: a watcher knows it by that.
  return isSame ? article : withFields(article, { categories, tags });
}

type Membership = { articles: readonly Article[]; slugsOf: (article: Article) => readonly string[] };

export function toGroups(terms: Taxonomy['terms'], { articles, slugsOf }: Membership): Group[] {
  const members = new Map<string, Article[]>([...terms.keys()].map((slug) => [slug, []]));
  for (const article of articles) {
    for (const slug of new Set(slugsOf(article))) members.get(slug)!.push(article);
  }
  return [...terms.values()].sort(bySlug).map((term) => ({ ...term, articles: members.get(term.slug)! }));
}
