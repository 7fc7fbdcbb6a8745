// Rules `robots`, `sitemap` and `feed`: what crawlers read.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { basePath, feedPath, robotsPath, sitemapPath, toAbsolute } from '#pdc/paths';
import { eachOf } from './files.ts';
import { quote } from './finding.ts';
import type { Flaw } from './finding.ts';
import { isLost, toSitePath } from './published.ts';
import type { Published } from './published.ts';

/** Rule `robots`: the seed's group as it stands, and a sitemap declaration. */
export async function checkRobots({ files, site }: Published): Promise<Flaw[]> {
  const text = await files.text(robotsPath);
  if (text === undefined) return [];
  const fields = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*([A-Za-z-]+)\s*:\s*(.*?)\s*(?:#.*)?$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name: name.toLowerCase(), value: value! }];
  });
  const base = basePath(site);
  const expected = [`allow: ${base}/`, `disallow: ${base}/api/`];
  const everybody = rulesFor('*', fields);
  const maps = fields.filter(({ name }) => name === 'sitemap').map(({ value }) => value);
  const messages = [
    ...(everybody.join('\n') === expected.join('\n')
      ? []
      : [
          `the group of "User-agent: *" must hold Allow: ${base}/ and Disallow: ${base}/api/, in this order and nothing else (it holds ${quote(everybody.join(', '))})`,
        ]),
    ...(maps.includes(toAbsolute(site, sitemapPath))
      ? []
      : [`must declare "Sitemap: ${toAbsolute(site, sitemapPath)}"`]),
  ];
  return messages.map((message) => ({ path: robotsPath, message }));
}

/** The rules of every group that names an agent, as one list. */
function rulesFor(agent: string, fields: readonly { name: string; value: string }[]): string[] {
  const rules: string[] = [];
  let agents: string[] = [];
  let heads = true;
  for (const { name, value } of fields) {
    if (name === 'user-agent') {
      agents = heads ? [...agents, value] : [value];
      heads = true;
    } else if (name === 'allow' || name === 'disallow') {
      heads = false;
      if (agents.includes(agent)) rules.push(`${name}: ${value}`);
    }
  }
  return rules;
}

type Xml = { [name: string]: Xml | Xml[] | string | undefined };

// Entities of a document type are not expanded: none of our files has one.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => ['url', 'sitemap', 'entry', 'link'].includes(name),
});

/** Parses well-formed XML, or says what is wrong with it. */
function readXml(text: string): { document: Xml } | { fault: string } {
  if (/<!DOCTYPE/i.test(text)) return { fault: 'has a document type, which it must not' };
  const result = XMLValidator.validate(text);
  if (result !== true) return { fault: `is not well-formed XML (line ${result.err.line}: ${result.err.msg})` };
  try {
    return { document: parser.parse(text) as Xml };
  } catch (error) {
    return { fault: `is not well-formed XML (${quote((error as Error).message)})` };
  }
}

/** Rule `sitemap`: every address is the site's and exists; every post is in it with the time of its last change. */
export async function checkSitemap(published: Published): Promise<Flaw[]> {
  const { files, site, posts } = published;
  if (!(await files.exists(sitemapPath))) return [];
  const flaw = (message: string): Flaw => ({ path: sitemapPath, message: `${message}: build again` });
  const rows = await readSitemap(published);
  if ('fault' in rows) return [flaw(rows.fault)];

  const lost = await eachOf(rows.urls, async ({ loc }) => {
    const path = toSitePath(site, loc);
    if (path === undefined) return [flaw(`lists ${quote(loc)}, which does not stand under ${site.url}/`)];
    return (await isLost(published, path)) ? [flaw(`lists ${quote(loc)}, which does not exist`)] : [];
  });
  const changes = new Map(rows.urls.map(({ loc, lastmod }) => [loc, lastmod]));
  const unlisted = posts.flatMap(({ slug, url }) => {
    if (!changes.has(url)) return [flaw(`does not list ${slug} (${url})`)];
    return isChangeTime(changes.get(url)) ? [] : [flaw(`says no lastmod, or none that is a date, for ${slug}`)];
  });
  return [...lost, ...unlisted];
}

type Rows = { readonly urls: readonly { loc: string; lastmod: string | undefined }[] } | { readonly fault: string };

