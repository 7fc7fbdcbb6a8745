// The home page and its numbered pages: the author, the subject, the articles from newest to oldest, and links for
// programs at the end.
import { breakable } from '#pdc/markdown/breaks';
import { html } from '#pdc/text/markup';
import type { Card, Cards } from '#pdc/library/cards';
import { categoryPath, homePath, indexJsonPath, indexMdPath, llmsPath, manifestPath, toHref } from '#pdc/site/paths';
import type { Site } from '#pdc/site/site';
import type { Term } from '#pdc/library/taxonomy';
import { empty } from '../parts/empty.ts';
import { facts, stickyMark } from '../parts/facts.ts';
import { hueOf } from '../parts/hue.ts';
import { owner } from '../parts/owner.ts';
import { pageFact, pageNumbers } from '../parts/page-numbers.ts';
import { toParts } from './series.ts';
import { mostFirst, termList } from '../parts/terms.ts';
import { minorOf, toSidebar, withSidebar } from '../parts/sidebar.ts';
import type { Sidebar } from '../parts/sidebar.ts';
import { leadingSummary, summary } from '../parts/summaries.ts';
import type { Part } from './series.ts';
import type { Markup } from '#pdc/text/markup';
import { listing } from '../view.ts';
import type { Context, Listing, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

const postsPerPage = 10;

/** A page for every ten articles. A site without articles has a home page too. Only the first page shows the count. */
export function homeListings(cards: Cards): Listing[] {
  const [first, ...otherParts] = toParts(stickyFirst(cards.articles), postsPerPage);
  const sidebarPart = cards.site.home === 'sidebar' ? { sidebar: toSidebar(cards) } : {};
  const front = { count: cards.articles.length, topics: topicsOf(cards), ...sidebarPart };
  return [
    listing(homePath(1), [first!, front], homeView),
    ...otherParts.map((part) => listing(homePath(part.page), [part, sidebarPart], homeView)),
  ];
}

/** Sticky articles, the highest number first; then the others in their order. */
const stickyFirst = (articles: readonly Card[]): readonly Card[] =>
  articles.some(({ sticky }) => sticky !== undefined)
    ? [...articles].sort((a, b) => (b.sticky ?? 0) - (a.sticky ?? 0))
    : articles;

/** The parts of a home page besides its articles. Only the first page has the number of all articles and the topics. */
type Besides = { readonly count?: number; readonly topics?: readonly Term[]; readonly sidebar?: Sidebar };

function homeView(context: Context, part: Part, besides: Besides): View {
  const { site } = context;
  const { sidebar } = besides;
  const labels = themeLabelsOf(site);
  const { articles, page } = part;
  const [lead, ...otherArticles] = articles;
  const main = html`${page === 1 ? introduction(context, besides) : heading(part, context)}
<div class="summaries">
${lead === undefined ? empty(labels.emptyPosts, labels.emptyPostsHint) : (page === 1 ? leadingSummary : summary)(lead, context, stickyMark(lead, labels))}
${otherArticles.map((article) => summary(article, context, stickyMark(article, labels)))}
</div>
${pageNumbers({ ...part, pathOf: homePath }, context)}`;
  return {
    path: homePath(page),
    title: page === 1 ? site.title : labels.pageNumber(page),
    description: site.description,
    width: 'wide',
    ...(page === 1 ? {} : { section: homePath(1) }),
    main: html`${sidebar ? withSidebar(main, sidebar, context) : main}
${page === 1 && site.channels !== 'off' && machines(site)}`,
  };
}

function heading(part: Part, { site }: Context): Markup {
  const labels = themeLabelsOf(site);
  return html`<h1>${labels.posts}</h1>
${facts([pageFact(part, labels)])}`;
}

/** The introduction for new readers: the description and, on a page without a sidebar, the author and the topics. */
function introduction({ site }: Context, { count = 0, topics = [], sidebar }: Besides): Markup {
  const { channels = {} } = site;
  return html`<h1 class="unseen">${site.title}</h1>
<div class="introduction">
${!sidebar && owner(site)}
${site.description !== '' && html`<p class="lede">${breakable(site.description)}</p>`}
${!sidebar && channels !== 'off' && count > 0 && topicLinks(topics, { count, site, ownSentence: channels.people })}
</div>`;
}

/** One quiet line for programs, after all content for people. */
function machines(site: Site): Markup {
  const labels = themeLabelsOf(site);
  const ownSentence = site.channels === 'off' ? undefined : site.channels?.machines;
  return html`<section class="machines">
<h2>${labels.forMachines}</h2>
${ownSentence !== undefined && html`<p>${ownSentence}</p>`}
${termList(entrances(site).map(({ href, label }) => html`<a href="${href}">${label}</a>`))}
</section>`;
}

/** The largest categories show what the site is about. */
const maxTopics = 6;

const topicsOf = (cards: Cards): Term[] =>
  mostFirst(minorOf(cards))
    .slice(0, maxTopics)
    .map(({ slug, name }) => ({ slug, name }));

type Topics = { readonly count: number; readonly site: Site; readonly ownSentence: string | undefined };

function topicLinks(topics: readonly Term[], { count, site, ownSentence }: Topics): Markup {
  return html`<div class="topics">
<p>${ownSentence ?? themeLabelsOf(site).siteSummary(count, topics.length > 0)}</p>
${topics.length > 0 && termList(topics.map(({ slug, name }) => html`<a href="${toHref(site, categoryPath(slug))}"${hueOf(slug)}>${name}</a>`))}
</div>`;
}

const entrances = (site: Site): { href: string; label: string }[] => {
  const labels = themeLabelsOf(site);
  return [
    { href: toHref(site, llmsPath), label: 'llms.txt' },
    { href: toHref(site, indexMdPath), label: 'index.md' },
    { href: toHref(site, indexJsonPath), label: 'index.json' },
    { href: toHref(site, manifestPath), label: labels.manifest },
    ...(site.mcp === undefined ? [] : [{ href: site.mcp, label: labels.mcp }]),
  ];
};
