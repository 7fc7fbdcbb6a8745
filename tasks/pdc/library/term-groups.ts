// Makes the categories and tags of a site from the names that its articles have.
import { withFields } from '../article/article.ts';
import type { Article } from '../article/article.ts';
import { defaultCategoryMap, defaultTagMap } from '../site/defaults.ts';
import { bySlug, toTaxonomy } from './taxonomy.ts';
import type { Taxonomy, Term } from './taxonomy.ts';
import type { EntryReport } from './entry-report.ts';
import { message } from '../words/message.ts';

/** A category or tag with its articles, the newest first. */
export type Group = Term & { readonly articles: readonly Article[] };

/** Joins names to terms, and checks rules taxonomy-map and slug-collision. */
export function readTerms({
  articles,
  key,
  map,
  siteNames,
  report,
}: {
  articles: readonly Article[];
  key: 'categories' | 'tags';
  map: Readonly<Record<string, string>>;
  /** The names that the map in `_site.yml` lists. */
  siteNames: readonly string[];
  report: EntryReport;
}): Taxonomy {
  const mapName = key === 'categories' ? 'category_map' : 'tag_map';
  const uses = articles.flatMap((article) =>
    article[key].map((name, index) => ({ name, mention: { article, index } })),
  );
  const defaults = key === 'categories' ? defaultCategoryMap : defaultTagMap;
  // Names of the default maps set only the slug. They must not replace the name that an author wrote.
  const taxonomy = toTaxonomy(uses, map, (name, slug) => defaults[name] !== slug || siteNames.includes(name));
  for (const problem of taxonomy.problems) {
    const { article, index } = problem.mention as { article: Article; index: number };
    const at = [key, index];
    const { name, likelyName } = problem;
    const entry = `${JSON.stringify(name)}: ${problem.proposal}`;
    const question =
      likelyName === undefined ? undefined : message('nameMistyped', { name, meant: likelyName, map: mapName, entry });
    if (problem.kind === 'unmapped') {
      const fault = question ?? message('nameWithoutSlug', { name, map: mapName, entry });
      const isReported = report(article, { rule: 'taxonomy-map', at, message: fault });
      // A likely misspelling is reported even if the site accepts slugs made from the sound.
      if (!isReported && question && !problem.collides)
        report(article, { rule: 'slug-collision', at, message: question, always: 'warn' });
    } else {
      const { other: otherName, slug } = problem;
      const fault = question ?? message('slugShared', { name, other: otherName, slug, map: mapName, entry });
      report(article, { rule: 'slug-collision', at, message: fault });
    }
  }
  return taxonomy;
}

/** Finds categories and tags by any of their names. */
export type TermsOf = { readonly categoryOf: Taxonomy['termOf']; readonly tagOf: Taxonomy['termOf'] };

/**
 * Replaces the category and tag names of an article by the names of their terms, so that lists and filters use only one
 * name for each term.
 */
export function withTermNames(article: Article, { categoryOf, tagOf }: TermsOf): Article {
  const categories = [...new Set(article.categories.map((name) => categoryOf(name).name))];
  const tags = [...new Set(article.tags.map((name) => tagOf(name).name))];
  const isSame = String([categories, tags]) === String([article.categories, article.tags]);
  // An unchanged article stays the same object, because a watcher compares objects.
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
