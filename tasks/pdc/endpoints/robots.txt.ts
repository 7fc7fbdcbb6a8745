// `/robots.txt`, and `/.nojekyll`, which keeps a host from hiding files.
import type { Output } from '../text/document.ts';
import * as paths from '../site/paths.ts';
import type { Site } from '../site/site.ts';

/**
 * The group of protocol section 12, with paths below the base path, and one group for each agent that reads for a
 * person.
 */
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