/** The addresses of the sitemap, as they stand: those of all its parts where it is an index. */
export async function readSitemap({ files, site }: Pick<Published, 'files' | 'site'>): Promise<Rows> {
  const top = readXml((await files.text(sitemapPath)) ?? '');
  if ('fault' in top) return top;
  const { sitemapindex: index } = top.document;
  if (!isElement(index)) return readUrls(top.document);
  const urls: { loc: string; lastmod: string | undefined }[] = [];
  for (const part of childrenOf(index, 'sitemap')) {
    const loc = textOf(part, 'loc') ?? '';
    const path = toSitePath(site, loc);
    const text = path === undefined ? undefined : await files.text(path);
    if (text === undefined) return { fault: `lists the sitemap ${quote(loc)}, which does not exist` };
    const xml = readXml(text);
    const rows = 'fault' in xml ? xml : readUrls(xml.document);
    if ('fault' in rows) return { fault: `lists the sitemap ${quote(loc)}, which ${rows.fault}` };
    urls.push(...rows.urls);
  }
  return { urls };
}

function readUrls({ urlset }: Xml): Rows {
  if (!isElement(urlset) || urlset['@xmlns'] !== 'http://www.sitemaps.org/schemas/sitemap/0.9')
    return { fault: 'has no urlset of the sitemap namespace' };
  const urls = childrenOf(urlset, 'url');
  if (urls.length > largestSitemap)
    return { fault: `has ${urls.length} addresses, and ${largestSitemap} at most are read` };
  return { urls: urls.map((url) => ({ loc: textOf(url, 'loc') ?? '', lastmod: textOf(url, 'lastmod') })) };
}

/** sitemaps.org */
const largestSitemap = 50_000;

const isDateTime = (text: string): boolean => z.iso.datetime({ offset: true }).safeParse(text).success;
const isChangeTime = (text = ''): boolean => isDateTime(text) || z.iso.date().safeParse(text).success;

/** Rule `feed`: Atom that a reader accepts, whose entries exist. */
export async function checkFeed(published: Published): Promise<Flaw[]> {
  const { files, site } = published;
  const text = await files.text(feedPath);
  if (text === undefined) return [];
  const flaw = (message: string): Flaw => ({ path: feedPath, message: `${message}: build again` });
  const xml = readXml(text);
  if ('fault' in xml) return [flaw(xml.fault)];
  const { feed } = xml.document;
  if (!isElement(feed) || feed['@xmlns'] !== 'http://www.w3.org/2005/Atom')
    return [flaw('has no feed of the Atom namespace')];

  const entries = childrenOf(feed, 'entry');
  const flaws = faultsOfAtom(feed, 'the feed').map(flaw);
  for (const entry of entries) {
    const name = `the entry ${quote(textOf(entry, 'id') ?? textOf(entry, 'title'))}`;
    flaws.push(...faultsOfAtom(entry, name).map(flaw));
    const links = childrenOf(entry, 'link').map((link) => String(link['@href'] ?? ''));
    if (links.length === 0) flaws.push(flaw(`${name} has no link`));
    for (const href of links) {
      const path = toSitePath(site, href);
      if (path === undefined)
        flaws.push(flaw(`${name} links to ${quote(href)}, which does not stand under ${site.url}/`));
      else if (await isLost(published, path)) flaws.push(flaw(`${name} links to ${quote(href)}, which does not exist`));
    }
  }
  return flaws;
}

/** RFC 4287: id, title and updated are required of feed and entry. */
function faultsOfAtom(element: Xml, name: string): string[] {
  const missing = ['id', 'title', 'updated'].filter((child) => !textOf(element, child));
  const updated = textOf(element, 'updated');
  return [
    ...missing.map((child) => `${name} has no ${child}`),
    ...(updated && !isDateTime(updated)
      ? [`${name} says ${quote(updated)} for updated, which is no RFC 3339 time`]
      : []),
  ];
}

const isElement = (value: Xml[string]): value is Xml => typeof value === 'object' && !Array.isArray(value);

const childrenOf = (element: Xml, name: string): Xml[] => [element[name] ?? []].flat().filter(isElement);

/** The text of a child, whether it has attributes or not. */
function textOf(element: Xml, name: string): string | undefined {
  const child = element[name];
  return typeof child === 'string'
    ? child
    : isElement(child) && typeof child['#text'] === 'string'
      ? child['#text']
      : undefined;
}
