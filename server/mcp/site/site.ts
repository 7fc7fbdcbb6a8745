// A site as the adapter reads it: the index, the manifest where there is one, and the files that they name.
import { decode } from '#pdc/decode';
import { defaultCategoryMap } from '#pdc/defaults';
import { fold } from '#pdc/fold';
import { categoryJsonPath, categoryMdPath, indexJsonPath, manifestPath, postJsonPath, searchPath } from '#pdc/paths';
import { proseOf } from '#pdc/prose';
import type { Prose } from '#pdc/prose';
import type { Entry, Resource } from '#pdc/schema';
import { openSearch } from '#pdc/search/search';
import type { Search } from '#pdc/search/search';
import { isPromptArticle, namesOf, slugify, toPrompt, toResources, toTemplates, toTools } from './derive.ts';
import { NotText, Unavailable } from '../failure.ts';
import { createMemory } from './memory.ts';
import type { MemoryOptions } from './memory.ts';
import type { ReadText, ReadResult } from './read.ts';
import { readIndex, readManifest, readPost } from './shapes.ts';
import type { Body, Index, Listed } from './shapes.ts';

/** `slug` and addresses: nothing where no file of the category is found. */
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
  readonly listed: Omit<Listed, 'prompts' | 'capabilities'>;
  /** Every URI that is listed, or that a template makes of an article's slug. Beside categories nothing else can be read. */
  readonly files: ReadonlyMap<string, File>;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly resources: ReadonlyMap<string, Resource>;
};

type Prompts = NonNullable<Listed['prompts']>;

export type Site = {
  readonly catalogue: () => Promise<Catalogue>;
  readonly categories: () => Promise<readonly Category[]>;
  readonly prompts: () => Promise<Prompts>;
  /** The texts of the site's language; Chinese while the manifest cannot be read. */
  readonly prose: () => Promise<Prose>;
  /** The index of the site's search; undefined where the site has none. */
  readonly search: () => Promise<Search | undefined>;
  /** The text of a file, byte for byte; nothing where it is gone. */
  readonly file: (path: string) => Promise<string | undefined>;
  /** An article's body; nothing where it is gone. */
  readonly post: (slug: string) => Promise<Body | undefined>;
};

/** Characters of articles and pieces of the index that are kept, 16 MB where all are Han: read again within the minute, they cost the site no request. */
const room = 8 * 1024 * 1024;

export type Source = {
  readonly read: ReadText;
  /** Where the site is read from, for an index that names no address. */
  readonly base?: string;
} & Pick<MemoryOptions<unknown>, 'recheckAfter' | 'now' | 'log'>;

