// Every article by year and month, in a series of pages.
import { html } from '#pdc/markup';
import type { Article } from '#pdc/article/article';
import { archivesPath, numberedPath } from '#pdc/paths';
import { empty } from '../parts/empty.ts';
import { entries } from '../parts/entries.ts';
import { facts } from '../parts/facts.ts';
import { pageFact, pageNumbers } from '../parts/page-numbers.ts';
import { toParts } from './series.ts';
import type { Part } from './series.ts';
import type { Markup } from '#pdc/markup';
import type { Context, Listing, View } from '../view.ts';
import { wordsOf } from '../words/words-of.ts';

const postsPerPage = 50;

export function archivesListings(context: Context): Listing[] {
  const { articles } = context.library;
  const counts = new Map([...byYear(articles)].map(([year, published]) => [year, published.length]));
  const otherContent = JSON.stringify([...counts]);
  return toParts(articles, postsPerPage).map((part) => ({
    path: pathOf(part.page),
    articles: part.articles,
    otherContent,
    view: () => archivesView(part, { counts, context }),
  }));
}

const pathOf = (page: number): string => numberedPath(archivesPath, page);

type Counted = { readonly counts: ReadonlyMap<string, number>; readonly context: Context };

function archivesView(part: Part, { counts, context }: Counted): View {
  const { site, articles } = context.library;
  const words = wordsOf(site);
  return {
    path: pathOf(part.page),
    title: words.titleOfPage(words.archives, part.page),
    description: words.describePage(words.describeArchives(site.title, articles.length), part.page),
    section: archivesPath,
    width: 'wide',
    main: html`<h1>${words.archives}</h1>
${part.page === 1 && html`<p class="hint without-script">${words.searchWithoutScript}</p>`}
${articles.length === 0 ? empty(words.emptyPosts, words.emptyPostsHint) : years(part, { counts, context })}
${pageNumbers({ ...part, pathOf }, context)}`,
  };
}

/** A year that goes on from the page before tells its whole count all the same. */
function years(part: Part, { counts, context }: Counted): Markup {
  const { site, articles } = context.library;
  const words = wordsOf(site);
  return html`${facts([html`${words.totalCount(articles.length)}`, pageFact(part, words)])}
${[...byYear(part.articles)].map(
  ([year, published]) => html`<section class="year">
<h2>${words.year(year)} <span class="count">${words.postCount(counts.get(year)!)}</span></h2>
${[...byMonth(published)].map(
  ([month, some]) => html`<section class="month">
<h3>${words.month(Number(month))}</h3>
${entries({ articles: some, show: 'day-of-month' }, context)}
</section>`,
)}
</section>`,
)}`;
}

/** The articles come newest first, and so do the groups. */
function groupBy(articles: readonly Article[], nameOf: (day: string) => string): Map<string, Article[]> {
  const groups = new Map<string, Article[]>();
  for (const article of articles) {
    const name = nameOf(article.date.day);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name)!.push(article);
  }
  return groups;
}

const byYear = (articles: readonly Article[]): Map<string, Article[]> => groupBy(articles, (day) => day.slice(0, 4));
const byMonth = (articles: readonly Article[]): Map<string, Article[]> => groupBy(articles, (day) => day.slice(5, 7));
