// A site as the adapter reads it: the index, the manifest, and the files that they name.
import { decode } from '#pdc/decode';
import { fold } from '#pdc/fold';
import { categoryJsonPath, categoryMdPath, indexJsonPath, manifestPath, postJsonPath, searchPath } from '#pdc/paths';
import { proseOf } from '#pdc/prose';
import type { Prose } from '#pdc/prose';
import type { Entry, Resource } from '#pdc/schema';
import { openSearchIndex } from '#pdc/search/search';
import type { SearchIndex } from '#pdc/search/search';
import { namesIn } from './entries.ts';
import { NotText, Unavailable } from '../failure.ts';
import { createMemory } from './memory.ts';
import type { MemoryOptions, Remember } from './memory.ts';
import type { ReadText } from './read.ts';
import { readIndex, readManifest, readPost } from './shapes.ts';
import type { Index, Listed, Post } from './shapes.ts';

/** `slug` and addresses: nothing where the manifest lists no file of the category. */
export type Category = {
  readonly name: string;
  readonly post_count: number;
  readonly slug?: string;
  readonly api_json_url?: string;
  readonly api_md_url?: string;
};

/** A file that a client may read, by its URI. */
export type File = { readonly path: string; readonly mimeType: string };

export type Catalogue = {
  readonly index: Index;
  readonly listed: Listed;
  /** Every URI that is listed, or that a template makes of a slug. Nothing else can be read. */
  readonly files: ReadonlyMap<string, File>;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly resources: ReadonlyMap<string, Resource>;
  /** Every category that an article names, by slug. */
  readonly categories: readonly Category[];
};

export type Site = {
  readonly catalogue: () => Promise<Catalogue>;
  /** The texts of the site's language; Chinese while the manifest cannot be read. */
  readonly prose: () => Promise<Prose>;
  /** The index of the site's search; undefined where the site has none. */
  readonly searchIndex: () => Promise<SearchIndex | undefined>;
  /** The text of a file, byte for byte; nothing where it is gone. */
  readonly file: (path: string) => Promise<string | undefined>;
  /** An article's body; nothing where it is gone. */
  readonly post: (slug: string) => Promise<Post | undefined>;
};

/** Characters of articles and pieces of the index that are kept, 16 MB where all are Han: read again within the minute, they cost the site no request. */
const room = 8 * 1024 * 1024;

export type Source = { readonly read: ReadText } & Pick<MemoryOptions<unknown>, 'recheckAfter' | 'now' | 'log'>;

/** Opens a site. Nothing is read before it is asked for. */
export function openSite(source: Source): Site {
  const single = { ...source, read: requireFile(source.read), room: Infinity };
  const index = createMemory({ ...single, make: readIndex });
  const manifest = createMemory({ ...single, make: readManifest });
  const file = createMemory({ ...source, make: (text) => text, room });
  const searchIndex = rememberSearchIndex(source, file);
  let last: Catalogue | undefined;

  return {
    async catalogue() {
      const [now, listed] = [(await index(indexJsonPath))!, (await manifest(manifestPath))!];
      if (last?.index !== now || last.listed !== listed) last = toCatalogue(now, listed);
      return last;
    },
    prose: async () => proseIn(await manifest(manifestPath).catch(() => undefined)),
    searchIndex: () => searchIndex(searchPath),
    file,
    post: async (slug) => {
      const json = await file(postJsonPath(slug));
      return json === undefined ? undefined : readPost(json);
    },
  };
}

/** Every site has these: where one is missing the site is away, and what was read of it serves. */
function requireFile(read: ReadText): ReadText {
  return async (path, known) => {
    const reading = await read(path, known);
    if (reading.kind === 'absent') throw new Unavailable(`${path} does not exist`);
    return reading;
  };
}

/**
 * Reads the search index, which a site may do without: hosts answer with a page for any address. One that was read before
 * is being replaced when it is none, and the old copy serves.
 */
function rememberSearchIndex(source: Source, file: Site['file']): Remember<SearchIndex | undefined> {
  let wasRead = false;
  const orNone = (error: unknown): undefined => {
    if (wasRead) throw error;
    source.log(`${(error as Error).message}; the site is read as if it had none`);
  };
  return createMemory({
    ...source,
    room: Infinity,
    async read(path, known) {
      const reading = await source.read(path, known).catch((error: unknown) => {
        if (!(error instanceof NotText)) throw error;
        return orNone(error);
      });
      if (wasRead && reading?.kind === 'absent') throw new Unavailable(`${path} does not exist any more`);
      return reading ?? { kind: 'absent' };
    },
    make(text) {
      try {
        const search = openSearchIndex(text, file);
        wasRead = true;
        return search;
      } catch (error) {
        return orNone(error);
      }
    },
  });
}

function toCatalogue(index: Index, listed: Listed): Catalogue {
  const { url, posts } = index;
  const templated = posts.flatMap(({ api_json_url, api_md_url }) => [
    { uri: api_json_url, mimeType: 'application/json' },
    { uri: api_md_url, mimeType: 'text/markdown' },
  ]);
  // A listed resource says more of a file than a template does: it comes last, and wins.
  const files = [...templated, ...listed.resources].flatMap(({ uri, mimeType }) => {
    const path = toPath(url, uri);
    return path === undefined ? [] : [[uri, { path, mimeType: mimeType ?? typeOf(path) }] as const];
  });
  return {
    index,
    listed,
    files: new Map(files),
    entries: new Map(posts.map((entry) => [entry.slug, entry])),
    resources: new Map(listed.resources.map((resource) => [resource.uri, resource])),
    categories: categoriesOf(index, listed),
  };
}

/** The manifest names a category's file as the file does, or by the category's name alone. */
function categoriesOf({ url, posts }: Index, listed: Listed): Category[] {
  const { merged } = proseIn(listed);
  const slugs = new Map(listed.resources.map(({ uri, title = '' }) => [fold(title), slugIn(uri)]));
  const categories = namesIn(posts, 'categories').map(({ name, post_count }): Category => {
    const slug = slugs.get(fold(merged.category({ name }))) ?? slugs.get(fold(name));
    if (slug === undefined) return { name, post_count };
    const [api_json_url, api_md_url] = [url + categoryJsonPath(slug), url + categoryMdPath(slug)];
    return { name, slug, post_count, api_json_url, api_md_url };
  });
  return categories.sort((a, b) => ((a.slug ?? '~') < (b.slug ?? '~') ? -1 : 1));
}

/** The Chinese texts serve a site that does not say its language. */
const proseIn = (listed: Listed | undefined): Prose =>
  proseOf(listed?.capabilities?.experimental.site ?? { language: 'zh-CN' });

const typeOf = (path: string): string => (path.endsWith('.md') ? 'text/markdown' : 'text/plain');

/** The site path of an address under the base URL; nothing for any other address. */
function toPath(base: string, uri: string): string | undefined {
  return uri.startsWith(`${base}/`) ? decode(uri.slice(base.length)) : undefined;
}

/** The slug that an address of a category's Markdown names. */
export const slugIn = (uri: string): string | undefined => /\/api\/categories\/([^/]+)\.md$/.exec(uri)?.[1];
