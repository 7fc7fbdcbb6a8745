// A long list as a series of pages, the first at the plain address of the list.
import type { Article } from '#pdc/article';
import type { Context } from './view.ts';

/** On the pages of a category and of a tag. */
export const postsPerPage = 20;

/** One page of a list: `page` counts from 1. */
export type Part = { readonly articles: readonly Article[]; readonly page: number; readonly pages: number };

/** The pages of a list, all or those with the articles `shown`; a list without articles has a first page too. */
export function toParts(articles: readonly Article[], perPage: number, { shown }: Pick<Context, 'shown'>): Part[] {
  const pages = Math.max(1, Math.ceil(articles.length / perPage));
  const parts = Array.from({ length: pages }, (_, index) => ({
    articles: articles.slice(index * perPage, (index + 1) * perPage),
    page: index + 1,
    pages,
  }));
  return shown ? parts.filter((part) => part.articles.some((article) => shown.has(article))) : parts;
}