/** Opens a site. Nothing is read before it is asked for. */
export function openSite(source: Source): Site {
  // Each of these is a single file.
  const remember = <T>(read: ReadText, make: (text: string) => T) =>
    createMemory({ ...source, read, make, room: Infinity });
  const { base = 'http://localhost' } = source;
  const index = remember(requireFile(source.read), (text) => readIndex(text, base));
  const manifest = remember(requireOnceRead(source), toOptional(readManifest, source.log));
  const file = createMemory({ ...source, make: (text) => text, room });
  const search = remember(
    requireOnceRead(source),
    toOptional((text) => openSearch(text, file), source.log),
  );
  const catalogue = onceFor(async (index: Index, listed: Listed | undefined) => toCatalogue(index, listed), {
    ...source,
    recheckAfter: Infinity,
  });
  const categories = onceFor(async (index: Index, listed: Listed | undefined) => findCategories(index, listed), source);
  const prompts = onceFor(
    async (index: Index, listed: Listed | undefined) => listed?.prompts ?? findPrompts(index, proseIn(listed)),
    source,
  );

  const site: Site = {
    catalogue: async () => catalogue((await index(indexJsonPath))!, await manifest(manifestPath)),
    categories: async () => categories((await index(indexJsonPath))!, await manifest(manifestPath)),
    prompts: async () => prompts((await index(indexJsonPath))!, await manifest(manifestPath)),
    prose: async () => proseIn(await manifest(manifestPath).catch(() => undefined)),
    search: () => search(searchPath),
    file,
    post: async (slug) => {
      const json = await file(postJsonPath(slug));
      return json === undefined ? undefined : readPost(json);
    },
  };
  return site;

  async function findPrompts({ posts }: Index, prose: Prose): Promise<Prompts> {
    const found = await Promise.all(
      posts.filter(isPromptArticle).map(async (entry) => {
        const body = await site.post(entry.slug);
        return body && !body.encrypted ? toPrompt(entry, { body, prose }) : [];
      }),
    );
    return found.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** By slug: that of the manifest, or that of the default table or the name itself, where there is such a file. */
  async function findCategories({ url, posts }: Index, listed: Listed | undefined): Promise<Category[]> {
    const { merged } = proseIn(listed);
    const slugs = new Map(
      (listed?.resources ?? []).flatMap(({ uri, title = '' }) => {
        const slug = slugIn(uri);
        return slug === undefined ? [] : [[fold(title), slug] as const];
      }),
    );
    const categories = await Promise.all(
      namesOf(posts, 'categories').map(async ({ name, posts: { length: post_count } }) => {
        const title = fold(merged.category({ name }));
        const slug = slugs.get(title) ?? slugs.get(fold(name)) ?? (await guessSlug(name));
        if (slug === undefined) return { name, post_count };
        const [api_json_url, api_md_url] = [url + categoryJsonPath(slug), url + categoryMdPath(slug)];
        return { name, slug, post_count, api_json_url, api_md_url };
      }),
    );
    return categories.sort((a, b) => ((a.slug ?? '~') < (b.slug ?? '~') ? -1 : 1));
  }

  async function guessSlug(name: string): Promise<string | undefined> {
    const slug = defaultCategoryMap[name] ?? slugify(name);
    const json = slug === '' ? undefined : await file(categoryJsonPath(slug));
    // Some hosts answer any address with a page.
    return json?.startsWith('{') || json?.startsWith('[') ? slug : undefined;
  }
}

/** Every site has an index: where it is missing the site is away, and what was read of it serves. */
function requireFile(read: ReadText): ReadText {
  return async (path, known) => {
    const reading = await read(path, known);
    if (reading.kind === 'absent') throw new Unavailable(`${path} does not exist`);
    return reading;
  };
}

/** A site may do without these; where one was there and is missing, the site is being replaced. */
function requireOnceRead({ read, log }: Pick<Source, 'read' | 'log'>): ReadText {
  let wasRead = false;
  return async (path, known) => {
    const reading = await read(path, known).catch((error: unknown): ReadResult => {
      if (wasRead || !(error instanceof NotText)) throw error;
      log(`${error.message}; the site is read as if it had none`);
      return { kind: 'absent' };
    });
    if (reading.kind === 'absent' && wasRead) throw new Unavailable(`${path} does not exist any more`);
    if (reading.kind === 'text') wasRead = true;
    return reading;
  };
}

/**
 * Treats an optional file in an unknown form as absent: hosts answer with a page for any address. One that was read
 * before is being replaced, and the old copy serves.
 */
function toOptional<T>(make: (text: string) => T, log: Source['log']): (text: string) => T | undefined {
  let wasMade = false;
  return (text) => {
    try {
      const made = make(text);
      wasMade = true;
      return made;
    } catch (error) {
      if (wasMade) throw error;
      log(`${(error as Error).message}; the site is read as if it had none`);
      return undefined;
    }
  };
}

/** Makes something of index and manifest, and again when one of them changed, or when what it was made of may have. */
function onceFor<T>(
  make: (index: Index, listed: Listed | undefined) => Promise<T>,
  { recheckAfter, now }: Pick<Source, 'recheckAfter' | 'now'>,
): (index: Index, listed: Listed | undefined) => Promise<T> {
  let last:
    { readonly index: Index; readonly listed: Listed | undefined; readonly made: T; madeAt: number } | undefined;
  return async (index, listed) => {
    const madeAt = now();
    if (last?.index === index && last.listed === listed && madeAt - last.madeAt < recheckAfter) return last.made;
    const made = await make(index, listed);
    last = { index, listed, made, madeAt };
    return made;
  };
}

function toCatalogue(index: Index, listed: Listed | undefined): Catalogue {
  const orDerived = <T>(list: readonly T[] | undefined, derive: () => T[]): T[] =>
    list === undefined || list.length === 0 ? derive() : [...list];
  const resources = orDerived(listed?.resources, () => toResources(index));
  const templated = index.posts.flatMap(({ api_json_url, api_md_url }) => [
    { uri: api_json_url, mimeType: 'application/json' },
    { uri: api_md_url, mimeType: 'text/markdown' },
  ]);
  // A listed resource says more of a file than a template does: it comes last, and wins.
  const files = [...templated, ...resources].flatMap(({ uri, mimeType }) => {
    const path = toPath(index.url, uri);
    return path === undefined ? [] : [[uri, { path, mimeType: mimeType ?? typeOf(path) }] as const];
  });
  return {
    index,
    listed: {
      serverInfo: listed?.serverInfo ?? { name: 'duplex', title: index.site, version: '0' },
      resources,
      resourceTemplates: orDerived(listed?.resourceTemplates, () => toTemplates(index, proseIn(listed))),
      tools: toTools(listed?.tools ?? [], proseIn(listed)),
    },
    files: new Map(files),
    entries: new Map(index.posts.map((entry) => [entry.slug, entry])),
    resources: new Map(resources.map((resource) => [resource.uri, resource])),
  };
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
