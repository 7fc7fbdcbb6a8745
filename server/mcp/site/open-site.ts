// Opens a site: its index, its manifest, and the files that they list.
import { decode } from '#pdc/text/decode';
import { fold } from '#pdc/text/fold';
import { indexJsonPath, manifestPath, postJsonPath, searchPath, skillsPath } from '#pdc/site/paths';
import { proseOf } from '#pdc/words/prose';
import type { Prose } from '#pdc/words/prose';
import type { Entry, Resource } from '#pdc/site/schema';
import { openSearchIndex } from '#pdc/search/search';
import type { SearchIndex } from '#pdc/search/search';
import { namesIn } from '#pdc/search/entries';
import { NotText, Unavailable } from '../adapter-failures.ts';
import { createFileCache } from './file-cache.ts';
import type { FileCacheOptions, ReadCached } from './file-cache.ts';
import type { ReadText } from './read-text.ts';
import { readIndex, readManifest, readPost, readSkills } from './site-schemas.ts';
import { createDefaultManifest } from './default-manifest.ts';
import type { Index, ManifestLists, Post, SkillRow } from './site-schemas.ts';

/** A category or a tag. A category has a slug if the manifest lists its file. */
export type Category = { readonly name: string; readonly post_count: number; readonly slug?: string | undefined };

export type Catalogue = {
  readonly index: Index;
  readonly lists: ManifestLists;
  /** The media types, by path, of listed files and of the files of articles. No other file can be read. */
  readonly files: ReadonlyMap<string, string>;
  /** The normalized path of an address; undefined if it does not belong to the site. */
  readonly pathOf: (address: string) => string | undefined;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly resources: ReadonlyMap<string, Resource>;
  /** The categories of all articles, sorted by slug. */
  readonly categories: readonly Category[];
};

export type Site = {
  readonly catalogue: () => Promise<Catalogue>;
  /** The texts in the site's language; Chinese if the manifest cannot be read. */
  readonly prose: () => Promise<Prose>;
  /** The search index; undefined if the site has none. */
  readonly searchIndex: () => Promise<SearchIndex | undefined>;
  /** The index of Agent Skills; undefined if the site has none. */
  readonly skills: () => Promise<readonly SkillRow[] | undefined>;
  /** The unchanged text of a file; undefined if it does not exist. */
  readonly file: (path: string) => Promise<string | undefined>;
  /** The JSON of an article; undefined if it does not exist. */
  readonly post: (path: string) => Promise<Post | undefined>;
};

/** The maximum number of cached characters of articles, and of the search index: 16 MB each if all are Han characters. */
const capacity = 8 * 1024 * 1024;

export type Source = { readonly readText: ReadText } & Pick<FileCacheOptions<unknown>, 'recheckAfter' | 'now' | 'log'>;

/** Opens a site. Files are read when needed. */
export function openSite(source: Source): Site {
  const index = createFileCache({
    ...source,
    readText: requireFile(source.readText),
    capacity: Infinity,
    make: readIndex,
  });
  const manifest = cacheOptional(source, readManifest);
  const cacheTexts = (): ReadCached<string> => createFileCache({ ...source, make: (text) => text, capacity });
  const file = cacheTexts();
  const searchIndex = cacheOptional(source, (text) => {
    // When the first file of the index has changed, the cached pieces are of another build.
    const piece = cacheTexts();
    return openSearchIndex(text.replace(/^\ufeff/, ''), async (path) => (await piece(path))?.replace(/^\ufeff/, ''));
  });
  const skills = cacheOptional(source, readSkills);
  let last: { readonly of: readonly unknown[]; readonly catalogue: Catalogue } | undefined;

  return {
    async catalogue() {
      // `requireFile` throws if the index is missing.
      // eslint-disable-next-line @typescript-eslint/no-non-null-assertion
      const of = [(await index(indexJsonPath))!, await manifest(manifestPath)] as const;
      if (!last || last.of.some((file, at) => file !== of[at]))
        last = { of, catalogue: toCatalogue(of[0], of[1] ?? createDefaultManifest(of[0])) };
      return last.catalogue;
    },
    prose: async () => proseIn(await manifest(manifestPath).catch(() => undefined)),
    searchIndex: () => searchIndex(searchPath),
    skills: () => skills(skillsPath),
    file,
    post: async (path) => {
      const json = await file(path);
      return json === undefined ? undefined : readPost(json);
    },
  };
}

