// A published site as its index describes it, for all rules.
import { decodeWhole } from '#pdc/text/decode';
import { z } from 'zod';
import * as paths from '#pdc/site/paths';
import { Entry, Index, schemas } from '#pdc/site/schema';
import type { Category } from '#pdc/site/schema';
import { defaultSite, withUrl } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { remember } from '#pdc/remember';
import { openFiles } from './files.ts';
import type { Files } from './files.ts';
import type { Probe, FileSource } from './source.ts';

export type Kind = 'folder' | 'address';

export type Published = {
  readonly kind: Kind;
  readonly files: Files;
  /** The address that the index names; the author's other settings are unknown. */
  readonly site: Site;
  /** The language of the site, for messages. */
  readonly language: string;
  /** Whether the site has an index. */
  readonly indexed: boolean;
  /** The valid entries of the index, each slug once. */
  readonly posts: readonly Entry[];
  readonly postBySlug: ReadonlyMap<string, Entry>;
  /** The entries by the site path of their page. */
  readonly postByPath: ReadonlyMap<string, Entry>;
  /** Slugs of the categories that have a machine file, in order. */
  readonly categories: readonly string[];
  /** Site paths of the machine channel, including the digests and schemas. */
  readonly machine: readonly string[];
  /** Site paths that rule `endpoints` checks. Only this rule reports that one of them is missing. */
  readonly required: ReadonlySet<string>;
  /** Whether the host answers every request. If it does, an answer does not prove that a file exists. */
  readonly answersAnything: boolean;
  /** Sends requests to the host of a deployed site. */
  readonly probe?: Probe;
};

export type SiteAccess = Pick<Published, 'kind' | 'probe'> & Partial<Pick<Published, 'language'>>;

export async function openPublished(source: FileSource, around: SiteAccess): Promise<Published> {
  const { kind } = around;
  const files = openFiles(source);
  const index = await files.json(paths.indexJsonPath);
  const address = z.looseObject({ url: Index.shape.url }).safeParse(index).data?.url;
  const site = withUrl(defaultSite, address ?? defaultSite.url);
  const entries = toEntries(index);
  const postBySlug = new Map(entries.toReversed().map((entry) => [entry.slug, entry]));
  const posts = entries.filter((entry) => postBySlug.get(entry.slug) === entry);
  const digests = z.record(z.string(), z.unknown()).safeParse(await files.json(paths.digestsPath)).data ?? {};
  const categories = await findCategories(files, site, digests);
  const machine = [...listMachine(posts, categories), ...(await findOptional(files, site, digests))];
  return {
    language: await languageOf(files),
    ...around,
    files,
    site,
    indexed: address !== undefined,
    posts,
    postBySlug,
    postByPath: new Map(posts.flatMap((entry) => pathsOf(site, entry).map((path) => [path, entry]))),
    categories,
    machine,
    required: new Set([...machine, ...listPages({ kind, site, posts, categories })]),
    answersAnything: (await source(nowhere).catch(() => undefined)) !== undefined,
  };
}

