// Reads and writes `content/_redirects`. Each line has an old address and the new address.
import { compare } from '../words/defect.ts';
import type { Defect, Place } from '../words/defect.ts';
import { decodeFilePath, toSitePath } from '../markdown/links.ts';
import { encodePath, feedPath } from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import { message } from '../words/message.ts';

export type Redirect = {
  /** A decoded site path. A folder ends with "/". */
  readonly from: string;
  /** A decoded site path. */
  readonly to: string;
  /** The line of the file. */
  readonly place: Place;
};

/** The name of the file in the content folder. */
export const redirectsFile = '_redirects';

/** Reads the file: two addresses on each line, with spaces between them. Comments begin with `#`. */
export function readRedirects(
  text: string,
  { file, site }: { file: string; site: Site },
): { redirects: readonly Redirect[]; defects: Defect[] } {
  const redirects: Redirect[] = [];
  const defects: Defect[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const words = line.trim().replace(/^#.*$|\s#\s.*$/, '');
    if (words === '') continue;
    const place = { line: index + 1, column: 1 };
    const [oldAddress = '', newAddress = '', ...moreWords] = words.split(/\s+/);
    const from = toOldPath(oldAddress);
    const to = newAddress === '' ? undefined : toSitePath(site, newAddress, '/');
    // Other tools write a status after the addresses. It is ignored, because our redirects are pages.
    if (from === undefined || to === undefined || moreWords.some((word) => !/^30\d!?$/.test(word))) {
      defects.push({ file, ...place, severity: 'error', rule: 'site', message: message('redirectMalformed') });
    } else redirects.push({ from, to, place });
  }
  return { redirects, defects };
}

/** The decoded path of an old address; undefined if no file can have this path. */
export function toOldPath(text: string): string | undefined {
  const path = decodeFilePath(text);
  return path === undefined || /\.\w+$|\/$/.test(path) ? path : `${path}/`;
}

/** Writes the lines of the file, sorted. */
export function formatRedirects(pairs: readonly { readonly from: string; readonly to: string }[]): string {
  const lines = pairs.map(({ from, to }) => `${encodePath(from)} ${encodePath(to)}\n`);
  return lines.sort(compare).join('');
}

/** Whether a redirect is for a feed. Feed readers do not follow redirect pages, so they get a copy of our feed. */
export const isFeedCopy = ({ from, to }: Redirect): boolean => to === feedPath && /\.(?:xml|rss|atom|rdf)$/.test(from);
