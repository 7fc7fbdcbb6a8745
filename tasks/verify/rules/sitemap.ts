// Rule `sitemap`: every address is the site's and exists; every post is in it with the time of its last change.
import { z } from 'zod';
import { sitemapPath } from '#pdc/paths';
import { eachOf } from '../site/files.ts';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { isLost, toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';
import { readSitemap } from '../site/sitemap.ts';

export async function checkSitemap(published: Published): Promise<RuleFinding[]> {
  const { files, site, posts } = published;
  if (!(await files.exists(sitemapPath))) return [];
  const flaw = (message: string): RuleFinding => ({ path: sitemapPath, message: `${message}: build again` });
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

/** RFC 3339, or a date alone. */
const isChangeTime = (text = ''): boolean =>
  [z.iso.datetime({ offset: true }), z.iso.date()].some((form) => form.safeParse(text).success);
