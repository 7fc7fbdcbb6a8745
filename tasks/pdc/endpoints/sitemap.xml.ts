// `/sitemap.xml`: every page for people.
import { html, raw } from '../text/markup.ts';
import type { Markup } from '../text/markup.ts';
import type { Page } from '../article/article.ts';
import type { Output } from '../text/document.ts';
import type { Card } from '../library/cards.ts';
import type { Moment } from '../text/moment.ts';
import * as paths from '../site/paths.ts';
import { remember } from '../remember.ts';
import type { Site } from '../site/site.ts';
import { latest, newest, toXml } from './xml.ts';

type MapCard = Pick<Card, 'slug' | 'date' | 'updated'>;
type MapGroup = { readonly slug: string; readonly articles: readonly MapCard[] };

export type SitemapInput = {
  readonly site: Site;
  readonly articles: readonly MapCard[];
  readonly categories: readonly MapGroup[];
  readonly tags: readonly MapGroup[];
  readonly pages: readonly Pick<Page, 'slug' | 'updated'>[];
};

type SitemapUrl = { readonly path: string; readonly moment?: Moment | undefined; readonly article?: MapCard };

/** The maximum number of addresses in one sitemap (sitemaps.org). */
const maxAddresses = 50_000;

/** Every page for people, with the time of its last change if known. A large site has an index and parts. */
export function sitemap({ site, articles, pages, categories, tags }: SitemapInput, largest = maxAddresses): Output[] {
  const entries: SitemapUrl[] = [
    { path: paths.homePath(1), moment: newest(articles) },
    ...articles.map((article) => ({
      path: paths.postPath(site, article),
      moment: article.updated ?? article.date,
      article,
    })),
    { path: paths.archivesPath, moment: newest(articles) },
    { path: paths.categoriesPath, moment: newest(articles) },
    ...categories.map((group) => ({ path: paths.categoryPath(group.slug), moment: newest(group.articles) })),
    { path: paths.tagsPath, moment: newest(articles) },
    ...tags.map((group) => ({ path: paths.tagPath(group.slug), moment: newest(group.articles) })),
    ...pages.map(({ slug, updated }) => ({ path: paths.pagePath(slug), moment: updated })),
  ];
  if (entries.length <= largest) return [sitemapFile(entries, paths.sitemapPath, site)];
  const parts = Array.from({ length: Math.ceil(entries.length / largest) }, (_, index) => ({
    path: paths.sitemapPartPath(index + 1),
    places: entries.slice(index * largest, (index + 1) * largest),
  }));
  const rows = parts.map(({ path, places }) => {
    const moment = latest(places.flatMap((place) => place.moment ?? []));
    return html`<sitemap>${addressOf(path, moment, site)}</sitemap>
`;
  });
  const index = html`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows}</sitemapindex>
`;
  return [
    { path: paths.sitemapPath, contents: toXml(index) },
    ...parts.map(({ path, places }) => sitemapFile(places, path, site)),
  ];
}

function sitemapFile(places: readonly SitemapUrl[], path: string, site: Site): Output {
  const rows = places.map((place) => raw(toRow(place, site)));
  const document = html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows}</urlset>
`;
  return { path, contents: toXml(document) };
}

const toRow = ({ path, moment, article }: SitemapUrl, site: Site): string =>
  article ? toArticleRow(article, site) : `<url>${String(addressOf(path, moment, site))}</url>\n`;

/** Cached, because a watcher makes the sitemap after every save. */
const toArticleRow = remember((article: MapCard, site: Site): string =>
  toRow({ path: paths.postPath(site, article), moment: article.updated ?? article.date }, site),
);

const addressOf = (path: string, moment: Moment | undefined, site: Site): Markup =>
  html`<loc>${paths.toAbsolute(site, path)}</loc>${moment ? html`<lastmod>${moment.iso}</lastmod>` : ''}`;
