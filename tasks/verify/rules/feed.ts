// Rule `feed`: the feed is Atom, its entries lead to existing pages, and it reveals no text of a locked article.
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { feedPath } from '#pdc/site/paths';
import { quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { isMissingUnreported, toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';
import { childrenOf, isElement, readXml, textOf } from '../site/xml.ts';
import type { Xml } from '../site/xml.ts';

export async function checkFeed(published: Published): Promise<RuleFinding[]> {
  const { files, site, postByPath } = published;
  const text = await files.text(feedPath);
  if (text === undefined) return [];
  const toFinding = (fault: Message): RuleFinding => ({ path: feedPath, message: withBuildAdvice(fault) });
  const xml = readXml(text);
  if ('fault' in xml) return [toFinding(xml.fault)];
  const { feed } = xml.document;
  if (!isElement(feed) || feed['@xmlns'] !== 'http://www.w3.org/2005/Atom') return [toFinding(message('noAtom'))];

  const entries = childrenOf(feed, 'entry');
  const findings: RuleFinding[] = [];
  for (const entry of entries) {
    const name = quote(textOf(entry, 'id') ?? textOf(entry, 'title'));
    const links = childrenOf(entry, 'link').map((link) => String(link['@href'] ?? ''));
    if (links.length === 0) findings.push(toFinding(message('entryWithoutLink', { name })));
    for (const href of links) {
      const path = toSitePath(site, href);
      const post = path === undefined ? undefined : postByPath.get(path);
      if (post?.encrypted)
        findings.push(...faultsOfLocked(entry, { name, description: post.description }).map(toFinding));
      if (path === undefined)
        findings.push(toFinding(message('entryLinksOut', { name, address: quote(href), base: `${site.url}/` })));
      else if (await isMissingUnreported(published, path))
        findings.push(toFinding(message('entryLinkDead', { name, address: quote(href) })));
    }
  }
  return findings;
}

/** A feed may contain only the list data of an encrypted article. */
function faultsOfLocked(entry: Xml, { name, description }: { name: string; description: string }): Message[] {
  const summary = textOf(entry, 'summary');
  return [
    ...(childrenOf(entry, 'content').length > 0 ? [message('entryContentInClear', { name })] : []),
    ...(summary !== undefined && summary !== description ? [message('entrySummaryInClear', { name })] : []),
  ];
}
