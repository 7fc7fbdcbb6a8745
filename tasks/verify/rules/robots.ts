// Rule `robots`: `/robots.txt` states what crawlers may fetch, and names the sitemap.
import { message } from '#pdc/words/message';
import { basePath, robotsPath, sitemapPath, toAbsolute } from '#pdc/site/paths';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import type { Published } from '../site/published.ts';

/** Requires the group of protocol section 12, and a sitemap declaration. */
export async function checkRobots({ files, site }: Published): Promise<RuleFinding[]> {
  const text = await files.text(robotsPath);
  if (text === undefined) return [];
  // RFC 9309 section 2.2: lines end with CR, LF or both, and what follows "#" is a remark.
  const fields = text.split(/\r\n?|\n/).flatMap((line) => {
    const [field = ''] = line.split('#', 1);
    const colon = field.indexOf(':');
    return colon === -1
      ? []
      : [{ name: field.slice(0, colon).trim().toLowerCase(), value: field.slice(colon + 1).trim() }];
  });
  const base = basePath(site);
  const expected = [`allow: ${base}/`, `disallow: ${base}/api/`];
  const everybody = rulesFor('*', fields);
  const maps = fields.filter(({ name }) => name === 'sitemap').map(({ value }) => value);
  const messages = [
    ...(everybody.join('\n') === expected.join('\n')
      ? []
      : [message('robotsGroup', { all: `${base}/`, api: `${base}/api/`, given: quote(everybody.join(', ')) })]),
    ...(maps.includes(toAbsolute(site, sitemapPath))
      ? []
      : [message('robotsSitemap', { address: toAbsolute(site, sitemapPath) })]),
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
