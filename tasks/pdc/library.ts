// The whole site as data: every article that is published, its terms, and what only the whole can tell to be wrong.
import { placeInBody } from './article.ts';
import type { Article, Page } from './article.ts';
import { findAttachments, ownFolder } from './attachments.ts';
import type { Attachment } from './attachments.ts';
import { compare, isError, severityOf, toDefects, top } from './defect.ts';
import type { Defect, Finding, Place } from './defect.ts';
import { resolveTarget, toSitePath } from './links.ts';
import type { Base } from './links.ts';
import type { Link } from './markdown.ts';
import * as paths from './paths.ts';
import type { Site } from './site.ts';
import { bySlug, toTaxonomy } from './taxonomy.ts';
import type { Taxonomy, Term } from './taxonomy.ts';

/** A category or tag with the articles that carry it, newest first. */
export type Group = Term & { readonly articles: readonly Article[] };

export type Library = {
  readonly site: Site;
  /** Newest first by full time, then by slug. */
  readonly articles: readonly Article[];
  readonly pages: readonly Page[];
  /** By slug. */
  readonly categories: readonly Group[];
  readonly tags: readonly Group[];
  readonly categoryOf: Taxonomy['termOf'];
  readonly tagOf: Taxonomy['termOf'];
  /** The files of the content folder that are published as they are. */
  readonly attachments: readonly Attachment[];
  /** Site paths by path below the content folder: what a link to a Markdown file or an attachment leads to. */
  readonly pathBySource: ReadonlyMap<string, string>;
};

/** A file that was read: what it says, and the defects of its own. */
export type Candidate<T = Article | Page> = { readonly entry: T; readonly defects: readonly Defect[] };

export type LibraryInput = {
  readonly candidates: readonly Candidate[];
  readonly site: Site;
  /** Site paths of all static files: `/images/a.png`. */
  readonly statics: ReadonlySet<string>;
  /** Paths of all other files below the content folder. */
  readonly files?: readonly string[];
  readonly lenient: boolean;
};

/**
 * Joins candidates to a library. In a lenient build an article that has an error is left out; otherwise all stay,
 * because any error stops the build and every defect is to be told in one run.
 */
export function toLibrary({ candidates, site, statics, files = [], lenient }: LibraryInput): {
  library: Library;
  defects: Defect[];
} {
  const defects: Defect[] = candidates.flatMap((candidate) => candidate.defects);
  const kept = candidates
    .filter((candidate) => !lenient || !candidate.defects.some(isError))
    .map(({ entry }) => entry)
    .sort((a, b) => compare(a.source, b.source));

  const tell = (entry: { file: string }, ...findings: Finding[]): void =>
    void defects.push(...toDefects(findings, { file: entry.file, settings: site.rules, lenient }));

  const { entries: unique, claim } = claimPaths({ entries: kept, site, statics, tell });
  // One whose address is taken is left out, and rule links tells the link to it.
  const attachments = findAttachments(files, { entries: unique, pathOf: (entry) => pathOf(site, entry) }).filter(
    ({ path, source }) => claim(path, source) === undefined,
  );
  const pathByFile = new Map(attachments.map(({ source, path }) => [source, path]));
  const withCovers = unique.map((entry) =>
    entry.layout === 'post' ? checkCover(entry, { site, statics, pathByFile, tell }) : entry,
  );
  const articles = withCovers.filter((entry) => entry.layout === 'post').sort(newestFirst);
  const pages = withCovers.filter((entry) => entry.layout === 'page');

  const { termOf: categoryOf, terms: categories } = readTerms({
    articles,
    key: 'categories',
    map: site.category_map,
    tell,
  });
  const { termOf: tagOf, terms: tags } = readTerms({ articles, key: 'tags', map: site.tag_map, tell });
  const named = articles.map((article) => withTermNames(article, { categoryOf, tagOf }));
  const library: Library = {
    site,
    articles: named,
    pages,
    categories: toGroups(categories, {
      articles: named,
      slugsOf: (article) => article.categories.map((name) => categoryOf(name).slug),
    }),
    tags: toGroups(tags, { articles: named, slugsOf: (article) => article.tags.map((name) => tagOf(name).slug) }),
    categoryOf,
    tagOf,
    attachments,
    pathBySource: new Map([...pathByFile, ...withCovers.map((entry) => [entry.source, pathOf(site, entry)] as const)]),
  };
  return { library, defects };
}

type Tell = (entry: { file: string }, ...findings: Finding[]) => void;

/** The address of an article or a page for people, as a site path. */
export function pathOf(site: Site, entry: Article | Page): string {
  return entry.layout === 'post' ? paths.postPath(site, entry) : paths.pagePath(entry.slug);
}

const newestFirst = (a: Article, b: Article): number => b.date.epoch - a.date.epoch || compare(a.slug, b.slug);

