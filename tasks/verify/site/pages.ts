// Finds all pages for people, from the site's own lists and then by their links, and checks them. Only a few pages are
// in memory at a time.
import { eachOf } from './files.ts';
import { toFinding } from './finding.ts';
import type { Finding } from './finding.ts';
import { locate, readPage } from './page.ts';
import { toSitePath } from './published.ts';
import type { Published } from './published.ts';
import type { Rule } from './rule.ts';
import { readSitemap } from './sitemap.ts';

/** Applies the rules for pages to every page that the site's own lists and links lead to. */
export async function checkPages(published: Published, rules: readonly Rule[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const seenPaths = new Set<string>();
  let wave = await findSeeds(published);
  while (wave.length > 0) {
    const nextPaths = new Set<string>();
    wave.forEach((path) => seenPaths.add(path));
    await eachOf(wave, async (path) => {
      const bytes = await published.files.bytes(path);
      if (!bytes) return [];
      const page = readPage(published, path, bytes);
      for (const { id, checkPage } of rules)
        findings.push(
          ...((await checkPage?.(page, published)) ?? []).map((finding) => toFinding(id, finding, published.language)),
        );
      for (const link of page.links.keys()) {
        const located = locate(page, link, published);
        const { place } = located instanceof Promise ? await located : located;
        if (place !== undefined && isPage(place)) nextPaths.add(place);
      }
      return [];
    });
    // If the host answers every address, relative links could lead on forever.
    wave = published.answersAnything ? [] : [...nextPaths].filter((path) => !seenPaths.has(path));
  }
  return findings;
}

async function findSeeds({ files, site, required }: Published): Promise<string[]> {
  const sitemap = await readSitemap({ files, site });
  const mapped = 'urls' in sitemap ? sitemap.urls.flatMap(({ loc }) => toSitePath(site, loc) ?? []) : [];
  return [...new Set([...required, ...mapped])].filter(isPage);
}

const isPage = (path: string): boolean => /(?:\/|\.html?)$/.test(path) && !path.startsWith('/api/');
