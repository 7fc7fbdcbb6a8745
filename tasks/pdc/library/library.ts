// The whole site as data: every article that is published, its terms, and what only the whole can tell to be wrong.
import type { Article, Page } from '../article/article.ts';
import { compare, isError } from '../words/defect.ts';
import type { Defect } from '../words/defect.ts';
import type { Site } from '../site/site.ts';
import { claimPaths, ownFolders, ownPaths, pathOf } from './addresses.ts';
import { findAttachments } from './attachments.ts';
import type { Attachment } from './attachments.ts';
import { checkCover } from './covers.ts';
import { withListed } from './listed.ts';
import type { WithListed } from './listed.ts';
import { newOutline } from './outline.ts';
import { readTerms, toGroups, withTermNames } from './term-groups.ts';
import { createTell } from './entry-report.ts';
import type { NameOf, PlaceOf } from './entry-report.ts';
import type { Group, TermsOf } from './term-groups.ts';

type WholeLibrary = TermsOf & {
  readonly site: Site;
  /** Newest first by full time, then by slug. */
  readonly articles: readonly Article[];
  readonly pages: readonly Page[];
  /** By slug. */
  readonly categories: readonly Group[];
  readonly tags: readonly Group[];
  /** The files of the content folder that are published as they are. */
  readonly attachments: readonly Attachment[];
  /** Site paths by path below the content folder: what a link to a Markdown file or an attachment leads to. */
  readonly pathBySource: ReadonlyMap<string, string>;
  readonly nameOf: NameOf;
  readonly outline: object;
};

/** `listed` is the same without hidden articles: lists, feeds and indexes are made of it. */
export type Library = WithListed<WholeLibrary>;

/** A file that was read: what it says, the defects of its own, and where its keys stand. */
export type Candidate = {
  readonly entry: Article | Page;
  readonly defects: readonly Defect[];
  readonly placeOf: PlaceOf;
};

export type LibraryInput = {
  readonly candidates: readonly Candidate[];
  readonly site: Site;
  /** Site paths of all static files: `/images/a.png`. */
  readonly statics: ReadonlySet<string>;
  /** Paths of all other files below the content folder. */
  readonly files?: readonly string[];
  readonly nameOf?: NameOf;
  readonly lenient: boolean;
};

/**
 * Joins candidates to a library. In a lenient build an article that has an error is left out; otherwise all stay,
 * because any error stops the build and every defect is to be told in one run.
 */
export function toLibrary({
  candidates,
  site,
  statics,
  files = [],
  nameOf = (source) => source,
  lenient,
}: LibraryInput): {
  library: Library;
  defects: Defect[];
} {
  const defects: Defect[] = candidates.flatMap((candidate) => candidate.defects);
  const accepted = candidates
    .filter((candidate) => !lenient || !candidate.defects.some(isError))
    .map(({ entry }) => entry)
    .sort((a, b) => compare(a.source, b.source));

  const places = new Map(candidates.map(({ entry, placeOf }) => [entry.source, placeOf]));
  const tell = createTell(defects, { placeOf: (source) => places.get(source)!, nameOf, settings: site.rules, lenient });

  const { entries: unique, claim } = claimPaths({ entries: accepted, site, statics, lenient, nameOf, tell });
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
    own: site.named?.category_map ?? [],
    tell,
  });
  const { termOf: tagOf, terms: tags } = readTerms({
    articles,
    key: 'tags',
    map: site.tag_map,
    own: site.named?.tag_map ?? [],
    tell,
  });
  const named = articles.map((article) => withTermNames(article, { categoryOf, tagOf }));
  const library = withListed({
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
    nameOf,
    outline: newOutline(),
    pathBySource: new Map([...pathByFile, ...withCovers.map((entry) => [entry.source, pathOf(site, entry)] as const)]),
  });
  return { library, defects };
}

const newestFirst = (a: Article, b: Article): number => b.date.epoch - a.date.epoch || compare(a.slug, b.slug);

/** Whether something answers at a decoded site path, as far as the library and the static files tell. */
export function publishedIn(library: Library, statics: ReadonlySet<string>): (path: string) => boolean {
  const { articles, pages, attachments, site } = library;
  const known = new Set([
    ...ownPaths,
    ...statics,
    ...[...articles, ...pages].map((entry) => pathOf(site, entry)),
    ...articles.flatMap(({ aliases }) => aliases),
    ...attachments.map(({ path }) => path),
  ]);
  return (path) => [path, `${path}/`].some((one) => known.has(one) || ownFolders.test(one));
}
