// Resolves the links that authors write. A link inside the site becomes a site path; any other link stays as written.
import { decode, decodeParts } from '../text/decode.ts';
import { ownFolder } from '../site/file-name.ts';
import { changeTags, readdress } from '../text/html.ts';
import { basePath, encodePath, toAbsolute, toHref } from '../site/paths.ts';
import type { Site } from '../site/site.ts';

/** A link is resolved against its file and the page that shows it. */
export type Base = {
  readonly site: Site;
  readonly pathBySource: ReadonlyMap<string, string>;
  /** Path below the content folder. */
  readonly source: string;
  /** Site path of the page. */
  readonly path: string;
};

export type Resolved = {
  /** The address as the page writes it. */
  readonly href: string;
  /** The site path it leads to, decoded; undefined for a link that leaves the site. */
  readonly path?: string;
  /** Without "#", decoded. */
  readonly fragment: string;
  /** Set if the target is not an address. Browsers do not follow such a link. */
  readonly malformed?: true;
};

/** Whether a target belongs to this site: a path, a fragment, or an address under the base URL. */
export function isInternal(site: Site, target: string): boolean {
  return toSitePath(site, target, '/') !== undefined;
}

/** The site path of an internal target, decoded, without query and fragment; undefined for any other target. */
export function toSitePath(site: Site, target: string, from: string): string | undefined {
  const address = locate(site, target, from);
  return address?.origin === origin ? decodeParts(address.pathname) : undefined;
}

/** Decodes an absolute site path. Returns undefined if no file can have this path. */
export function decodeFilePath(text: string): string | undefined {
  const path = /^\/[^?#]+$/.test(text) ? decode(text) : undefined;
  const names = path?.slice(1).replace(/\/$/, '').split('/');
  return names?.some((name) => /^\.{0,2}$|[\\\p{Cc}]/u.test(name) || isTooLong(name)) ? undefined : path;
}

/** No common file system has names of more bytes. */
const isTooLong = (name: string): boolean => new TextEncoder().encode(name).length > 255;

/**
 * Resolves a target. A path to a Markdown file of the content folder leads to the page of this file. A path to an
 * attachment leads to the published file.
 */
export function resolveTarget(target: string, base: Base): Resolved {
  const { site, path: from } = base;
  if (target.startsWith('#')) return { href: target, path: from, fragment: decodeParts(target.slice(1)) };
  const address = locate(site, target, from);
  if (address === undefined) return { href: target, fragment: '', malformed: true };
  if (address.origin !== origin || target === '') return { href: target, fragment: '' };
  const [, locator = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(target) ?? [];
  const fragment = decodeParts(hash.slice(1));
  // A fragment alone stays as written. Every other address begins at the root of the host, with the base path.
  if (locator === '' && query === '') return { href: target, path: from, fragment };
  const path = findSource(locator, base) ?? decodeParts(address.pathname);
  const rooted = toHref(site, path);
  // An address that begins with "//" would name a host.
  const href = rooted.startsWith('//') ? toAbsolute(site, path) : rooted;
  return { href: `${href}${query}${hash}`, path, fragment };
}

/** The part of a target after "#", decoded. */
export const fragmentOf = (target: string): string => decodeParts(/#(.*)$/s.exec(target)?.[1] ?? '');

/** Everything in a text that looks like the path of a file. */
export const filesNamedIn = (text: string): readonly string[] =>
  text.match(/[^\s()[\]<>"'`|\\=]+\.[a-z\d]{1,5}(?![\w.])/gi) ?? [];

/** Prefixes root-relative addresses in raw tags (`head[]`) with the path of the base URL. */
export function rebaseTags(site: Site, html: string): string {
  const rebase = (target: string): string => (/^\/(?!\/)/.test(target) ? `${basePath(site)}${target}` : target);
  return changeTags(html, (tag) => readdress(tag, rebase));
}

/** The page of the content file that a link names, relative to the article or to the article's own folder. */
function findSource(locator: string, { source, pathBySource }: Base): string | undefined {
  return sourcesNamed(locator, source)
    .map((named) => pathBySource.get(named))
    .find((path) => path !== undefined);
}

/** The paths below the content folder that a link may mean: relative to `source`, or to the own folder of `source`. */
export const sourcesNamed = (locator: string, source: string): string[] =>
  [source, ownFolder(source)].flatMap((from) => {
    const address = parse(locator, encodePath(`/${from}`));
    return address?.origin === origin ? [decodeParts(address.pathname).slice(1)] : [];
  });

/**
 * A target as an address, below `origin` and without base path if the target belongs to the site; undefined if the
 * target is not an address.
 */
function locate(site: Site, target: string, from: string): URL | undefined {
  const address = parse(target, encodePath(from));
  const isAbsolute = /^https?:\/\//i.test(target);
  if (address?.origin !== (isAbsolute ? new URL(site.url).origin : origin)) return address;
  if (address.username !== '' || (!isAbsolute && !/^[/\\]/.test(target))) return address;
  const path = withoutBase(address.pathname, basePath(site));
  return path === undefined ? address : new URL(`${origin}${path}${address.search}${address.hash}`);
}

/** A path without the base path; undefined if it is not below the base path. Encoded and other characters are equal. */
function withoutBase(path: string, base: string): string | undefined {
  const [names, baseNames] = [path.split('/'), base.split('/')];
  const isBelow = baseNames.every((name, at) => decodeParts(name) === decodeParts(names[at] ?? ''));
  return isBelow ? `/${names.slice(baseNames.length).join('/')}` : undefined;
}

/**
 * The origin of a site while its links are resolved. The scheme is not `http`, because `http:x` would be relative to a
 * base of the same scheme.
 */
const origin = 'wss://site.invalid';

function parse(target: string, from: string): URL | undefined {
  const base = origin + from;
  return URL.canParse(target, base) ? new URL(target, base) : undefined;
}
