// Finds the other articles that the page of an article shows.
import type { Article } from '../article/article.ts';
import type { Card } from './cards.ts';
import type { Library } from './library.ts';
import { createRelatedFinder } from './related-articles.ts';
import { remember } from '../remember.ts';
import { partsAround } from './series.ts';

/** One member for each part of a page that shows other articles. */
type Shown<T> = {
  /** The next article by date: at most one. */
  readonly newer: readonly T[];
  /** The previous article by date: at most one. */
  readonly older: readonly T[];
  /** The nearest first. */
  readonly related: readonly T[];
  /** All parts of the article's series in order, including the article. */
  readonly series: readonly T[];
};
export type ShownArticles = Shown<Article>;

/** The fields of another article that a page shows. A card has more, so more edits would change the page. */
export type Reference = Pick<Card, 'slug' | 'title' | 'date' | 'encrypted' | 'draft' | 'mathjax'>;
export type ShownReferences = Shown<Reference>;

export const toReferences = ({ newer, older, related, series }: ShownArticles): ShownReferences => ({
  newer: referencesTo(newer),
  older: referencesTo(older),
  related: referencesTo(related),
  series: referencesTo(series),
});

const referencesTo = (articles: readonly Article[]): Reference[] => articles.map((article) => toReference(article));

const toReference = remember(({ slug, title, date, encrypted, draft, mathjax }: Article): Reference =>
  Object.freeze({ slug, title, date, encrypted, draft, ...(mathjax && { mathjax }) }),
);

/** Returns a function that finds the articles for a page. A hidden article does not get a next and previous article. */
export function createShownArticles(library: Library): (article: Article) => ShownArticles {
  const { articles } = library.listed;
  const indexes = new Map(articles.map((article, index) => [article, index]));
  const relatedTo = createRelatedFinder(library.listed);
  return (article) => {
    const index = indexes.get(article);
    return {
      newer: index === undefined ? [] : articles.slice(Math.max(0, index - 1), index),
      older: index === undefined ? [] : articles.slice(index + 1, index + 2),
      related: relatedTo(article),
      series: partsAround(article, library),
    };
  };
}
