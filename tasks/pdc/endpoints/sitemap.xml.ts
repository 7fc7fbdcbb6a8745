// `/sitemap.xml`: every page for people.
import { html, raw } from '../markup.ts';
import type { Markup } from '../markup.ts';
import type { Article, Page } from '../article/article.ts';
import type { Output } from '../document.ts';
import { pathOf } from '../library/addresses.ts';
import type { Library } from '../library/library.ts';
import type { Moment } from '../moment.ts';
import * as paths from '../paths.ts';
import { remember } from '../remember.ts';
import type { Site } from '../site.ts';
import { latest, newest, toXml } from './xml.ts';

type SitemapUrl = { readonly path: string; readonly moment?: Moment | undefined; readonly entry?: Article | Page };

/** Addresses that one sitemap may have (sitemaps.org). */
const largestSitemap = 50_000;

/** Every page for people, with the time of its last change where it has one; of a large site an index and its parts. */
export function sitemap(library: Library, largest = largestSitemap): Output[] {
  const { site, articles, pages, categories, tags } = library;
  const entries: SitemapUrl[] = [
    { path: paths.homePath(1), moment: newest(articles) },
    ...articles.map((article) => toPlace(article, site)),
    { path: paths.archivesPath, moment: newest(articles) },
    { path: paths.categoriesPath, moment: newest(articles) },
    ...categories.map((group) => ({ path: paths.categoryPath(group.slug), moment: newest(group.articles) })),
    { path: paths.tagsPath, moment: newest(articles) },
    ...tags.map((group) => ({ path: paths.tagPath(group.slug), moment: newest(group.articles) })),
    ...pages.map((page) => toPlace(page, site)),
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

const toRow = ({ path, moment, entry }: SitemapUrl, site: Site): string =>
  entry ? toEntryRow(entry, site) : `<url>${String(addressOf(path, moment, site))}</url>\n`;

/** A watcher makes the sitemap after every save: the row of an entry is written once. */
const toEntryRow = remember((entry: Article | Page, site: Site): string => {
  const { path, moment } = toPlace(entry, site);
  return toRow({ path, moment }, site);
});

const toPlace = (entry: Article | Page, site: Site): SitemapUrl => ({
  path: pathOf(site, entry),
  moment: entry.updated ?? (entry.layout === 'post' ? entry.date : undefined),
  entry,
});

const addressOf = (path: string, moment: Moment | undefined, site: Site): Markup =>
  html`<loc>${paths.toAbsolute(site, path)}</loc>${moment ? html`<lastmod>${moment.iso}</lastmod>` : ''}`;
