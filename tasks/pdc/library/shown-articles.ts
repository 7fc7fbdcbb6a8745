// The articles that the page of another one shows: asked by the page, by its cache key, and after an edit.
import type { Article } from '../article/article.ts';
import type { Card } from './cards.ts';
import type { Library } from './library.ts';
import { createRelated } from './related.ts';
import { remember } from '../remember.ts';
import { partsAround } from './series.ts';

/** One member for each place of a page that shows other articles. A new place needs a member here and nothing else. */
type Shown<T> = {
  /** The neighbours by time: at most one each. */
  readonly newer: readonly T[];
  readonly older: readonly T[];
  /** The nearest first. */
  readonly related: readonly T[];
  /** All parts of the article's series, in their order, its own among them. */
  readonly series: readonly T[];
};
export type ShownArticles = Shown<Article>;

/** What one page shows of another article: less than a list does, so that fewer edits concern it. */
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

/** Made once for a library, asked for each of its articles. A hidden article has no neighbours. */
export function createShownArticles(library: Library): (article: Article) => ShownArticles {
  const { articles } = library.listed;
  const indexes = new Map(articles.map((article, index) => [article, index]));
  const relatedTo = createRelated(library.listed);
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
