// A long list as a series of pages, the first at the plain address of the list.
import type { Article } from '#pdc/article/article';
import type { Group } from '#pdc/library/terms';
import { html } from '#pdc/markup';
import type { Markup } from '#pdc/markup';
import { numberedPath, toHref } from '#pdc/paths';
import { entries } from '../parts/entries.ts';
import { facts } from '../parts/facts.ts';
import { pageFact, pageNumbers } from '../parts/page-numbers.ts';
import type { Context, Listing, View } from '../view.ts';
import { wordsOf } from '../words/words-of.ts';

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

/** The parts of these pages that differ between categories and tags. */
export type GroupPages = {
  readonly pathOf: (slug: string) => string;
  /** The page of all of them, and the words that lead there. */
  readonly index: { readonly path: string; readonly label: string };
  readonly description: string;
  /** Stands on the first page alone. */
  readonly first?: { readonly head: Markup; readonly facts: readonly Markup[] };
};

/** The articles of a category or of a tag. */
export function groupListings(group: Group, { pages, context }: { pages: GroupPages; context: Context }): Listing[] {
  const { name, articles } = group;
  return toParts(articles, postsPerPage).map((part) => ({
    path: numberedPath(pages.pathOf(group.slug), part.page),
    articles: part.articles,
    otherContent: JSON.stringify([name, part.pages, articles.length]),
    view: () => groupView(group, { part, pages, context }),
  }));
}

function groupView(
  { name, slug, articles }: Group,
  { part, pages, context }: { part: Part; pages: GroupPages; context: Context },
): View {
  const { site } = context.library;
  const words = wordsOf(site);
  const { index, description, first } = pages;
  const pathOf = (page: number): string => numberedPath(pages.pathOf(slug), page);
  return {
    path: pathOf(part.page),
    title: words.titleOfPage(name, part.page),
    description: words.describePage(description, part.page),
    section: index.path,
    width: 'wide',
    ...(part.page === 1 && first && { head: first.head }),
    main: html`<h1>${name}</h1>
${facts([
  html`<a href="${toHref(site, index.path)}">${index.label}</a>`,
  html`${words.totalCount(articles.length)}`,
  ...((part.page === 1 && first?.facts) || [pageFact(part, words)]),
])}
${entries({ articles: part.articles, show: 'day' }, context)}
${pageNumbers({ ...part, pathOf }, context)}`,
  };
}
