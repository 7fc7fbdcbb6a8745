// Every article by year.
import { html } from 'hono/html';
import type { Article } from '#pdc/article';
import { archivesPath } from '#pdc/paths';
import { empty } from './empty.ts';
import { entries } from './entries.ts';
import type { Context, Markup, View } from './view.ts';
import { words } from './words.ts';

export function archivesView(context: Context): View {
  const { site, articles } = context.library;
  return {
    path: archivesPath,
    title: words.archives,
    description: words.describeArchives(site.title, articles.length),
    main: html`<h1>${words.archives}</h1>
${articles.length === 0 ? empty(words.emptyPosts, words.emptyPostsHint) : years(context)}`,
  };
}

function years(context: Context): Markup {
  const { articles } = context.library;
  return html`<p class="facts">${words.totalCount(articles.length)}</p>
${byYear(articles).map(
  ([year, published]) => html`<section>
<h2>${words.year(year)} <span class="count">${words.postCount(published.length)}</span></h2>
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
