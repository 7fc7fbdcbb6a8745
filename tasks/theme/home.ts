// The front page and the pages behind it: what the site is about, and its articles, the newest first.
import { html } from 'hono/html';
import type { Article } from '#pdc/article';
import { categoryPath, homePath, indexJsonPath, llmsPath, manifestPath, postPath, toHref } from '#pdc/paths';
import type { Site } from '#pdc/site';
import { coverThumbnail } from './cover.ts';
import { empty } from './empty.ts';
import { categoryLink, facts, marks, termsOf, time } from './facts.ts';
import { pageFact, pageNumbers } from './page-numbers.ts';
import { toParts } from './series.ts';
import { phrases } from './phrases.ts';
import { mostFirst, termList } from './terms.ts';
import type { Part } from './series.ts';
import type { Context, Listing, Markup, View } from './view.ts';
import { words } from './words.ts';

const postsPerPage = 10;

/** A page for every ten articles; a site without articles has a front page too. The first one counts them all. */
export function homeListings(context: Context): Listing[] {
  const { articles } = context.library;
  return toParts(articles, postsPerPage).map((part) => ({
    path: homePath(part.page),
    articles: part.page === 1 ? articles : part.articles,
    says: `${part.pages}`,
    view: () => homeView(part, context),
  }));
}

function homeView(part: Part, context: Context): View {
  const { site } = context.library;
  const { articles, page } = part;
  return {
    path: homePath(page),
    title: page === 1 ? site.title : words.pageNumber(page),
    description: site.description,
    ...(page === 1 ? {} : { section: homePath(1) }),
    main: html`${page === 1 ? introduction(context) : heading(part)}
${articles.length === 0 ? empty(words.emptyPosts, words.emptyPostsHint) : articles.map((article) => summary(article, context))}
${pageNumbers({ ...part, pathOf: homePath }, context)}`,
  };
}

function heading(part: Part): Markup {
  return html`<h1>${words.posts}</h1>
${facts([pageFact(part)])}`;
}

/** What a stranger is told first: what this is about, and that machines are welcome. */
function introduction(context: Context): Markup {
  const { site } = context.library;
  return html`<h1 class="unseen">${site.title}</h1>
<div class="introduction">
${site.description !== '' && html`<p class="lede">${site.description}</p>`}
<div class="channels">
${context.library.articles.length > 0 && channel(words.forPeople, { text: words.offerPeople(context.library.articles.length), links: topics(context) })}
${channel(words.forMachines, { text: words.offerMachines, links: entrances(site) })}
</div>
</div>`;
}

type Way = { readonly href: string; readonly label: string };

const channel = (title: string, { text, links }: { text: string; links: readonly Way[] }): Markup => html`<section>
<h2>${title}</h2>
<p>${text}</p>
${links.length > 0 && termList(links.map(({ href, label }) => html`<a href="${href}">${label}</a>`))}
</section>`;

/** The fullest categories say what the site is about. */
const mostTopics = 6;

function topics({ library: { site, articles, categories, categoryOf } }: Context): Way[] {
  // Where a category has others below it, those say more.
  const named = new Set(articles.map((article) => termsOf(article.categories, categoryOf).at(-1)?.slug));
  return mostFirst(categories)
    .filter(({ slug }) => named.has(slug))
    .slice(0, mostTopics)
    .map(({ slug, name }) => ({ href: toHref(site, categoryPath(slug)), label: name }));
}

const entrances = (site: Site): Way[] => [
  { href: toHref(site, llmsPath), label: 'llms.txt' },
  { href: toHref(site, indexJsonPath), label: 'index.json' },
  { href: toHref(site, manifestPath), label: words.manifest },
  ...(site.mcp === undefined ? [] : [{ href: site.mcp, label: words.mcp }]),
];

function summary(article: Article, context: Context): Markup {
  const { site, categoryOf } = context.library;
  const category = termsOf(article.categories, categoryOf).at(-1);
  return html`<article class="summary">
<h2><a href="${toHref(site, postPath(site, article))}">${phrases(article.title)}</a></h2>
${facts([time(article.date), category && categoryLink(category, context), ...marks(article)])}
${article.description !== '' && html`<p class="description">${article.description}</p>`}
${coverThumbnail(article, site)}
</article>`;
}
