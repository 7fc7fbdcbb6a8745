// What the adapter knows of the site: the index, the manifest where there is one, and the files that they name.
import { decode } from '#pdc/decode';
import { fold } from '#pdc/fold';
import {
  categoryJsonPath,
  categoryMdPath,
  encodePath,
  indexJsonPath,
  llmsPath,
  manifestPath,
  postJsonPath,
  postMdPath,
  searchIndexPath,
} from '#pdc/paths';
import type { Entry, Resource } from '#pdc/schema';
import { openSearchIndex } from '#pdc/search/rank';
import type { SearchIndex } from '#pdc/search/rank';
import { isPromptArticle, namesOf, slugsFor, toPrompt, toResources, toTemplates, toTools } from './derive.ts';
import type { CategoryName } from './derive.ts';
import { NotText, Unavailable } from '../failure.ts';
import { createMemory } from './memory.ts';
import type { MemoryOptions } from './memory.ts';
import type { Read, Reading } from './read.ts';
import { isWithheld, readIndex, readManifest, readPost } from './shapes.ts';
import type { Body, Index, Listed } from './shapes.ts';

/** `slug` and addresses: nothing where the site has no file of the category, or none that could be found. */
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
  readonly listed: Omit<Listed, 'prompts'>;
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
  /** The index of the site's search; nothing where the site has none. */
  readonly searchIndex: () => Promise<SearchIndex | undefined>;
  /** The text of a file, byte for byte; nothing where it is gone. */
  readonly file: (path: string) => Promise<string | undefined>;
  /** An article's body; nothing where it is gone. */
  readonly post: (slug: string) => Promise<Body | undefined>;
};

/** Characters of articles that are kept: read again within the minute, they cost the site no request. */
const room = 8 * 1024 * 1024;

export type Source = {
  readonly read: Read;
  /** Where the site is read from, for an index that names no address. */
  readonly base?: string;
} & Pick<MemoryOptions<unknown>, 'recheckAfter' | 'now' | 'log'>;

