// A long list as a series of pages, the first at the plain address of the list.
import type { Article } from '#pdc/article/article';
import type { Group } from '#pdc/library/terms';
import { numberedPath } from '#pdc/paths';
import type { Listing, View } from '../view.ts';

/** On the pages of a category and of a tag. */
const postsPerPage = 20;

/** One page of a list: `page` counts from 1. */
export type Part = { readonly articles: readonly Article[]; readonly page: number; readonly pages: number };

/** The pages of a list; one without articles has a first page too. */
export function toParts(articles: readonly Article[], perPage: number): Part[] {
  const pages = Math.max(1, Math.ceil(articles.length / perPage));
  return Array.from({ length: pages }, (_, index) => ({
    articles: articles.slice(index * perPage, (index + 1) * perPage),
    page: index + 1,
    pages,
  }));
}

/** The pages of a category or of a tag. */
export function groupListings(
  { name, slug, articles }: Group,
  toView: (part: Part) => View,
  pathOf: (slug: string) => string,
): Listing[] {
  return toParts(articles, postsPerPage).map((part) => ({
    path: numberedPath(pathOf(slug), part.page),
    articles: part.articles,
    otherContent: JSON.stringify([name, part.pages, articles.length]),
    view: () => toView(part),
  }));
}
