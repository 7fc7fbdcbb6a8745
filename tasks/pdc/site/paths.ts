// Every address of the site, in one place: site paths begin with "/", are not encoded, and are relative to the base
// URL.
import type { Moment } from '../text/moment.ts';
import type { Site } from './site.ts';

type Addressed = { readonly slug: string; readonly date: Moment };

/** A post's page for people, by the site's permalink pattern. */
export function postPath(site: Site, { slug, date }: Addressed): string {
  const [year, month, day] = date.day.split('-') as [string, string, string];
  const values: Record<string, string> = { ':slug': slug, ':year': year, ':month': month, ':day': day };
  return site.permalink.replace(/:(?:slug|year|month|day)/g, (token) => values[token]!);
}

export const pagePath = (slug: string): string => `/${slug}/`;
/** The address of a page of a list, such as `/archives/page/2/`. The first page has the plain address. */
export const numberedPath = (path: string, page: number): string => (page === 1 ? path : `${path}page/${page}/`);
export const homePath = (page: number): string => numberedPath('/', page);
export const archivesPath = '/archives/';
export const categoriesPath = '/categories/';
export const categoryPath = (slug: string): string => `/categories/${slug}/`;
export const tagsPath = '/tags/';
export const tagPath = (slug: string): string => `/tags/${slug}/`;
export const notFoundPath = '/404.html';
/** Where readers sign in, on a site with a login service. */
export const loginPath = '/login/';

export const indexJsonPath = '/api/index.json';
export const indexMdPath = '/api/index.md';
export const postJsonPath = (slug: string): string => `/api/posts/${slug}.json`;
export const postMdPath = (slug: string): string => `/api/posts/${slug}.md`;
export const categoryJsonPath = (slug: string): string => `/api/categories/${slug}.json`;
export const categoryMdPath = (slug: string): string => `/api/categories/${slug}.md`;
/**
 * A part, from 1, of a merged document: `/api/parts/llms-full/1.txt`, `/api/parts/categories/ai/1.md`. Parts are not in
 * `/api/categories/`, where each file is a category.
 */
export const partPath = (path: string, part: number): string =>
  path.replace(/^\/(?:api\/)?(.+)(\.\w+)$/, `/api/parts/$1/${part}$2`);
export const manifestPath = '/api/mcp.json';
/**
 * The first file of the search index, and its pieces: the terms, the articles for lists of hits, and the names for
 * filters.
 */
export const searchPath = '/api/search/index.json';
export const searchTermsPath = (piece: number): string => `/api/search/terms/${piece}.txt`;
export const searchPostsPath = (piece: number): string => `/api/search/posts/${piece}.json`;
export const searchNamesPath = '/api/search/names.json';
export const digestsPath = '/api/digests.json';
export const schemaPath = (name: string): string => `/api/schema/${name}.json`;
/** Agent Skills: the index that clients look for, and a file for each skill. */
export const skillsPath = '/.well-known/agent-skills/index.json';
export const skillPath = (name: string): string => `/.well-known/agent-skills/${name}/SKILL.md`;
export const llmsPath = '/llms.txt';
export const llmsFullPath = '/llms-full.txt';
export const aiContextPath = '/ai-context.md';
export const protocolPath = '/pdc-protocol.md';
/** The examples and details of the protocol, which most readers never need. */
export const protocolAppendixPath = '/pdc-protocol-appendix.md';

/** The picture that other sites show for an article without a cover. */
export const sharePath = (slug: string): string => `/css/share/${slug}.png`;

export const feedPath = '/atom.xml';
/** The style sheet with which a browser shows the feed. */
export const feedStylePath = '/css/feed.css';
export const sitemapPath = '/sitemap.xml';
/** A part, from 1, of a sitemap with too many addresses for one file. */
export const sitemapPartPath = (part: number): string => `/sitemap-${part}.xml`;
export const robotsPath = '/robots.txt';
export const nojekyllPath = '/.nojekyll';

/** The name, without its ending, of all files that unlock encrypted posts (`<encrypt_asset>`, protocol section 12). */
export const encryptAsset = 'duplex-unlock';

/** The style sheet of formulas. It is in `lib/` with its fonts, because no minifier changes files there. */
export const formulaStylePath = '/lib/katex/katex.min.css';

/** The theme's style sheet, one file of all its sections. */
export const stylesheetPath = '/css/theme.css';

/** The theme's scripts are separate files, so that a script that most pages do not need is loaded only on demand. */
export const scriptPath = (name: string): string => `/js/${name}.js`;

/** The script that unlocks encrypted posts. */
export const unlockScriptPath = scriptPath(encryptAsset);

/** The path within the base URL, without a trailing slash. Empty for a site at the root of its host. */
export const basePath = (site: Site): string => new URL(site.url).pathname.replace(/\/+$/, '');

/** A site path as an absolute address. */
export const toAbsolute = (site: Site, path: string): string => `${site.url}${encodePath(path)}`;

/** A site path as a page links to it: from the root of the host. */
export const toHref = (site: Site, path: string): string => `${basePath(site)}${encodePath(path)}`;

/** The file below the output folder that is served at a site path. */
export function toFile(path: string): string {
  return (path.endsWith('/') ? `${path}index.html` : path).slice(1);
}

/** Percent-encodes every character that has another meaning in the path of an address. */
export const encodePath = (path: string): string => encodeURI(path).replace(/[?#]/g, encodeURIComponent);

/** The folders around a path. For `/a/b/c.txt`: `/a` and `/a/b`. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(1, -1);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
}

/** Whether a browser can open the file at a path as a document that runs scripts. An SVG in `<img>` runs no scripts. */
export const isActivePath = (path: string): boolean =>
  /\.(?:[sp]?html?|xht(?:ml)?|svgz?|xml|atom|rss|xslt?|rdf|mml|mathml)$/i.test(path);
