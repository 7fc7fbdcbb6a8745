// What the adapter knows of the site: the manifest, the indexes, and the files that the manifest lists or templates.
import { categoryJsonPath, indexJsonPath, manifestPath, postJsonPath, searchIndexPath } from '#pdc/paths';
import { Index as IndexShape, Manifest, Post } from '#pdc/schema';
import type { Entry, Resource } from '#pdc/schema';
import { openSearchIndex } from '#pdc/search';
import type { SearchIndex } from '#pdc/search';
import type { z } from 'zod';
import { Unavailable } from './failure.ts';
import { createMemory } from './memory.ts';
import type { MemoryOptions } from './memory.ts';
import type { Read } from './read.ts';

type Index = z.infer<typeof IndexShape>;

export type Category = {
  readonly name: string;
  readonly slug: string;
  readonly post_count: number;
  readonly api_json_url: string;
  readonly api_md_url: string;
};

/** A file that a client may read, by its URI. */
export type File = { readonly path: string; readonly mimeType: string };

export type Catalogue = {
  readonly manifest: Manifest;
  readonly index: Index;
  /** Every URI that is listed, or that a template makes of a slug that exists. Nothing else can be read. */
  readonly files: ReadonlyMap<string, File>;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly categories: readonly Category[];
};

export type Site = {
  readonly catalogue: () => Promise<Catalogue>;
  readonly searchIndex: () => Promise<SearchIndex>;
  /** The text of a file, byte for byte; nothing where it is gone. */
  readonly file: (path: string) => Promise<string | undefined>;
  /** An article's JSON: its metadata and body. */
  readonly post: (slug: string) => Promise<Post | undefined>;
};

/** Characters of articles that are kept: read again within the minute, they cost the site no request. */
const room = 8 * 1024 * 1024;

export type Source = { readonly read: Read } & Pick<MemoryOptions<unknown>, 'recheckAfter' | 'now' | 'log'>;

/** Opens a site. Nothing is read before it is asked for. */
export function openSite(source: Source): Site {
  const one = <T>(make: (text: string) => T) =>
    createMemory({ ...source, read: insist(source.read), make, room: Infinity });
  const manifest = one(parse(Manifest));
  const index = one(parse(IndexShape));
  const searchIndex = one(openSearchIndex);
  const file = createMemory({ ...source, make: (text) => text, room });
  const catalogue = joinOnce();
  return {
    catalogue: async () => catalogue((await manifest(manifestPath))!, (await index(indexJsonPath))!),
    searchIndex: async () => (await searchIndex(searchIndexPath))!,
    file,
    post: async (slug) => {
      const text = await file(postJsonPath(slug));
      return text === undefined ? undefined : parse(Post)(text);
    },
  };
}

/** These files every site has: where one is missing the site is away, and what was read of it serves. */
function insist(read: Read): Read {
  return async (path, known) => {
    const reading = await read(path, known);
    if (reading.kind === 'absent') throw new Unavailable(`${path} does not exist`);
    return reading;
  };
}

/** Checks a text against its shape and gives it as it stands, key by key: what is listed is the manifest's own. */
const parse =
  <Shape extends z.ZodType>(shape: Shape) =>
  (text: string): z.infer<Shape> => {
    const value: unknown = JSON.parse(text);
    const { error } = shape.safeParse(value);
    if (error)
      throw new Unavailable(
        `the site’s JSON is not of the shape this adapter knows: ${error.issues[0]?.path.join('.')}`,
      );
    return value as z.infer<Shape>;
  };

/** Joins manifest and index, and again when one of them changed. */
function joinOnce(): (manifest: Manifest, index: Index) => Catalogue {
  let last: Catalogue | undefined;
  return (manifest, index) => {
    if (last?.manifest !== manifest || last.index !== index) last = toCatalogue(manifest, index);
    return last;
  };
}

function toCatalogue(manifest: Manifest, index: Index): Catalogue {
  const listed = manifest.resources.map(({ uri, mimeType }) => ({ uri, mimeType }));
  const templated = index.posts.map(({ api_json_url: uri }) => ({ uri, mimeType: 'application/json' }));
  const files = [...listed, ...templated].flatMap(({ uri, mimeType }) => {
    const path = toPath(index.url, uri);
    return path === undefined ? [] : [[uri, { path, mimeType }] as const];
  });
  return {
    manifest,
    index,
    files: new Map(files),
    entries: new Map(index.posts.map((entry) => [entry.slug, entry])),
    resources: new Map(manifest.resources.map((resource) => [resource.uri, resource])),
    categories: toCategories(manifest, index),
  };
}

/** The site path of an address under the base URL; nothing for any other address. */
function toPath(base: string, uri: string): string | undefined {
  if (!uri.startsWith(`${base}/`)) return undefined;
  try {
    return decodeURIComponent(uri.slice(base.length));
  } catch {
    return undefined;
  }
}

/** A category is a resource of the manifest whose address is a category's; its title names it. */
function toCategories({ resources }: Manifest, { url, posts }: Index): Category[] {
  const counts = new Map<string, number>();
  for (const name of posts.flatMap(({ categories }) => [...new Set(categories)]))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return resources
    .filter(({ uri }) => uri.startsWith(`${url}${categoryFolder}`))
    .map(({ uri, name: slug, title }) => {
      const name = title.replace(/^分类：/, '');
      const api_json_url = uri.replace(/\.md$/, '.json');
      return { name, slug, post_count: counts.get(name) ?? 0, api_json_url, api_md_url: uri };
    });
}

const categoryFolder = categoryJsonPath('').replace(/\.json$/, '');
