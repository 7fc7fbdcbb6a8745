// The articles that the page of another one shows: asked by the page, by its cache key, and after an edit.
import type { Article } from '../article/article.ts';
import type { Library } from './library.ts';
import { createRelated } from './related.ts';
import { partsAround } from './series.ts';

/** One member for each place of a page that shows other articles. A new place needs a member here and nothing else. */
export type ShownArticles = {
  /** The neighbours by time: at most one each. */
  readonly newer: readonly Article[];
  readonly older: readonly Article[];
  /** The nearest first. */
  readonly related: readonly Article[];
  /** All parts of the article's series, in their order, its own among them. */
  readonly series: readonly Article[];
};

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
