// Rule `feed`: Atom, whose entries exist and tell nothing of a locked article.
import { feedPath } from '#pdc/paths';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { isLost, toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';
import { childrenOf, isElement, readXml, textOf } from '../site/xml.ts';
import type { Xml } from '../site/xml.ts';

export async function checkFeed(published: Published): Promise<RuleFinding[]> {
  const { files, site, postByPath } = published;
  const text = await files.text(feedPath);
  if (text === undefined) return [];
  const flaw = (message: string): RuleFinding => ({ path: feedPath, message: `${message}: build again` });
  const xml = readXml(text);
  if ('fault' in xml) return [flaw(xml.fault)];
  const { feed } = xml.document;
  if (!isElement(feed) || feed['@xmlns'] !== 'http://www.w3.org/2005/Atom')
    return [flaw('has no feed of the Atom namespace')];

  const entries = childrenOf(feed, 'entry');
  const flaws: RuleFinding[] = [];
  for (const entry of entries) {
    const name = `the entry ${quote(textOf(entry, 'id') ?? textOf(entry, 'title'))}`;
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

/** A feed shows of an encrypted article only what its list shows. */
function faultsOfLocked(entry: Xml, { name, description }: { name: string; description: string }): string[] {
  const summary = textOf(entry, 'summary');
  return [
    ...(childrenOf(entry, 'content').length > 0 ? [`${name} is of an encrypted article and has a content`] : []),
    ...(summary !== undefined && summary !== description
      ? [`${name} is of an encrypted article, and its summary is not the description`]
      : []),
  ];
}
