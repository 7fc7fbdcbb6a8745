// Reads the site that the old generator published: its output folder, or the addresses of its sitemap.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { message } from '#pdc/words/message';
import { toOldPath } from '#pdc/library/redirects-file';
import { encodePath } from '#pdc/site/paths';
import { reachOf } from '../../files/reach.ts';
import type { Reach } from '../../files/reach.ts';
import { statOf } from '../../files/tree.ts';
import { Failure } from '../../settings/failure.ts';
import { nameOf } from '../../settings/settings.ts';
import { toPath } from '../old-addresses.ts';
import { openFolder } from '../blog-folder.ts';
import type { Folder } from '../blog-folder.ts';

/** A published file: its path below the folder, and its decoded address. The address of a folder ends with "/". */
export type OldFile = { readonly file: string; readonly address: string };

export type PublishedFolder = {
  readonly kind: 'folder';
  /** The name in reports. */
  readonly name: string;
  readonly folder: Folder;
  readonly pages: readonly OldFile[];
  readonly otherFiles: readonly OldFile[];
};

export type PublishedSitemap = {
  readonly kind: 'sitemap';
  readonly name: string;
  /** The decoded site paths, without the base path of the site. */
  readonly addresses: readonly string[];
  /** Sitemaps that an index names, but that the folder of the index does not contain. */
  readonly absent: readonly string[];
};

export type Published = PublishedFolder | PublishedSitemap;

/**
 * Opens an output folder or a `sitemap.xml`. The sitemap may be compressed (`.gz`), or an index of sitemaps in the same
 * folder. `url` is the address of the old site. Follows no link out of the folder, and runs no code. Throws a Failure
 * if the place cannot be read.
 */
export function openPublished(place: string, { url }: { url?: string | undefined }): Published {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return openOutput(place);
  if (stat?.isFile()) return openSitemap(place, url);
  throw new Failure(message('wasNothing', { place: nameOf(place) }));
}

export function openOutput(root: string): PublishedFolder {
  // The address of a tag may begin with a dot: `/tags/.net/`.
  const folder = openFolder(root, { tools: /^(?:\.|node_modules\/)/ });
  const files = folder.list().map((file): OldFile => ({ file, address: toPath(file.normalize('NFC')) }));
  const pages = files.filter(({ file }) => /\.html?$/i.test(file));
  if (pages.length === 0) throw new Failure(message('wasWithoutPages', { place: nameOf(root) }));
  const otherFiles = files.filter((file) => !pages.includes(file));
  return { kind: 'folder', name: nameOf(root), folder, pages, otherFiles };
}

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => ['url', 'sitemap'].includes(name) });

type Rows = readonly { readonly loc?: unknown }[];
type SitemapXml = { readonly urlset?: { readonly url?: Rows }; readonly sitemapindex?: { readonly sitemap?: Rows } };

function openSitemap(file: string, url: string | undefined): PublishedSitemap {
  const reach = reachOf(path.dirname(file), { isClosed: true });
  const top = readSitemap(file, readFileSync);
  const parts = locsOf(top.sitemapindex?.sitemap).map((loc) => ({ loc, at: partBeside(file, { loc, reach }) }));
  const sitemaps = [top, ...parts.flatMap(({ at }) => (at === undefined ? [] : readSitemap(at, reach.read)))];
  const addresses = sitemaps.flatMap(({ urlset }) => locsOf(urlset?.url)).flatMap((loc) => addressOf(loc, url));
  if (addresses.length === 0) throw new Failure(message('sitemapWithoutAddress', { place: nameOf(file) }));
  return {
    kind: 'sitemap',
    name: nameOf(file),
    addresses: [...new Set(addresses)],
    absent: parts.filter(({ at }) => at === undefined).map(({ loc }) => loc),
  };
}

/** sitemaps.org allows 50 MB. */
const maxSitemapBytes = 50 * 1024 * 1024;

function readSitemap(file: string, read: (file: string) => Buffer): SitemapXml {
  const unreadable = (reason: string): Failure =>
    new Failure(message('sitemapUnreadable', { place: nameOf(file), reason }));
  if (statSync(file).size > maxSitemapBytes) throw unreadable('> 50 MB');
  let text: string;
  try {
    const bytes = read(file);
    // The first two bytes of gzip. Some hosts keep the name `.gz`, but send the file unpacked.
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    text = (isPacked ? gunzipSync(bytes, { maxOutputLength: maxSitemapBytes }) : bytes).toString();
  } catch (error) {
    throw unreadable((error as Error).message);
  }
  const result = XMLValidator.validate(text);
  if (result !== true) throw unreadable(`line ${result.err.line}: ${result.err.msg}`);
  if (/<!DOCTYPE/i.test(text)) throw unreadable('<!DOCTYPE');
  return parser.parse(text) as SitemapXml;
}

const locsOf = (rows: Rows = []): string[] =>
  rows.map(({ loc }) => (typeof loc === 'string' ? loc.trim() : '')).filter((loc) => loc !== '');

/** Finds a part of an index, compressed or not, in the index's folder. Fetches nothing, and follows no link out. */
function partBeside(index: string, { loc, reach }: { loc: string; reach: Reach }): string | undefined {
  const name = path.posix.basename(URL.canParse(loc) ? new URL(loc).pathname : loc);
  return [name, `${name}.gz`, name.replace(/\.gz$/, '')]
    .map((file) => path.join(path.dirname(index), file))
    .find((file) => file !== index && name !== '' && reach.faultOf(file) === undefined && statOf(file)?.isFile());
}

/** The site path of an address, without the base path of the old site. */
function addressOf(loc: string, url: string | undefined): string[] {
  if (!URL.canParse(loc)) return [];
  const { pathname } = new URL(loc);
  const base = url !== undefined && URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';
  const isBelow = base !== '' && `${pathname}/`.startsWith(`${base}/`);
  const below = isBelow ? pathname.slice(base.length) || '/' : pathname;
  const address = below === '/' ? '/' : toOldPath(toPath(below));
  return address === undefined ? [] : [address.normalize('NFC')];
}

/** The address of a published file in the form of `_redirects`; undefined if the address cannot be written there. */
export const asRedirect = (address: string): string | undefined =>
  address === '/' ? address : toOldPath(encodePath(address));
