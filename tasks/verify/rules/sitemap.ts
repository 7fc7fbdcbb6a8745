// Rule `sitemap`: every address belongs to the site and exists; every post is listed with the time of its last change.
import { z } from 'zod';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { sitemapPath } from '#pdc/site/paths';
import { eachOf } from '../site/files.ts';
import { quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { isMissingUnreported, toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';
import { readSitemap } from '../site/sitemap.ts';

export async function checkSitemap(published: Published): Promise<RuleFinding[]> {
  const { files, site, posts } = published;
  if (!(await files.exists(sitemapPath))) return [];
  const toFinding = (fault: Message): RuleFinding => ({ path: sitemapPath, message: withBuildAdvice(fault) });
  const rows = await readSitemap(published);
  if ('fault' in rows) return [toFinding(rows.fault)];

  const lost = await eachOf(rows.urls, async ({ loc }) => {
    const path = toSitePath(site, loc);
    if (path === undefined) return [toFinding(message('listsOutside', { address: quote(loc), base: `${site.url}/` }))];
    return (await isMissingUnreported(published, path))
      ? [toFinding(message('listsMissing', { what: quote(loc) }))]
      : [];
  });
  const changes = new Map(rows.urls.map(({ loc, lastmod }) => [loc, lastmod]));
  const unlisted = posts.flatMap(({ slug, url }) => {
    if (!changes.has(url)) return [toFinding(message('sitemapLacks', { slug, address: url }))];
    return isChangeTime(changes.get(url)) ? [] : [toFinding(message('sitemapNoDate', { slug }))];
  });
  return [...lost, ...unlisted];
}

/** RFC 3339, or only a date. */
const isChangeTime = (text = ''): boolean =>
  [z.iso.datetime({ offset: true }), z.iso.date()].some((form) => form.safeParse(text).success);
