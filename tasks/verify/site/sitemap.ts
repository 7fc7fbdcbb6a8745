// Reads the sitemap of a published site. If the sitemap is an index, reads the sitemaps that it lists.
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { sitemapPath } from '#pdc/site/paths';
import { quote } from './finding.ts';
import { toSitePath } from './published.ts';
import type { Published } from './published.ts';
import { childrenOf, isElement, readXml, textOf } from './xml.ts';
import type { Xml } from './xml.ts';

type Rows = { readonly urls: readonly { loc: string; lastmod: string | undefined }[] } | { readonly fault: Message };

/** The addresses of the sitemap as written, or of all its parts if it is an index. */
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
    if (text === undefined) return { fault: message('sitemapPartMissing', { address: quote(loc) }) };
    const xml = readXml(text);
    const rows = 'fault' in xml ? xml : readUrls(xml.document);
    if ('fault' in rows) return { fault: message('sitemapPartFault', { address: quote(loc), fault: rows.fault }) };
    urls.push(...rows.urls);
  }
  return { urls };
}

function readUrls({ urlset }: Xml): Rows {
  if (!isElement(urlset) || urlset['@xmlns'] !== 'http://www.sitemaps.org/schemas/sitemap/0.9')
    return { fault: message('noUrlset') };
  const urls = childrenOf(urlset, 'url');
  if (urls.length > maxAddresses)
    return { fault: message('sitemapTooLong', { count: urls.length, most: maxAddresses }) };
  return { urls: urls.map((url) => ({ loc: textOf(url, 'loc') ?? '', lastmod: textOf(url, 'lastmod') })) };
}

/** sitemaps.org */
const maxAddresses = 50_000;
