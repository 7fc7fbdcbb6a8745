// The sidebar of the home page (`home: sidebar`): the author, counts, categories, tags, and the articles that were
// updated last.
import { html, raw } from '#pdc/text/markup';
import type { Card, CardGroup, Cards } from '#pdc/library/cards';
import type { Moment } from '#pdc/text/moment';
import { archivesPath, categoriesPath, categoryPath, postPath, tagPath, tagsPath, toHref } from '#pdc/site/paths';
import type { Site } from '#pdc/site/site';
import { toTarget } from './anchor.ts';
import { time } from './facts.ts';
import { hueOf } from './hue.ts';
import { socialLinks } from './owner.ts';
import { titleOf } from './phrases.ts';
import { countedLink, mostFirst } from './terms.ts';
import type { CountedTerm } from './terms.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

type UpdatedArticle = Pick<Card, 'slug' | 'title' | 'mathjax' | 'date'> & { readonly updated: Moment };

export type Sidebar = {
  readonly counts: Readonly<Record<'articles' | 'categories' | 'tags', number>>;
  /** The largest first. */
  readonly categories: readonly CountedTerm[];
  readonly tags: readonly CountedTerm[];
  /** The last update first. The list beside the sidebar already shows the newest articles. */
  readonly updated: readonly UpdatedArticle[];
};

const maxCategories = 10;
const maxTags = 24;
const maxUpdated = 5;

export function toSidebar({ articles, categories, tags }: Cards): Sidebar {
  return {
    counts: { articles: articles.length, categories: categories.length, tags: tags.length },
    categories: largest(minorOf({ articles, categories }), maxCategories),
    tags: largest(tags, maxTags),
    updated: lastUpdated(articles),
  };
}

/** The categories that are the most specific category of some article. They say more than the categories above them. */
export function minorOf({ articles, categories }: Pick<Cards, 'articles' | 'categories'>): CardGroup[] {
  const slugs = new Set(articles.map(({ category }) => category?.slug));
  return categories.filter(({ slug }) => slugs.has(slug));
}

const largest = (groups: readonly CardGroup[], limit: number): CountedTerm[] =>
  mostFirst(groups)
    .slice(0, limit)
    .map(({ slug, name, articles }) => ({ slug, name, count: articles.length }));

/** A change on the day of publication is not an update, as on the page of the article. */
function lastUpdated(articles: readonly Card[]): UpdatedArticle[] {
  return articles
    .flatMap(({ slug, title, mathjax, date, updated }) =>
      updated === undefined || updated.day === date.day
        ? []
        : [{ slug, title, date, updated, ...(mathjax && { mathjax }) }],
    )
    .sort((a, b) => b.updated.epoch - a.updated.epoch)
    .slice(0, maxUpdated);
}

export function withSidebar(main: Markup, sidebar: Sidebar, { site }: Context): Markup {
  return html`<div class="with-sidebar">
<div>
${main}
</div>
<aside class="sidebar" aria-label="${themeLabelsOf(site).aboutSite}">
${whoWrites(sidebar, site)}
${categoryList(sidebar, site)}
${tagList(sidebar, site)}
${updatedList(sidebar, site)}
</aside>
</div>`;
}

function whoWrites({ counts }: Sidebar, site: Site): Markup {
  const { profile, author, title } = site;
  return html`<section class="who">
${portrait(site)}
<h2>${author === '' ? title : author}</h2>
${profile?.bio !== undefined && html`<p class="owner-bio">${profile.bio}</p>`}
${countLinks(counts, site)}
${socialLinks(site)}
</section>`;
}

/** The picture of the author or of the site. If both are missing, the style sheet draws the sign of the theme. */
function portrait(site: Site): Markup {
  const picture = site.profile?.avatar ?? site.icon;
  return picture === undefined
    ? html`<span class="portrait sign"></span>`
    : html`<img class="portrait" src="${toTarget(picture, site)}" alt="" width="88" height="88" decoding="async">`;
}

function countLinks(counts: Sidebar['counts'], site: Site): Markup {
  const labels = themeLabelsOf(site);
  const links = [
    [counts.articles, labels.posts, archivesPath],
    [counts.categories, labels.categories, categoriesPath],
    [counts.tags, labels.tags, tagsPath],
  ] as const;
  return html`<ul class="counts">
${links.map(([count, label, path]) => html`<li><a href="${toHref(site, path)}"><b>${count}</b> ${label}</a></li>`)}
</ul>`;
}

function categoryList({ categories, counts }: Sidebar, site: Site): Markup | undefined {
  if (categories.length === 0) return undefined;
  const labels = themeLabelsOf(site);
  const { channels } = site;
  const sentence = channels === 'off' ? undefined : channels?.people;
  return html`<section>
<h2>${labels.categories}</h2>
${sentence !== undefined && html`<p>${sentence}</p>`}
<ul class="sidebar-categories">
${categories.map((term) => html`<li${hueOf(term.slug)}>${countedLink(term, { href: toHref(site, categoryPath(term.slug)), labels })}</li>`)}
</ul>
${counts.categories > maxCategories && html`<p><a href="${toHref(site, categoriesPath)}">${labels.allCategories}</a></p>`}
</section>`;
}

function tagList({ tags, counts }: Sidebar, site: Site): Markup | undefined {
  if (tags.length === 0) return undefined;
  const labels = themeLabelsOf(site);
  return html`<section>
<h2>${labels.tags}</h2>
<ul class="terms sidebar-tags">
${tags.map((term) => html`<li${term.count === 1 && raw(' class="once"')}>${countedLink(term, { href: toHref(site, tagPath(term.slug)), labels })}</li>`)}
${counts.tags > maxTags && html`<li><a href="${toHref(site, tagsPath)}">${labels.allTags}</a></li>`}
</ul>
</section>`;
}

function updatedList({ updated }: Sidebar, site: Site): Markup | undefined {
  if (updated.length === 0) return undefined;
  return html`<section>
<h2>${themeLabelsOf(site).recentlyUpdated}</h2>
<ol class="sidebar-updated">
${updated.map((article) => html`<li><a href="${toHref(site, postPath(site, article))}">${titleOf(article)}</a> ${time(article.updated)}</li>`)}
</ol>
</section>`;
}