/** Opens a site. Nothing is read before it is asked for. */
export function openSite(source: Source): Site {
  const one = <T>(read: Read, make: (text: string) => T) => createMemory({ ...source, read, make, room: Infinity });
  const { base = 'http://localhost' } = source;
  const index = one(insist(source.read), (text) => readIndex(text, base));
  const manifest = one(insistOnceRead(source), orNone(readManifest, source.log));
  const searchIndex = one(insistOnceRead(source), orNone(openSearchIndex, source.log));
  const file = createMemory({ ...source, make: (text) => text, room });
  const catalogue = onceFor(async (index: Index, listed: Listed | undefined) => toCatalogue(index, listed), {
    ...source,
    recheckAfter: Infinity,
  });
  const categories = onceFor(async (index: Index, listed: Listed | undefined) => findCategories(index, listed), source);
  const prompts = onceFor(
    async (index: Index, listed: Listed | undefined) => listed?.prompts ?? findPrompts(index),
    source,
  );

  const site: Site = {
    catalogue: async () => catalogue((await index(indexJsonPath))!, await manifest(manifestPath)),
    categories: async () => categories((await index(indexJsonPath))!, await manifest(manifestPath)),
    prompts: async () => prompts((await index(indexJsonPath))!, await manifest(manifestPath)),
    searchIndex: () => searchIndex(searchIndexPath),
    file,
    post: async (slug) => {
      const json = await file(postJsonPath(slug)).catch((error: unknown) => withoutText(error, source.log));
      const body = json === undefined ? undefined : orNone(readPost, source.log)(json);
      if (body) return body;
      const content = await file(postMdPath(slug));
      return content === undefined ? undefined : { content, encrypted: isWithheld(content), math: false, args: [] };
    },
  };
  return site;

  async function findPrompts({ posts }: Index): Promise<Prompts> {
    const found = await Promise.all(
      posts.filter(isPromptArticle).map(async (entry) => {
        const body = await site.post(entry.slug);
        return body && !body.encrypted ? toPrompt(entry, body) : [];
      }),
    );
    return found.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** By the manifest; where that lists none, by the articles, and whatever file is found of each. */
  async function findCategories({ url, posts }: Index, listed: Listed | undefined): Promise<Category[]> {
    const groups = namesOf(posts, 'categories');
    const counts = new Map(groups.map(({ name, posts: own }) => [fold(name), own.length]));
    const named = (listed?.resources ?? []).filter(({ uri }) => uri.startsWith(`${url}${categoryFolder}`));
    if (named.length > 0)
      return Promise.all(
        named.map(async ({ uri, name: own, title = own }) => {
          const slug = slugIn(uri) ?? own;
          const said = title.replace(/^分类：/, '');
          // A title may be anything; the file knows whose articles it holds.
          const json = counts.has(fold(said)) ? undefined : await file(categoryJsonPath(slug));
          const name = groups.find((group) => json !== undefined && isCategory(json, group))?.name ?? said;
          const api_json_url = uri.replace(/\.md$/, '.json');
          return { name, slug, post_count: counts.get(fold(name)) ?? 0, api_json_url, api_md_url: uri };
        }),
      );
    const entry = await file(llmsPath);
    const linked = [...(entry ?? '').matchAll(/\/api\/categories\/([a-z0-9-]+)\.(?:md|json)/g)].map(
      (match) => match[1]!,
    );
    return Promise.all(groups.map((group) => toCategory(group, { url, linked })));
  }

  async function toCategory(
    group: CategoryName,
    { url, linked }: { url: string; linked: readonly string[] },
  ): Promise<Category> {
    const { name, posts } = group;
    for (const slug of slugsFor(group, linked)) {
      const json = await file(categoryJsonPath(slug));
      if (json === undefined || !isCategory(json, group)) continue;
      const [api_json_url, api_md_url] = [url + categoryJsonPath(slug), url + categoryMdPath(slug)];
      return { name, slug, post_count: posts.length, api_json_url, api_md_url };
    }
    return { name, post_count: posts.length };
  }
}

/** Whether a category's file is that of these articles: it says their name, or lists them and no others. */
function isCategory(json: string, { name, posts }: CategoryName): boolean {
  try {
    const value = JSON.parse(json) as { category?: unknown; name?: unknown } | null;
    const said = value?.category ?? value?.name;
    if (typeof said === 'string') return fold(said) === fold(name);
    const slugs = new Set(readIndex(json, 'http://localhost').posts.map(({ slug }) => slug));
    return slugs.size === posts.length && posts.every(({ slug }) => slugs.has(slug));
  } catch {
    return false;
  }
}

/** Every site has an index: where it is missing the site is away, and what was read of it serves. */
function insist(read: Read): Read {
  return async (path, known) => {
    const reading = await read(path, known);
    if (reading.kind === 'absent') throw new Unavailable(`${path} does not exist`);
    return reading;
  };
}

/** A site may do without these; where one was there and is missing, the site is being replaced. */
function insistOnceRead({ read, log }: Pick<Source, 'read' | 'log'>): Read {
  let wasRead = false;
  return async (path, known) => {
    const reading = await read(path, known).catch((error: unknown): Reading => {
      if (wasRead) throw error;
      withoutText(error, log);
      return { kind: 'absent' };
    });
    if (reading.kind === 'absent' && wasRead) throw new Unavailable(`${path} does not exist any more`);
    if (reading.kind === 'text') wasRead = true;
    return reading;
  };
}

/** What is no text is in no form that is known, either. Throws any other error. */
function withoutText(error: unknown, log: Source['log']): undefined {
  if (!(error instanceof NotText)) throw error;
  log(`${error.message}; the site is read as if it had none`);
}

/**
 * What a site may do without, in a form that is not known: as if it were not there. Hosts answer with a page for any address,
 * and other publishers have files of their own at ours. One that was read before is being replaced, and what was read serves.
 */
function orNone<T>(make: (text: string) => T, log: Source['log']): (text: string) => T | undefined {
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
  // What is listed says more of a file than a template does: it comes last, and stays.
  const files = [...templated, ...resources].flatMap(({ uri, mimeType }) => {
    const path = toPath(index.url, uri);
    if (path === undefined) return [];
    const file = { path, mimeType: mimeType ?? typeOf(path) };
    // An address that is not ASCII is listed as it was written, and asked for as clients write addresses.
    return [uri, index.url + encodePath(path)].map((address) => [address, file] as const);
  });
  return {
    index,
    listed: {
      serverInfo: listed?.serverInfo ?? { name: 'duplex', title: index.site, version: '0' },
      resources,
      resourceTemplates: orDerived(listed?.resourceTemplates, () => toTemplates(index)),
      tools: toTools(listed?.tools ?? []),
    },
    files: new Map(files),
    entries: new Map(index.posts.map((entry) => [entry.slug, entry])),
    resources: new Map(resources.map((resource) => [resource.uri, resource])),
  };
}

const typeOf = (path: string): string => (path.endsWith('.md') ? 'text/markdown' : 'text/plain');

/** The site path of an address under the base URL; nothing for any other address. */
function toPath(base: string, uri: string): string | undefined {
  return uri.startsWith(`${base}/`) ? decode(uri.slice(base.length)) : undefined;
}

/** The slug that an address of a category's Markdown names. */
export const slugIn = (uri: string): string | undefined => /\/api\/categories\/([^/]+)\.md$/.exec(uri)?.[1];

const categoryFolder = categoryJsonPath('').replace(/\.json$/, '');