/** For a file that every site has. If the file is missing, the site is unavailable, and the cached copy is served. */
function requireFile(readText: ReadText): ReadText {
  return async (path, cachedVersion) => {
    const reading = await readText(path, cachedVersion);
    if (reading.kind === 'absent') throw new Unavailable(`${path} does not exist`);
    return reading;
  };
}

/**
 * Caches an optional file. An invalid file counts as absent, because some hosts return a page for any address. But once
 * the file has been read, it is an error if the file becomes invalid or missing, and the cached copy is served.
 */
function cacheOptional<T>(source: Source, open: (text: string) => T): ReadCached<T | undefined> {
  let wasRead = false;
  const orNone = (error: unknown): undefined => {
    if (wasRead) throw error;
    source.log(`${(error as Error).message}; the file is treated as absent`);
  };
  return createFileCache({
    ...source,
    capacity: Infinity,
    async readText(path, cachedVersion) {
      const reading = await source.readText(path, cachedVersion).catch((error: unknown) => {
        if (!(error instanceof NotText)) throw error;
        return orNone(error);
      });
      if (wasRead && reading?.kind === 'absent') throw new Unavailable(`${path} no longer exists`);
      return reading ?? { kind: 'absent' };
    },
    make(text) {
      try {
        const value = open(text);
        wasRead = true;
        return value;
      } catch (error) {
        return orNone(error);
      }
    },
  });
}

function toCatalogue(index: Index, lists: ManifestLists): Catalogue {
  const { url, posts } = index;
  const templateFiles = posts.flatMap(({ api_json_url, api_md_url }) => [
    { uri: api_json_url, mimeType: 'application/json' },
    { uri: api_md_url, mimeType: 'text/markdown' },
  ]);
  // Listed resources come last, because their media types take precedence over those of templates.
  const root = new URL(url);
  const files = [...templateFiles, ...lists.resources].flatMap(({ uri, mimeType }) => {
    const path = toPath(root, uri);
    return path === undefined ? [] : [[path, mimeType ?? typeOf(path)] as const];
  });
  return {
    index,
    lists,
    files: new Map(files),
    pathOf: (address) => toPath(root, address),
    entries: new Map(posts.map((entry) => [entry.slug, entry])),
    resources: new Map(lists.resources.map((resource) => [resource.uri, resource])),
    categories: categoriesOf(index, lists),
  };
}

/** In the manifest, the title of a category's file is the heading of that file or the name of the category. */
function categoriesOf({ posts }: Index, lists: ManifestLists): Category[] {
  const { merged } = proseIn(lists);
  const slugs = new Map(lists.resources.map(({ uri, title = '' }) => [fold(title), slugIn(uri)]));
  const categories = namesIn(posts, 'categories').map(({ name, post_count }): Category => {
    return { name, post_count, slug: slugs.get(fold(merged.category({ name }))) ?? slugs.get(fold(name)) };
  });
  return categories.sort((a, b) => ((a.slug ?? '~') < (b.slug ?? '~') ? -1 : 1));
}

/** Chinese if the site does not state its language. */
const proseIn = (lists: ManifestLists | undefined): Prose =>
  proseOf(lists?.capabilities?.experimental.site ?? { language: 'zh-CN' });

const typeOf = (path: string): string => (path.endsWith('.md') ? 'text/markdown' : 'text/plain');

/** The site path of an address below the base URL; undefined for other addresses. */
function toPath(base: URL, address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // An encoded slash is not a separator, and an address with a query or a fragment is another address.
  if (!url || url.origin !== base.origin || /%2f|%5c|[?#]|^\w+:\/*[^/]*@/i.test(url.href)) return undefined;
  const [path, root] = [decode(url.pathname), decode(base.pathname)?.replace(/\/$/, '')];
  return root !== undefined && path?.startsWith(`${root}/`) ? path.slice(root.length) : undefined;
}

/** The slug in the address of a category's Markdown. */
export const slugIn = (uri: string): string | undefined => /\/api\/categories\/([^/]+)\.md$/.exec(uri)?.[1];

/** The path of an article's JSON: from the article's entry, or else the path that the protocol prescribes. */
export const postJsonPathIn = ({ entries, pathOf }: Catalogue, slug: string): string =>
  pathOf(entries.get(slug)?.api_json_url ?? '') ?? postJsonPath(slug);
