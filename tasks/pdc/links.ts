// Where a link that an author wrote leads: inside the site to a site path, elsewhere as it stands.
import { basePath, toHref } from './paths.ts';
import type { Site } from './site.ts';

/** What a link is resolved against: the file it stands in and the page that shows it. */
export type Base = {
  readonly site: Site;
  readonly pathBySource: ReadonlyMap<string, string>;
  /** Path below the content folder. */
  readonly source: string;
  /** Site path of the page. */
  readonly path: string;
};

export type Resolved = {
  /** What the page writes. */
  readonly href: string;
  /** The site path it leads to, decoded; nothing for a link that leaves the site. */
  readonly path?: string;
  /** Without "#", decoded. */
  readonly fragment: string;
};

/** Whether a target belongs to this site: a path, a fragment, or an address under the base URL. */
export function isInternal(site: Site, target: string): boolean {
  if (target === site.url || target.startsWith(`${site.url}/`)) return true;
  return !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

/** The site path of an internal target, decoded, without query and fragment. */
export function toSitePath(site: Site, target: string, from: string): string {
  const local =
    target === site.url || target.startsWith(`${site.url}/`)
      ? target.slice(site.url.length) || '/'
      : withoutBase(site, target);
  return decode(new URL(local, new URL(from, origin)).pathname);
}

/** Resolves a target. A relative path to a Markdown file of the content folder leads to the page made of it. */
export function resolveTarget(target: string, base: Base): Resolved {
  const { site, path: from } = base;
  if (!isInternal(site, target) || target === '') return { href: target, fragment: '' };
  const [, locator, query, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(target)!;
  const fragment = decode(hash?.slice(1) ?? '');
  if (locator === '' && query === undefined) return { href: target, path: from, fragment };
  const path = findSource(decode(locator!), base) ?? toSitePath(site, target, from);
  // A page may link to itself by its own address; others are written from the root of the host, under the base path.
  return { href: `${toHref(site, path)}${query ?? ''}${hash ?? ''}`, path, fragment };
}

/** Prefixes root-relative addresses in raw tags (`head[]`) with the path of the base URL. */
export function rebaseTags(site: Site, html: string): string {
  return html.replace(
    /(\s(?:href|src)=["']?)(\/(?!\/)[^"'\s>]*)/gi,
    (_, before: string, path: string) => `${before}${basePath(site)}${path}`,
  );
}

function findSource(locator: string, { source, pathBySource }: Base): string | undefined {
  if (!/\.md$/i.test(locator)) return undefined;
  const resolved = decode(new URL(locator, new URL(`/${source}`, origin)).pathname).slice(1);
  return pathBySource.get(resolved);
}

function withoutBase(site: Site, target: string): string {
  const base = basePath(site);
  return base !== '' && (target === base || target.startsWith(`${base}/`)) ? target.slice(base.length) || '/' : target;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const origin = 'http://site.invalid';
