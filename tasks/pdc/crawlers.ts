// Files for crawlers: robots.txt, sitemap.xml, atom.xml and the marker that keeps a host from hiding files.
import { html, raw } from 'hono/html';
import type { Article, Page } from './article.ts';
import type { Output } from './document.ts';
import { pathOf } from './library.ts';
import type { Library } from './library.ts';
import type { Moment } from './moment.ts';
import * as paths from './paths.ts';
import type { Site } from './site.ts';

/** The seed's group as it stands; a group of its own for each agent that reads on a person's behalf. */
export function robots(site: Site): Output {
  const base = paths.basePath(site);
  const everybody = [`User-agent: *`, `Allow: ${base}/`, `Disallow: ${base}/api/`].join('\n');
  const agents = site.agents.map((agent) =>
    [`User-agent: ${agent}`, `Allow: ${base}/`, `Allow: ${base}/api/`].join('\n'),
  );
  const map = `Sitemap: ${paths.toAbsolute(site, paths.sitemapPath)}`;
  return { path: paths.robotsPath, contents: `${[everybody, ...agents, map].join('\n\n')}\n` };
}

export const nojekyll = (): Output => ({ path: paths.nojekyllPath, contents: '' });

type Place = { readonly path: string; readonly moment?: Moment | undefined; readonly entry?: Article | Page };

/** Addresses that one sitemap may have (sitemaps.org). */
const largestSitemap = 50_000;

/** Every page for people, with the time of its last change where it has one; of a large site an index and its parts. */
export function sitemap(library: Library, largest = largestSitemap): Output[] {
  const { site, articles, pages, categories, tags } = library;
  const entries: Place[] = [
    { path: paths.homePath(1), moment: newest(articles) },
    ...articles.map((entry) => ({ path: pathOf(site, entry), moment: entry.updated ?? entry.date, entry })),
    { path: paths.archivesPath, moment: newest(articles) },
    { path: paths.categoriesPath, moment: newest(articles) },
    ...categories.map((group) => ({ path: paths.categoryPath(group.slug), moment: newest(group.articles) })),
    { path: paths.tagsPath, moment: newest(articles) },
    ...tags.map((group) => ({ path: paths.tagPath(group.slug), moment: newest(group.articles) })),
    ...pages.map((entry) => ({ path: pathOf(site, entry), moment: entry.updated, entry })),
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

function sitemapFile(places: readonly Place[], path: string, site: Site): Output {
  const rows = places.map((place) => raw(toRow(place, site)));
  const document = html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows}</urlset>
`;
  return { path, contents: toXml(document) };
}

const known = new WeakMap<Article | Page, { readonly site: Site; readonly row: string }>();

/** A watcher makes the sitemap with every title: the row of an entry is written once. */
function toRow({ path, moment, entry }: Place, site: Site): string {
  const before = entry && known.get(entry);
  if (before?.site === site) return before.row;
  const row = `<url>${String(addressOf(path, moment, site))}</url>\n`;
  if (entry) known.set(entry, { site, row });
  return row;
}

const addressOf = (path: string, moment: Moment | undefined, site: Site): ReturnType<typeof html> =>
  html`<loc>${paths.toAbsolute(site, path)}</loc>${moment ? html`<lastmod>${moment.iso}</lastmod>` : ''}`;

const feedLength = 20;

/** An Atom feed of the newest articles: title, dates, description; the texts stay on their pages. */
export function feed({ site, articles, categoryOf, tagOf }: Library): Output {
  const listed = articles.slice(0, feedLength);
  const entries = listed.map((article) => {
    const url = paths.toAbsolute(site, pathOf(site, article));
    const names = [
      ...article.categories.map((name) => categoryOf(name).name),
      ...article.tags.map((name) => tagOf(name).name),
    ];
    return html`<entry>
<title>${article.title}</title>
<id>${url}</id>
<link rel="alternate" type="text/html" href="${url}"/>
<link rel="alternate" type="text/markdown" href="${paths.toAbsolute(site, paths.postMdPath(article.slug))}"/>
<published>${article.date.iso}</published>
<updated>${(article.updated ?? article.date).iso}</updated>
${[...new Set(names)].map(
  (name) => html`<category term="${name}"/>
`,
)}<summary>${article.description}</summary>
</entry>
`;
  });
  const self = paths.toAbsolute(site, paths.feedPath);
  const document = html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.language}">
<title>${site.title}</title>
<subtitle>${site.description}</subtitle>
<id>${paths.toAbsolute(site, '/')}</id>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${paths.toAbsolute(site, '/')}"/>
<updated>${newest(listed)?.iso ?? '1970-01-01T00:00:00Z'}</updated>
<author><name>${site.author === '' ? site.title : site.author}</name></author>
${
  site.licence === undefined
    ? raw('')
    : html`<rights>${site.licence}</rights>
`
}${entries}</feed>
`;
  return { path: paths.feedPath, contents: toXml(document) };
}

/** The latest change among articles. */
const newest = (articles: Library['articles']): Moment | undefined =>
  latest(articles.map(({ updated, date }) => updated ?? date));

const latest = (moments: readonly Moment[]): Moment | undefined =>
  moments.reduce<Moment | undefined>((one, other) => (one && one.epoch >= other.epoch ? one : other), undefined);

/** XML 1.0 has no place for most control characters, not even escaped. */
const toXml = (document: ReturnType<typeof html>): string =>
  String(document).replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '');