/** Rule slug-unique: no two entries share an output path. The first by path keeps it; the others are left out. */
function claimPaths({
  entries,
  site,
  statics,
  tell,
}: {
  entries: readonly (Article | Page)[];
  site: Site;
  statics: ReadonlySet<string>;
  tell: Tell;
}): { entries: (Article | Page)[]; claim: Claims['claim'] } {
  const { claim, claimPage } = createClaims();
  for (const path of ownPaths) claim(path, 'the site itself');
  for (const path of statics) claim(path, `the static file ${path}`);

  const kept = entries.filter((entry) => {
    const wanted = [{ path: pathOf(site, entry), take: claimPage }];
    if (entry.layout === 'post') wanted.push({ path: paths.postMdPath(entry.slug), take: claim });
    for (const { path, take } of wanted) {
      const owner = take(path, entry.file);
      if (owner === undefined) continue;
      const message = `the address ${path} belongs to ${owner} already: rename this file`;
      tell(entry, { rule: 'slug-unique', place: top, message });
      return false;
    }
    return true;
  });
  const withAliases = kept.map((entry) => {
    if (entry.layout === 'page') return entry;
    const aliases = entry.aliases.filter((alias, index) => {
      const owner = claimPage(alias, entry.file);
      if (owner === undefined) return true;
      const place = entry.placeOf('aliases', index);
      tell(entry, { rule: 'slug-unique', place, message: `the alias ${alias} belongs to ${owner} already: remove it` });
      return false;
    });
    return aliases.length === entry.aliases.length ? entry : Object.freeze({ ...entry, aliases });
  });
  return { entries: withAliases, claim: claimPage };
}

type Claims = {
  /** Takes the path of a file for its owner, or gives back whose it is already. */
  readonly claim: (path: string, owner: string) => string | undefined;
  /** The same for a page, which may not stand among the site's own files either. */
  readonly claimPage: Claims['claim'];
};

/** Who has which file. No disk holds a file and a folder of one name; some write names that differ in case into one. */
function createClaims(): Claims {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  const toKey = (path: string): string => `/${paths.toFile(path)}`.toLowerCase();
  const claim: Claims['claim'] = (path, owner) => {
    const key = toKey(path);
    const above = paths.foldersAbove(key);
    const rival = [key, ...above].map((name) => files.get(name)).find((name) => name !== undefined) ?? folders.get(key);
    if (rival !== undefined) return rival;
    files.set(key, owner);
    for (const folder of above) if (!folders.has(folder)) folders.set(folder, owner);
    return undefined;
  };
  return {
    claim,
    claimPage: (path, owner) => (ownFolders.test(toKey(path)) ? 'the site itself' : claim(path, owner)),
  };
}

/** What the site emits beside its articles and pages, but for what is in the folders below. */
const ownPaths = [
  paths.homePath(1),
  paths.archivesPath,
  paths.notFoundPath,
  paths.llmsPath,
  paths.llmsFullPath,
  paths.aiContextPath,
  paths.protocolPath,
  paths.protocolAppendixPath,
  paths.feedPath,
  paths.sitemapPath,
  paths.robotsPath,
  paths.nojekyllPath,
  '/css/theme.css',
  '/css/icon.svg',
  '/css/custom.css',
];

/** Which lists, endpoints and scripts these hold depends on the articles: no page has an address there. */
const ownFolders = /^\/(?:api|archives\/page|categories|js|lib\/katex|login|page|tags)\//;

type CoverContext = {
  site: Site;
  statics: ReadonlySet<string>;
  /** Site paths of attachments. */
  pathByFile: ReadonlyMap<string, string>;
  tell: Tell;
};

/** Rule types: a cover is a path that exists, or an address of the web. */
function checkCover(article: Article, { site, statics, pathByFile, tell }: CoverContext): Article {
  if (article.cover === undefined) return article;
  const path = toSitePath(site, article.cover, '/');
  const beside = pathByFile.get(`${ownFolder(article.source)}${article.cover}`);
  const cover = path === undefined ? toWebAddress(article.cover) : statics.has(path) ? path : beside;
  if (cover !== undefined) return cover === article.cover ? article : Object.freeze({ ...article, cover });
  const fault =
    path === undefined
      ? 'is no address of an image: give the path of a file under the static folder, or an address that begins with https://'
      : 'does not exist: put the image under the static folder or correct the path';
  tell(article, { rule: 'types', place: article.placeOf('cover'), message: `cover ${article.cover} ${fault}` });
  const { cover: _missing, ...rest } = article;
  return Object.freeze(rest);
}

/** An address of the web as JSON can hold it; nothing for anything else. */
function toWebAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : undefined;
}

