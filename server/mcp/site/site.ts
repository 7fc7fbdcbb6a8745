// A site as the adapter reads it: the index, the manifest, and the files that they name.
import { decode } from '#pdc/text/decode';
import { fold } from '#pdc/text/fold';
import { indexJsonPath, manifestPath, postJsonPath, searchPath, skillsPath } from '#pdc/site/paths';
import { proseOf } from '#pdc/words/prose';
import type { Prose } from '#pdc/words/prose';
import type { Entry, Resource } from '#pdc/site/schema';
import { openSearchIndex } from '#pdc/search/search';
import type { SearchIndex } from '#pdc/search/search';
import { namesIn } from '#pdc/search/entries';
import { NotText, Unavailable } from '../failure.ts';
import { createMemory } from './memory.ts';
import type { MemoryOptions, Remember } from './memory.ts';
import type { ReadText } from './read.ts';
import { listedIn, readIndex, readManifest, readPost, readSkills } from './shapes.ts';
import type { Index, Listed, Post, SkillRow } from './shapes.ts';

/** A category or tag. A category has a slug where the manifest lists its file. */
export type Category = { readonly name: string; readonly post_count: number; readonly slug?: string | undefined };

export type Catalogue = {
  readonly index: Index;
  readonly listed: Listed;
  /** The media types of the files that are listed, or that a template makes of a slug, by path. Nothing else can be read. */
  readonly files: ReadonlyMap<string, string>;
  /** The path of an address, in whatever form it is written; undefined where it is not under the site's. */
  readonly pathOf: (address: string) => string | undefined;
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
  /** The index of the site's Agent Skills; undefined where the site has none. */
  readonly skills: () => Promise<readonly SkillRow[] | undefined>;
  /** The text of a file, byte for byte; nothing where it is gone. */
  readonly file: (path: string) => Promise<string | undefined>;
  /** The body in the JSON of an article; nothing where it is gone. */
  readonly post: (path: string) => Promise<Post | undefined>;
};

/** Characters of articles and pieces of the index that are kept, 16 MB where all are Han: read again within the minute, they cost the site no request. */
const capacity = 8 * 1024 * 1024;

export type Source = { readonly readText: ReadText } & Pick<MemoryOptions<unknown>, 'recheckAfter' | 'now' | 'log'>;

/** Opens a site. Nothing is read before it is asked for. */
export function openSite(source: Source): Site {
  const index = createMemory({
    ...source,
    readText: requireFile(source.readText),
    capacity: Infinity,
    make: readIndex,
  });
  const manifest = rememberOptional(source, readManifest);
  const file = createMemory({ ...source, make: (text) => text, capacity });
  const plain: Site['file'] = async (path) => (await file(path))?.replace(/^\ufeff/, '');
  const searchIndex = rememberOptional(source, (text) => openSearchIndex(text.replace(/^\ufeff/, ''), plain));
  const skills = rememberOptional(source, readSkills);
  let last: { readonly of: readonly unknown[]; readonly catalogue: Catalogue } | undefined;

  return {
    async catalogue() {
      const of = [(await index(indexJsonPath))!, await manifest(manifestPath)] as const;
      if (!last || last.of.some((file, at) => file !== of[at]))
        last = { of, catalogue: toCatalogue(of[0], of[1] ?? listedIn(of[0])) };
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

/** Every site has it: where it is missing the site is away, and what was read of it serves. */
function requireFile(read: ReadText): ReadText {
  return async (path, cachedVersion) => {
    const reading = await read(path, cachedVersion);
    if (reading.kind === 'absent') throw new Unavailable(`${path} does not exist`);
    return reading;
  };
}

/**
 * Reads a file that a site may do without: hosts answer with a page for any address. One that was read before is being
 * replaced when it is none, and the old copy serves.
 */
function rememberOptional<T>(source: Source, open: (text: string) => T): Remember<T | undefined> {
  let wasRead = false;
  const orNone = (error: unknown): undefined => {
    if (wasRead) throw error;
    source.log(`${(error as Error).message}; the site is read as if it had none`);
  };
  return createMemory({
    ...source,
    capacity: Infinity,
    async readText(path, cachedVersion) {
      const reading = await source.readText(path, cachedVersion).catch((error: unknown) => {
        if (!(error instanceof NotText)) throw error;
        return orNone(error);
      });
      if (wasRead && reading?.kind === 'absent') throw new Unavailable(`${path} does not exist any more`);
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

function toCatalogue(index: Index, listed: Listed): Catalogue {
  const { url, posts } = index;
  const templated = posts.flatMap(({ api_json_url, api_md_url }) => [
    { uri: api_json_url, mimeType: 'application/json' },
    { uri: api_md_url, mimeType: 'text/markdown' },
  ]);
  // A listed resource says more of a file than a template does: it comes last, and wins.
  const root = new URL(url);
  const files = [...templated, ...listed.resources].flatMap(({ uri, mimeType }) => {
    const path = toPath(root, uri);
    return path === undefined ? [] : [[path, mimeType ?? typeOf(path)] as const];
  });
  return {
    index,
    listed,
    files: new Map(files),
    pathOf: (address) => toPath(root, address),
    entries: new Map(posts.map((entry) => [entry.slug, entry])),
    resources: new Map(listed.resources.map((resource) => [resource.uri, resource])),
    categories: categoriesOf(index, listed),
  };
}

/** The manifest names a category's file as the file does, or by the category's name alone. */
function categoriesOf({ posts }: Index, listed: Listed): Category[] {
  const { merged } = proseIn(listed);
  const slugs = new Map(listed.resources.map(({ uri, title = '' }) => [fold(title), slugIn(uri)]));
  const categories = namesIn(posts, 'categories').map(({ name, post_count }): Category => {
    return { name, post_count, slug: slugs.get(fold(merged.category({ name }))) ?? slugs.get(fold(name)) };
  });
  return categories.sort((a, b) => ((a.slug ?? '~') < (b.slug ?? '~') ? -1 : 1));
}

/** The Chinese texts serve a site that does not say its language. */
const proseIn = (listed: Listed | undefined): Prose =>
  proseOf(listed?.capabilities?.experimental.site ?? { language: 'zh-CN' });

const typeOf = (path: string): string => (path.endsWith('.md') ? 'text/markdown' : 'text/plain');

/** The site path of an address under the base URL, whose parser folds the forms of a host; nothing for any other address. */
function toPath(base: URL, address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // A slash that is encoded is no slash, and with a query or a fragment it is another address.
  if (!url || url.origin !== base.origin || /%2f|%5c|[?#]|^\w+:\/*[^/]*@/i.test(url.href)) return undefined;
  const [path, root] = [decode(url.pathname), decode(base.pathname)?.replace(/\/$/, '')];
  return path?.startsWith(`${root}/`) ? path.slice(root!.length) : undefined;
}

/** The slug that an address of a category's Markdown names. */
export const slugIn = (uri: string): string | undefined => /\/api\/categories\/([^/]+)\.md$/.exec(uri)?.[1];

/** Where the JSON of an article stands: where its entry says, or else where the protocol has it. */
export const bodyPath = ({ entries, pathOf }: Catalogue, slug: string): string =>
  pathOf(entries.get(slug)?.api_json_url ?? '') ?? postJsonPath(slug);
