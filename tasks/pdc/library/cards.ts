// Makes cards: the data of an article that lists, other pages and files for machines show. A card does not contain the
// text, so it does not change if only the text changes.
import type { Article } from '../article/article.ts';
import { remember } from '../remember.ts';
import { byOutline } from './outline.ts';
import type { Site } from '../site/site.ts';
import type { Term } from './taxonomy.ts';
import type { TermsOf } from './term-groups.ts';
import type { Library } from './library.ts';

const cardKeys = [
  'slug',
  'title',
  'description',
  'date',
  'updated',
  'categories',
  'tags',
  'encrypted',
  'mathjax',
  'draft',
  'prefix',
  'series',
  'sticky',
  'cover',
] as const;

export type Card = Pick<Article, (typeof cardKeys)[number]> & {
  /** The last category, which is the most specific one. */
  readonly category: Term | undefined;
};

/** A category or tag with the cards of its articles, newest first. */
export type CardGroup = Term & { readonly articles: readonly Card[] };

export type Cards = {
  readonly site: Site;
  readonly articles: readonly Card[];
  readonly categories: readonly CardGroup[];
  readonly tags: readonly CardGroup[];
};

/** All cards of a library. An unchanged article has the same card object, unless the slug of its category changed. */
export const cardsOf = byOutline((library: Library): Cards => {
  const cardOf = createCards(library);
  const withCards = ({ slug, name, articles }: Library['tags'][number]): CardGroup => ({
    slug,
    name,
    articles: articles.map(cardOf),
  });
  return {
    site: library.site,
    articles: library.articles.map(cardOf),
    categories: library.categories.map(withCards),
    tags: library.tags.map(withCards),
  };
});

export function createCards({ categoryOf }: Pick<TermsOf, 'categoryOf'>): (article: Article) => Card {
  return (article) => {
    const name = article.categories.at(-1);
    return toCard(article, name === undefined ? undefined : categoryOf(name).slug);
  };
}

const toCard = remember((article: Article, categorySlug: string | undefined): Card => {
  const fields = cardKeys.flatMap((key) => (article[key] === undefined ? [] : [[key, article[key]]]));
  const category = categorySlug === undefined ? undefined : { slug: categorySlug, name: article.categories.at(-1)! };
  return Object.freeze({ ...(Object.fromEntries(fields) as Card), category });
});
