// A long list as a series of pages, the first at the plain address of the list.
import type { Card, CardGroup } from '#pdc/library/cards';
import type { Term } from '#pdc/library/taxonomy';
import { html } from '#pdc/text/markup';
import type { Markup } from '#pdc/text/markup';
import { numberedPath, toHref } from '#pdc/site/paths';
import { facts } from '../parts/facts.ts';
import { hueOf } from '../parts/hue.ts';
import { pageFact, pageNumbers } from '../parts/page-numbers.ts';
import type { Context, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/** For the pages of a category and of a tag. */
const postsPerPage = 20;

/** One page of a list: `page` counts from 1. */
export type Part = { readonly articles: readonly Card[]; readonly page: number; readonly pages: number };

/** The pages of a list. An empty list has one page too. */
export function toParts(articles: readonly Card[], perPage: number): Part[] {
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
  /** The page of all categories or tags, and the label of its link. */
  readonly index: { readonly path: string; readonly label: string };
  readonly description: string;
  /** Makes the list of one page. */
  readonly list: (articles: readonly Card[]) => Markup;
  /** Added only to the first page. */
  readonly first?: { readonly head: Markup; readonly facts: readonly Markup[] };
};

/** One page of a category or of a tag. */
export type GroupPart = Term & { readonly count: number; readonly part: Part };

/** The articles of a category or of a tag, page by page. */
export const toGroupParts = ({ slug, name, articles }: CardGroup): GroupPart[] =>
  toParts(articles, postsPerPage).map((part) => ({ slug, name, count: articles.length, part }));

export function groupView({ name, slug, count, part }: GroupPart, pages: GroupPages, context: Context): View {
  const { site } = context;
  const labels = themeLabelsOf(site);
  const { index, description, first } = pages;
  const pathOf = (page: number): string => numberedPath(pages.pathOf(slug), page);
  return {
    path: pathOf(part.page),
    title: labels.titleOfPage(name, part.page),
    description: labels.describePage(description, part.page),
    section: index.path,
    width: 'wide',
    ...(part.page === 1 && first && { head: first.head }),
    main: html`<h1${hueOf(slug)}>${name}</h1>
${facts([
  html`<a href="${toHref(site, index.path)}">${index.label}</a>`,
  html`${labels.totalCount(count)}`,
  ...((part.page === 1 && first?.facts) || [pageFact(part, labels)]),
])}
${pages.list(part.articles)}
${pageNumbers({ ...part, pathOf }, context)}`,
  };
}
