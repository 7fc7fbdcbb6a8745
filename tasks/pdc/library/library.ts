// Joins all articles and pages to a library, and reports errors that concern more than one file.
import type { Article, Page } from '../article/article.ts';
import { compare, isError } from '../words/defect.ts';
import type { Defect } from '../words/defect.ts';
import type { Site } from '../site/site.ts';
import { claimPaths, ownFolders, ownPaths, pathOf } from './addresses.ts';
import { findAttachments } from './attachments.ts';
import type { Attachment } from './attachments.ts';
import { checkCover } from './cover-check.ts';
import { withListed } from './listed-library.ts';
import type { WithListed } from './listed-library.ts';
import { newOutline } from './outline.ts';
import { readTerms, toGroups, withTermNames } from './term-groups.ts';
import { createEntryReport } from './entry-report.ts';
import type { NameOf, PlaceOf } from './entry-report.ts';
import type { Group, TermsOf } from './term-groups.ts';

type WholeLibrary = TermsOf & {
  readonly site: Site;
  /** Newest first, by date and time. Articles with the same time are sorted by slug. */
  readonly articles: readonly Article[];
  readonly pages: readonly Page[];
  /** Sorted by slug. */
  readonly categories: readonly Group[];
  readonly tags: readonly Group[];
  /** The files of the content folder that are published unchanged. */
  readonly attachments: readonly Attachment[];
  /** The site paths of Markdown files and attachments, by their paths below the content folder. */
  readonly pathBySource: ReadonlyMap<string, string>;
  readonly nameOf: NameOf;
  readonly outline: object;
};

/** A library. `listed` is the same library without hidden articles. Lists, feeds and indexes are made from `listed`. */
export type Library = WithListed<WholeLibrary>;

/** A parsed file: its entry, its defects, and a function to find the places of its keys. */
export type Candidate = {
  readonly entry: Article | Page;
  readonly defects: readonly Defect[];
  readonly placeOf: PlaceOf;
};

export type LibraryInput = {
  readonly candidates: readonly Candidate[];
  readonly site: Site;
  /** The site paths of all static files, such as `/images/a.png`. */
  readonly statics: ReadonlySet<string>;
  /** The paths of all other files below the content folder. */
  readonly files?: readonly string[];
  readonly nameOf?: NameOf;
  readonly lenient: boolean;
};

/**
 * Joins candidates to a library. A lenient build leaves out articles with errors. Other builds keep them, so that one
 * run reports all defects; an error stops these builds anyway.
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
  const report = createEntryReport(defects, {
    placeOf: (source) => places.get(source)!,
    nameOf,
    settings: site.rules,
    lenient,
  });

  const { entries: unique, claim } = claimPaths({ entries: accepted, site, statics, lenient, nameOf, report });
  // An attachment whose address is taken is left out. Rule links then reports the links to it.
  const attachments = findAttachments(files, { entries: unique, pathOf: (entry) => pathOf(site, entry) }).filter(
    ({ path, source }) => claim(path, source) === undefined,
  );
  const pathByFile = new Map(attachments.map(({ source, path }) => [source, path]));
  const withCovers = unique.map((entry) =>
    entry.layout === 'post' ? checkCover(entry, { site, statics, pathByFile, report }) : entry,
  );
  const articles = withCovers.filter((entry) => entry.layout === 'post').sort(newestFirst);
  const pages = withCovers.filter((entry) => entry.layout === 'page');

  const { termOf: categoryOf, terms: categories } = readTerms({
    articles,
    key: 'categories',
    map: site.category_map,
    siteNames: site.named?.category_map ?? [],
    report,
  });
  const { termOf: tagOf, terms: tags } = readTerms({
    articles,
    key: 'tags',
    map: site.tag_map,
    siteNames: site.named?.tag_map ?? [],
    report,
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

/** Returns a function that says whether a decoded site path exists, according to the library and the static files. */
export function publishedIn(library: Library, statics: ReadonlySet<string>): (path: string) => boolean {
  const { articles, pages, attachments, site } = library;
  const publishedPaths = new Set([
    ...ownPaths,
    ...statics,
    ...[...articles, ...pages].map((entry) => pathOf(site, entry)),
    ...articles.flatMap(({ aliases }) => aliases),
    ...attachments.map(({ path }) => path),
  ]);
  return (path) => [path, `${path}/`].some((form) => publishedPaths.has(form) || ownFolders.test(form));
}
