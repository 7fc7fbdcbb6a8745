// Every article by year and month, in a series of pages.
import { html } from '#pdc/text/markup';
import type { Card } from '#pdc/library/cards';
import { archivesPath, numberedPath } from '#pdc/site/paths';
import { empty } from '../parts/empty.ts';
import { entries } from '../parts/entries.ts';
import { categoryOf, facts } from '../parts/facts.ts';
import { pageFact, pageNumbers } from '../parts/page-numbers.ts';
import { toParts } from './series.ts';
import type { Part } from './series.ts';
import type { Markup } from '#pdc/text/markup';
import { listing } from '../view.ts';
import type { Context, Listing, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

const postsPerPage = 50;

export function archivesListings(articles: readonly Card[]): Listing[] {
  const years = [...byYear(articles)].map(([year, published]) => [year, published.length] as const);
  const counts = { all: articles.length, byYear: Object.fromEntries(years) };
  return toParts(articles, postsPerPage).map((part) => listing(pathOf(part.page), [part, counts], archivesView));
}

const pathOf = (page: number): string => numberedPath(archivesPath, page);

type Counts = { readonly all: number; readonly byYear: Readonly<Record<string, number>> };

function archivesView(context: Context, part: Part, counts: Counts): View {
  const { site } = context;
  const labels = themeLabelsOf(site);
  return {
    path: pathOf(part.page),
    title: labels.titleOfPage(labels.archives, part.page),
    description: labels.describePage(labels.describeArchives(site.title, counts.all), part.page),
    section: archivesPath,
    width: 'wide',
    main: html`<h1>${labels.archives}</h1>
${part.page === 1 && html`<p class="hint without-script">${labels.searchWithoutScript}</p>`}
${counts.all === 0 ? empty(labels.emptyPosts, labels.emptyPostsHint) : years(part, counts, context)}
${pageNumbers({ ...part, pathOf }, context)}`,
  };
}

/** A year that continues from the previous page shows its total count too. */
function years(part: Part, counts: Counts, context: Context): Markup {
  const labels = themeLabelsOf(context.site);
  return html`${facts([html`${labels.totalCount(counts.all)}`, pageFact(part, labels)])}
${[...byYear(part.articles)].map(
  ([year, published]) => html`<section class="year">
<h2>${labels.year(year)} <span class="count">${labels.postCount(counts.byYear[year]!)}</span></h2>
${[...byMonth(published)].map(
  ([month, monthArticles]) => html`<section class="month">
<h3>${labels.month(Number(month))}</h3>
${entries({ articles: monthArticles, show: 'day-of-month', aside: categoryOf(context) }, context)}
</section>`,
)}
</section>`,
)}`;
}

/** The articles are sorted with the newest first, so the groups are too. */
function groupBy(articles: readonly Card[], nameOf: (day: string) => string): Map<string, Card[]> {
  const groups = new Map<string, Card[]>();
  for (const article of articles) {
    const name = nameOf(article.date.day);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(article);
  }
  return groups;
}

const byYear = (articles: readonly Card[]): Map<string, Card[]> => groupBy(articles, (day) => day.slice(0, 4));
const byMonth = (articles: readonly Card[]): Map<string, Card[]> => groupBy(articles, (day) => day.slice(5, 7));
