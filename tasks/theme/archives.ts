// Every article by year, in a series of pages.
import { html } from 'hono/html';
import type { Article } from '#pdc/article';
import { archivesPath, numberedPath } from '#pdc/paths';
import { empty } from './empty.ts';
import { entries } from './entries.ts';
import { facts } from './facts.ts';
import { pageFact, pageNumbers } from './page-numbers.ts';
import { toParts } from './series.ts';
import type { Part } from './series.ts';
import type { Context, Listing, Markup, View } from './view.ts';
import { words } from './words.ts';

const postsPerPage = 50;

export function archivesListings(context: Context): Listing[] {
  const { articles } = context.library;
  const counts = new Map(byYear(articles).map(([year, published]) => [year, published.length]));
  const says = JSON.stringify([...counts]);
  return toParts(articles, postsPerPage).map((part) => ({
    path: pathOf(part.page),
    articles: part.articles,
    says,
    view: () => archivesView(part, { counts, context }),
  }));
}

const pathOf = (page: number): string => numberedPath(archivesPath, page);

type Counted = { readonly counts: ReadonlyMap<string, number>; readonly context: Context };

function archivesView(part: Part, { counts, context }: Counted): View {
  const { site, articles } = context.library;
  return {
    path: pathOf(part.page),
    title: words.titleOfPage(words.archives, part.page),
    description: words.describePage(words.describeArchives(site.title, articles.length), part.page),
    section: archivesPath,
    main: html`<h1>${words.archives}</h1>
${part.page === 1 && html`<p class="hint without-script">${words.searchWithoutScript}</p>`}
${articles.length === 0 ? empty(words.emptyPosts, words.emptyPostsHint) : years(part, { counts, context })}
${pageNumbers({ ...part, pathOf }, context)}`,
  };
}

/** A year that goes on from the page before tells its whole count all the same. */
function years(part: Part, { counts, context }: Counted): Markup {
  return html`${facts([html`${words.totalCount(context.library.articles.length)}`, pageFact(part)])}
${byYear(part.articles).map(
  ([year, published]) => html`<section>
<h2>${words.year(year)} <span class="count">${words.postCount(counts.get(year)!)}</span></h2>
${entries({ articles: published, show: 'month-day' }, context)}
</section>`,
)}`;
}

/** The articles come newest first, and so do the years. */
function byYear(articles: readonly Article[]): [string, Article[]][] {
  const groups = new Map<string, Article[]>();
  for (const article of articles) {
    const year = article.date.day.slice(0, 4);
    if (!groups.has(year)) groups.set(year, []);
    groups.get(year)!.push(article);
  }
  return [...groups];
}
