// Collects the data that pages show besides their own text. These data are the arguments of the theme's functions.
import type { Article } from '#pdc/article/article';
import type { Library } from '#pdc/library/library';
import { createShownArticles, toReferences } from '#pdc/library/shown-articles';
import type { Term } from '#pdc/library/taxonomy';
import { pagePath } from '#pdc/site/paths';
import { byOutline } from '#pdc/library/outline';
import type { PostProps } from '../../theme/pages/post.ts';
import { ownParts } from '../../theme/parts/own-parts.ts';
import type { Context, PostTerm } from '../../theme/view.ts';

/** The data of the site that every page shows. */
export const contextOf = byOutline(({ site, pages }: Library): Context => ({
  site,
  pageLinks: pages.map(({ slug, title }) => ({ label: title, url: pagePath(slug) })),
}));

export type Surroundings = Pick<PostProps, 'references' | 'categories' | 'tags' | 'parts'>;

/** Finds the other articles, categories and tags that an article's page shows. Created once for a library. */
export function createSurroundings(library: Library): (article: Article) => Surroundings {
  const bySlug = surroundingsIn(library);
  return (article) => ({ ...bySlug.get(article.slug)!, parts: ownParts(article, library) });
}

const surroundingsIn = byOutline((library: Library): ReadonlyMap<string, Omit<Surroundings, 'parts'>> => {
  const shownBy = createShownArticles(library);
  const { categoryOf, tagOf, listed } = library;
  const listedSlugs = {
    categories: new Set(listed.categories.map(({ slug }) => slug)),
    tags: new Set(listed.tags.map(({ slug }) => slug)),
  };
  return new Map(
    library.articles.map((article) => [
      article.slug,
      {
        references: toReferences(shownBy(article)),
        categories: toPostTerms(article.categories.map(categoryOf), listedSlugs.categories),
        tags: toPostTerms(article.tags.map(tagOf), listedSlugs.tags),
      },
    ]),
  );
});

/** If two names mean the same term, it is shown once. */
const toPostTerms = (terms: readonly Term[], listedSlugs: ReadonlySet<string>): PostTerm[] =>
  [...new Set(terms)].map(({ slug, name }) => ({ slug, name, isListed: listedSlugs.has(slug) }));