/** The language that the home page states. */
async function languageOf(files: Files): Promise<string> {
  const home = (await files.text(paths.homePath(1))) ?? '';
  return /<html[^>]*\slang=["']?([\w-]+)/i.exec(home)?.[1] ?? 'en';
}

/** A path that does not exist on any site. */
const nowhere = '/duplex-verify/there-is-no-such-file.json';

// The other rules need these members of an entry. Rule `schema` checks whether an entry is complete.
const Usable = z
  .looseObject(
    z.object(Entry.shape).pick({ title: true, slug: true, categories: true, tags: true, url: true, encrypted: true })
      .shape,
  )
  .extend({ date: z.string(), api_json_url: z.string(), api_md_url: z.string() });

/** The valid entries of an index or a category, with their keys in order. */
export function toEntries(document: unknown): Entry[] {
  const { posts } = z.looseObject({ posts: z.array(z.unknown()) }).safeParse(document).data ?? { posts: [] };
  return posts.filter((entry): entry is Entry => Usable.safeParse(entry).success);
}

type Categories = readonly { path: string; slug: string; category: Category }[];

/** The category documents that can be read. They are read once for all rules. */
export const readCategories = remember(async ({ files, categories }: Published): Promise<Categories> => {
  const documents = await Promise.all(
    categories.map(async (slug) => {
      const path = paths.categoryJsonPath(slug);
      const category = await files.json(path);
      return hasName(category) ? [{ path, slug, category: { ...category, posts: toEntries(category) } }] : [];
    }),
  );
  return documents.flat();
});

const hasName = (document: unknown): document is Category =>
  z.looseObject({ category: z.string() }).safeParse(document).success;

/**
 * The categories whose files the manifest or the digests name, because the protocol does not define a list of
 * categories. A category without a file does not count.
 */
async function findCategories(files: Files, site: Site, digests: object): Promise<string[]> {
  const manifest = z
    .looseObject({ resources: z.array(z.looseObject({ uri: z.string() })) })
    .safeParse(await files.json(paths.manifestPath)).data;
  const resources = (manifest?.resources ?? []).map(({ uri }) => toSitePath(site, uri) ?? '');
  const named = [...resources, ...Object.keys(digests)];
  const slugs = new Set(named.flatMap((path) => /^\/api\/categories\/([^/]+)\.(?:json|md)$/.exec(path)?.[1] ?? []));
  const categorySlugs: string[] = [];
  for (const slug of [...slugs].sort()) {
    if ((await files.exists(paths.categoryJsonPath(slug))) || (await files.exists(paths.categoryMdPath(slug))))
      categorySlugs.push(slug);
  }
  return categorySlugs;
}

/**
 * The optional files that the site names, such as `index.md`. Sites of protocol 1.1 lack such files, so a file is
 * required only if the site names it.
 */
async function findOptional(files: Files, site: Site, digests: object): Promise<string[]> {
  const llms = (await files.text(paths.llmsPath)) ?? '';
  return [paths.indexMdPath, paths.skillsPath].filter(
    (path) => Object.hasOwn(digests, path) || llms.includes(paths.toAbsolute(site, path)),
  );
}

const listMachine = (posts: readonly Entry[], categories: readonly string[]): string[] => [
  paths.llmsPath,
  paths.aiContextPath,
  paths.llmsFullPath,
  paths.protocolPath,
  paths.indexJsonPath,
  paths.manifestPath,
  paths.searchPath,
  paths.digestsPath,
  ...Object.keys(schemas).map(paths.schemaPath),
  ...posts.flatMap(({ slug }) => [paths.postJsonPath(slug), paths.postMdPath(slug)]),
  ...categories.flatMap((slug) => [paths.categoryJsonPath(slug), paths.categoryMdPath(slug)]),
];

type Described = Pick<Published, 'kind' | 'site' | 'posts' | 'categories'>;

/** The files of a site outside the machine channel. */
const listPages = ({ kind, site, posts, categories }: Described): string[] => [
  paths.feedPath,
  paths.sitemapPath,
  paths.robotsPath,
  // A host does not have to serve this marker.
  ...(kind === 'folder' ? [paths.nojekyllPath] : []),
  paths.notFoundPath,
  paths.homePath(1),
  paths.archivesPath,
  paths.categoriesPath,
  paths.tagsPath,
  ...posts.flatMap((entry) => pathsOf(site, entry)),
  ...categories.map(paths.categoryPath),
];

/** The path of an article's page; undefined if its address is outside the site. */
export const pathOfPost = (site: Site, { url }: Entry): string | undefined => toSitePath(site, url);
const pathsOf = (site: Site, entry: Entry): string[] => [pathOfPost(site, entry) ?? []].flat();

/** The site path of an absolute address, decoded; undefined outside the site. */
export function toSitePath(site: Site, address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  const base = paths.basePath(site);
  if (origin !== new URL(site.url).origin || !`${pathname}/`.startsWith(`${base}/`)) return undefined;
  return decodeWhole(pathname.slice(base.length) || '/');
}

/** Whether no file exists at a path, and no other rule reports this. */
export async function isMissingUnreported({ files, required }: Published, path: string): Promise<boolean> {
  return !required.has(path) && !(await files.exists(path)) && !files.faults.has(path);
}
