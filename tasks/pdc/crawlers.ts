// Files for crawlers: robots.txt, sitemap.xml, atom.xml and the marker that keeps a host from hiding files.
import { html, raw } from 'hono/html';
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

/** Every page for people, with the time of its last change where it has one. */
export function sitemap(library: Library): Output {
  const { site, articles, pages, categories, tags } = library;
  const entries: { path: string; moment?: Moment | undefined }[] = [
    { path: paths.homePath(1), moment: newest(articles) },
    ...articles.map((article) => ({ path: pathOf(site, article), moment: article.updated ?? article.date })),
    { path: paths.archivesPath, moment: newest(articles) },
    { path: paths.categoriesPath, moment: newest(articles) },
    ...categories.map((group) => ({ path: paths.categoryPath(group.slug), moment: newest(group.articles) })),
    { path: paths.tagsPath, moment: newest(articles) },
    ...tags.map((group) => ({ path: paths.tagPath(group.slug), moment: newest(group.articles) })),
    ...pages.map((page) => ({ path: pathOf(site, page), moment: page.updated })),
  ];
  const rows = entries.map(
    ({ path, moment }) =>
      html`<url><loc>${paths.toAbsolute(site, path)}</loc>${moment ? html`<lastmod>${moment.iso}</lastmod>` : ''}</url>
`,
  );
  const document = html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows}</urlset>
`;
  return { path: paths.sitemapPath, contents: toXml(document) };
}

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
function newest(articles: Library['articles']): Moment | undefined {
  return articles
    .map(({ updated, date }) => updated ?? date)
    .reduce<Moment | undefined>(
      (latest, moment) => (latest && latest.epoch >= moment.epoch ? latest : moment),
      undefined,
    );
}

/** XML 1.0 has no place for most control characters, not even escaped. */
const toXml = (document: ReturnType<typeof html>): string =>
  String(document).replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '');
