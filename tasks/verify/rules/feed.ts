// Rule `feed`: Atom that a reader accepts, whose entries exist.
import { feedPath } from '#pdc/paths';
import { quote } from '../site/finding.ts';
import type { Flaw } from '../site/finding.ts';
import { isLost, toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';
import { childrenOf, isDateTime, isElement, readXml, textOf } from '../site/xml.ts';
import type { Xml } from '../site/xml.ts';

export async function checkFeed(published: Published): Promise<Flaw[]> {
  const { files, site, postByPath } = published;
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
      const post = path === undefined ? undefined : postByPath.get(path);
      if (post?.encrypted) flaws.push(...faultsOfLocked(entry, { name, description: post.description }).map(flaw));
      if (path === undefined)
        flaws.push(flaw(`${name} links to ${quote(href)}, which does not stand under ${site.url}/`));
      else if (await isLost(published, path)) flaws.push(flaw(`${name} links to ${quote(href)}, which does not exist`));
    }
  }
  return flaws;
}

/** Of an encrypted article a feed tells what its list tells. */
function faultsOfLocked(entry: Xml, { name, description }: { name: string; description: string }): string[] {
  const summary = textOf(entry, 'summary');
  return [
    ...(childrenOf(entry, 'content').length > 0 ? [`${name} is of an encrypted article and has a content`] : []),
    ...(summary !== undefined && summary !== description
      ? [`${name} is of an encrypted article, and its summary is not the description`]
      : []),
  ];
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
