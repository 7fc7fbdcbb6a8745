// `content/_redirects`: old addresses of a site and where they lead, a line each.
import { decode } from '../text/decode.ts';
import { compare } from '../words/defect.ts';
import type { Defect, Place } from '../words/defect.ts';
import { toSitePath } from '../markdown/links.ts';
import { encodePath, feedPath } from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import { message } from '../words/message.ts';

export type Redirect = {
  /** A site path, decoded, a folder's with "/" at its end. */
  readonly from: string;
  /** A site path, decoded. */
  readonly to: string;
  /** The line of the file. */
  readonly place: Place;
};

/** The source of redirects, below the content folder. */
export const redirectsFile = '_redirects';

/** Reads the file: two addresses a line, blanks between them, `#` before what is only said. */
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
    const [old = '', now = '', ...more] = words.split(/\s+/);
    const from = toOldPath(old);
    const to = now === '' ? undefined : toSitePath(site, now, '/');
    // Other tools write a status behind the two. It is ignored: our redirects are pages.
    if (from === undefined || to === undefined || more.some((word) => !/^30\d!?$/.test(word))) {
      defects.push({ file, ...place, severity: 'error', rule: 'site', message: message('redirectMalformed') });
    } else redirects.push({ from, to, place });
  }
  return { redirects, defects };
}

/** A path that a file can stand at; undefined for any other. */
export function toOldPath(text: string): string | undefined {
  if (!/^\/[^?#]*$/.test(text)) return undefined;
  const path = decode(text);
  const names = path?.slice(1).replace(/\/$/, '').split('/');
  if (!names || names.some((name) => /^\.{0,2}$|[\\\p{Cc}]/u.test(name))) return undefined;
  return /\.\w+$|\/$/.test(path!) ? path : `${path!}/`;
}

/** The lines of the file for some old addresses, by path. */
export function formatRedirects(pairs: readonly { readonly from: string; readonly to: string }[]): string {
  const lines = pairs.map(({ from, to }) => `${encodePath(from)} ${encodePath(to)}\n`);
  return lines.sort(compare).join('');
}

/** Readers of feeds follow no page: where an old feed stood, a copy of ours does. */
export const isFeedCopy = ({ from, to }: Redirect): boolean => to === feedPath && /\.(?:xml|rss|atom|rdf)$/.test(from);
