// The front page and the pages behind it: what the site is about, who writes it, and its articles, the newest first.
import { html } from '#pdc/markup';
import type { Article } from '#pdc/article/article';
import { categoryPath, homePath, indexJsonPath, llmsPath, manifestPath, postPath, toHref } from '#pdc/paths';
import type { Site } from '#pdc/site';
import { coverFigure, coverThumbnail } from '../parts/cover.ts';
import { empty } from '../parts/empty.ts';
import { categoryLink, facts, marks, stickyMark, termsOf, time } from '../parts/facts.ts';
import { owner } from '../parts/owner.ts';
import { pageFact, pageNumbers } from '../parts/page-numbers.ts';
import { toParts } from './series.ts';
import { phrases } from '../parts/phrases.ts';
import { mostFirst, termList } from '../parts/terms.ts';
import type { Part } from './series.ts';
import type { Markup } from '#pdc/markup';
import type { Context, Listing, View } from '../view.ts';
import { wordsOf } from '../words/words-of.ts';

const postsPerPage = 10;

/** A page for every ten articles; a site without articles has a front page too. The first one counts them all. */
export function homeListings(context: Context): Listing[] {
  const articles = stickyFirst(context.library.articles);
  return toParts(articles, postsPerPage).map((part) => ({
    path: homePath(part.page),
    articles: part.page === 1 ? articles : part.articles,
    otherContent: `${part.pages}`,
    view: () => homeView(part, context),
  }));
}

/** Those that their author keeps on top, the highest number first; the others as they were. */
const stickyFirst = (articles: readonly Article[]): readonly Article[] =>
  articles.some(({ sticky }) => sticky !== undefined)
    ? [...articles].sort((a, b) => (b.sticky ?? 0) - (a.sticky ?? 0))
    : articles;

function homeView(part: Part, context: Context): View {
  const { site } = context.library;
  const words = wordsOf(site);
  const { articles, page } = part;
  const [lead, ...others] = articles;
  return {
    path: homePath(page),
    title: page === 1 ? site.title : words.pageNumber(page),
    description: site.description,
    width: 'wide',
    ...(page === 1 ? {} : { section: homePath(1) }),
    main: html`${page === 1 ? introduction(context) : heading(part, context)}
<div class="summaries">
${lead === undefined ? empty(words.emptyPosts, words.emptyPostsHint) : page === 1 ? leading(lead, context) : summary(lead, context)}
${others.map((article) => summary(article, context))}
</div>
${pageNumbers({ ...part, pathOf: homePath }, context)}`,
  };
}

function heading(part: Part, { library: { site } }: Context): Markup {
  const words = wordsOf(site);
  return html`<h1>${words.posts}</h1>
${facts([pageFact(part, words)])}`;
}

/** The introduction for new readers: the subject of the site, its author, and the channels for people and machines. */
function introduction(context: Context): Markup {
  const { site } = context.library;
  return html`<h1 class="unseen">${site.title}</h1>
<div class="introduction">
<div class="masthead">
${site.description !== '' && html`<p class="lede">${site.description}</p>`}
${owner(site)}
</div>
${site.channels !== 'off' && channels(context, site.channels ?? {})}
</div>`;
}

function channels(context: Context, own: Exclude<NonNullable<Site['channels']>, 'off'>): Markup {
  const { site, articles } = context.library;
  const words = wordsOf(site);
  const links = topics(context);
  return html`<div class="channels">
${articles.length > 0 && channel(words.forPeople, { text: own.people ?? words.offerPeople(articles.length, links.length > 0), links })}
${channel(words.forMachines, { text: own.machines ?? words.offerMachines, links: entrances(site) })}
</div>`;
}

type ChannelLink = { readonly href: string; readonly label: string };

const channel = (
  title: string,
  { text, links }: { text: string; links: readonly ChannelLink[] },
): Markup => html`<section>
<h2>${title}</h2>
<p>${text}</p>
${links.length > 0 && termList(links.map(({ href, label }) => html`<a href="${href}">${label}</a>`))}
</section>`;

/** The fullest categories say what the site is about. */
const mostTopics = 6;

function topics({ library: { site, articles, categories, categoryOf } }: Context): ChannelLink[] {
  // Where a category has others below it, those say more.
  const named = new Set(articles.map((article) => termsOf(article.categories, categoryOf).at(-1)?.slug));
  return mostFirst(categories)
    .filter(({ slug }) => named.has(slug))
    .slice(0, mostTopics)
    .map(({ slug, name }) => ({ href: toHref(site, categoryPath(slug)), label: name }));
}

const entrances = (site: Site): ChannelLink[] => {
  const words = wordsOf(site);
  return [
    { href: toHref(site, llmsPath), label: 'llms.txt' },
    { href: toHref(site, indexJsonPath), label: 'index.json' },
    { href: toHref(site, manifestPath), label: words.manifest },
    ...(site.mcp === undefined ? [] : [{ href: site.mcp, label: words.mcp }]),
  ];
};

/** The first article of the site: as large as its picture lets it be. */
function leading(article: Article, context: Context): Markup {
  return html`<article class="summary lead">
${head(article, context)}
${coverFigure(article, context.library.site)}
</article>`;
}

function summary(article: Article, context: Context): Markup {
  return html`<article class="summary">
${head(article, context)}
${coverThumbnail(article, context.library.site)}
</article>`;
}

function head(article: Article, context: Context): Markup {
  const { site, categoryOf } = context.library;
  const words = wordsOf(site);
  const category = termsOf(article.categories, categoryOf).at(-1);
  return html`<h2><a href="${toHref(site, postPath(site, article))}">${phrases(article.title)}</a></h2>
${facts([
  stickyMark(article, words),
  time(article.date),
  category && categoryLink(category, context),
  article.series === undefined ? undefined : html`${words.seriesOf(article.series)}`,
  article.prefix === 'prompt' ? html`<span class="mark of-prompt">prompt</span>` : undefined,
  ...marks(article, words),
])}
${article.description !== '' && html`<p class="description">${article.description}</p>`}`;
}
