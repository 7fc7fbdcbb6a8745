// What a site of another publisher lacks, in the protocol's own terms: what it must have, what it may leave out, and what
// is not of the protocol but of this product.
import * as paths from '#pdc/paths';
import type { Finding } from './site/finding.ts';

type Layer = { readonly name: string; readonly has: (path: string) => boolean };

const isOneOf =
  (...listed: readonly string[]) =>
  (path: string): boolean =>
    listed.includes(path);

/** In the order in which they are told; the first that has a path counts. */
const layers: readonly Layer[] = [
  {
    name: 'the protocol requires',
    has: (path) =>
      isOneOf(paths.llmsPath, paths.aiContextPath, paths.llmsFullPath, paths.indexJsonPath, paths.protocolPath)(path) ||
      /^\/api\/(?:posts|categories)\//.test(path) ||
      isOneOf(paths.robotsPath, paths.nojekyllPath)(path),
  },
  { name: 'the protocol leaves to the publisher (MCP, section 13)', has: isOneOf(paths.manifestPath) },
  {
    name: 'readers may do without (they find, check or compare less)',
    has: (path) =>
      isOneOf(paths.digestsPath, paths.searchIndexPath, paths.feedPath, paths.sitemapPath)(path) ||
      path.startsWith('/api/schema/'),
  },
  { name: 'people see (pages are not of the protocol)', has: () => true },
];

/** A line for each layer of which something is missing. */
export function tellLacks(findings: readonly Finding[]): string[] {
  const missing = findings.filter(({ message }) => message.startsWith('is missing')).map(({ path }) => path);
  return layers.flatMap(({ name }, index) => {
    const lacking = missing.filter((path) => layers.findIndex(({ has }) => has(path)) === index);
    return lacking.length === 0 ? [] : [`lacks what ${name}: ${summarize(lacking)}`];
  });
}

const shown = 6;

const summarize = (list: readonly string[]): string =>
  list.slice(0, shown).join(', ') + (list.length > shown ? ` and ${list.length - shown} more` : '');
