// The page for a missing address.
import type { Card } from '#pdc/library/cards';
import { html } from '#pdc/text/markup';
import { archivesPath, categoriesPath, homePath, notFoundPath, tagsPath, toHref } from '#pdc/site/paths';
import { entries } from '../parts/entries.ts';
import { termList } from '../parts/terms.ts';
import type { Markup } from '#pdc/text/markup';
import { listing } from '../view.ts';
import type { Context, Listing, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

const newestShown = 5;

export const notFoundListing = (articles: readonly Card[]): Listing =>
  listing(notFoundPath, [articles.slice(0, newestShown)], notFoundView);

function notFoundView(context: Context, newestArticles: readonly Card[]): View {
  const { site } = context;
  const labels = themeLabelsOf(site);
  const ways = [
    { path: homePath(1), label: labels.home },
    { path: archivesPath, label: labels.archives },
    { path: categoriesPath, label: labels.categories },
    { path: tagsPath, label: labels.tags },
  ];
  return {
    path: notFoundPath,
    title: labels.notFound,
    description: '',
    noindex: true,
    main: html`<h1>${labels.notFound}</h1>
<p>${labels.notFoundHint}</p>
${termList(ways.map(({ path, label }) => html`<a href="${toHref(site, path)}">${label}</a>`))}
${newestArticles.length > 0 && newest(newestArticles, context)}`,
  };
}

/** The newest articles. A script adds a button that looks for the address; `asking` reserves the space for it. */
function newest(articles: readonly Card[], context: Context): Markup {
  return html`<section class="suggestions">
<div class="asking"></div>
<h2>${themeLabelsOf(context.site).newest}</h2>
${entries({ articles, show: 'day' }, context)}
</section>`;
}