/** Rules taxonomy-map and slug-collision, and the groups that the names make. */
function readTerms({
  articles,
  key,
  map,
  tell,
}: {
  articles: readonly Article[];
  key: 'categories' | 'tags';
  map: Readonly<Record<string, string>>;
  tell: Tell;
}): Taxonomy {
  const mapName = key === 'categories' ? 'category_map' : 'tag_map';
  const uses = articles.flatMap((article) =>
    article[key].map((name, index) => ({ name, mention: { article, index } })),
  );
  const taxonomy = toTaxonomy(uses, map);
  for (const problem of taxonomy.problems) {
    const { article, index } = problem.mention as { article: Article; index: number };
    const place = article.placeOf(key, index);
    const entry = `${JSON.stringify(problem.name)}: ${problem.proposal}`;
    if (problem.kind === 'unmapped') {
      tell(article, {
        rule: 'taxonomy-map',
        place,
        message: `"${problem.name}" has no ASCII slug: add to ${mapName} in _site.yml a line such as ${entry}`,
      });
    } else {
      tell(article, {
        rule: 'slug-collision',
        place,
        message: `"${problem.name}" and "${problem.other}" would share the slug "${problem.slug}": add to ${mapName} in _site.yml a line such as ${entry} (or give both one slug there, if they mean the same)`,
      });
    }
  }
  return taxonomy;
}

type TermsOf = Pick<Library, 'categoryOf' | 'tagOf'>;

/** An article with the names of its terms: of names that are one term, every list shows the same, and a filter by name misses none. */
function withTermNames(article: Article, { categoryOf, tagOf }: TermsOf): Article {
  const categories = [...new Set(article.categories.map((name) => categoryOf(name).name))];
  const tags = [...new Set(article.tags.map((name) => tagOf(name).name))];
  const isSame = String([categories, tags]) === String([article.categories, article.tags]);
  // The same object where nothing changes: a watcher knows an article by it.
  return isSame
    ? article
    : Object.freeze({ ...article, categories: Object.freeze(categories), tags: Object.freeze(tags) });
}

type Membership = { articles: readonly Article[]; slugsOf: (article: Article) => readonly string[] };

function toGroups(terms: Taxonomy['terms'], { articles, slugsOf }: Membership): Group[] {
  const members = new Map<string, Article[]>([...terms.keys()].map((slug) => [slug, []]));
  for (const article of articles) {
    for (const slug of new Set(slugsOf(article))) members.get(slug)!.push(article);
  }
  return [...terms.values()].sort(bySlug).map((term) => ({ ...term, articles: members.get(term.slug)! }));
}

/** Rule links: every internal link and image of a body leads to something that the build emits. */
export function checkLinks({
  entry,
  links,
  anchors,
  emitted,
  library,
  lenient,
}: {
  readonly entry: Article | Page;
  readonly links: readonly Link[];
  /** Every id in the entry's rendered body. */
  readonly anchors: ReadonlySet<string>;
  /** Site paths of all files that the build emits. */
  readonly emitted: Pick<ReadonlySet<string>, 'has'>;
  readonly library: Library;
  readonly lenient: boolean;
}): Defect[] {
  const { site } = library;
  if (severityOf('links', { settings: site.rules, lenient }) === 'off') return [];
  const base = baseOf(library, entry);
  const placeOf = createPlaces(entry);
  const findings = links.flatMap((link): Finding[] => {
    const fault = faultOfLink(link.target);
    return fault === undefined ? [] : [{ rule: 'links', place: placeOf(link), message: fault }];
  });
  return toDefects(findings, { file: entry.file, settings: site.rules, lenient });

  // Of an encrypted body not even a link is told: logs are read by others.
  function tellLink(target: string): string {
    return entry.layout === 'post' && entry.encrypted ? 'a link of this locked article' : `the link ${target}`;
  }
  function faultOfLink(target: string): string | undefined {
    const { path, fragment, malformed } = resolveTarget(target, base);
    if (malformed) return `${tellLink(decode(target))} is no address: correct it or remove it`;
    if (path === undefined) return undefined;
    // Every page has a top.
    if (path === base.path && !/^(?:top)?$/i.test(fragment) && !anchors.has(fragment)) {
      return `${tellLink(`#${fragment}`)} leads to no heading of this article: correct it or remove it`;
    }
    if (path === base.path || emitted.has(path) || emitted.has(`${path}/`)) return undefined;
    return `${tellLink(decode(target))} leads to nothing that the build emits: correct it or remove it`;
  }
}

/** What the links of an entry are resolved against. */
export function baseOf({ site, pathBySource }: Library, entry: Article | Page): Base {
  return { site, pathBySource, source: entry.source, path: pathOf(site, entry) };
}

/**
 * Where the links of an entry stand in its file, each asked for once and in their order: of two that are written alike,
 * each has its own place. The first line of its block for a link that is written in a way of its own.
 */
export function createPlaces(entry: Article | Page): (link: Link) => Place {
  const { raw } = entry;
  const lines = raw.split('\n');
  const told = new Set<number>();
  return ({ target, lines: [from] }) => {
    const block = lines.slice(0, from).join('\n').length + (from === 0 ? 0 : 1);
    const offset = find(target, block) ?? find(target, 0) ?? block;
    told.add(offset);
    return placeInBody(entry, offset);
  };

  function find(target: string, start: number): number | undefined {
    const offsets = [target, decode(target), target.replaceAll('&', '&amp;')].map((text) => {
      let offset = raw.indexOf(text, start);
      while (told.has(offset)) offset = raw.indexOf(text, offset + 1);
      return offset;
    });
    return offsets.filter((offset) => offset !== -1).sort((a, b) => a - b)[0];
  }
}

function decode(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}
