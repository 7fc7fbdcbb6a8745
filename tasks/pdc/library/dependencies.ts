// What a page shows beyond its own text and the site: where none of it changed, the page that stands is still right.
import type { Article, Page } from '../article/article.ts';
import { baseOf } from './links.ts';
import { pathOf } from './addresses.ts';
import { namesPosts } from './post-names.ts';
import { listed } from './listed.ts';
import type { Library } from './library.ts';
import { resolveTarget } from '../markdown/links.ts';
import type { ImageSize, Link } from '../markdown/render.ts';
import { pagePath } from '../paths.ts';
import { createRelated } from './related.ts';
import { partsAround } from './series.ts';
import type { Term } from './taxonomy.ts';

/** Texts in a fixed order: two lists of one entry are compared item by item. */
export type Dependencies = readonly string[];

/**
 * Made once for a library, and for what is known of its images; asked for each of its entries, given the links that
 * rendering found in it.
 */
export function createDependencies(
  library: Library,
  sizeOf: (path: string) => ImageSize | undefined,
): (entry: Article | Page, links: readonly Link[]) => Dependencies {
  const told = listed(library);
  const { pages } = library;
  const { articles } = told;
  const navigation = pages.flatMap(({ slug, title }) => ['navigation', pagePath(slug), title]);
  const indexes = new Map(articles.map((article, index) => [article, index]));
  const relatedTo = createRelated(told);
  const ofArticle = (article: Article): string[] => [
    ...neighbours(told, indexes.get(article)!),
    ...relatedTo(article).flatMap(entryFacts),
    ...partsAround(article, told).flatMap(entryFacts),
    ...terms(library, { article, told }),
  ];
  return (entry, links) => [
    ...(entry.layout === 'post' ? ofArticle(entry) : []),
    ...targets(library, { entry, links }),
    ...images(library, { entry, links, sizeOf }),
    ...navigation,
  ];
}

function neighbours({ site, articles }: Library, index: number): string[] {
  return (['newer', 'older'] as const).flatMap((kind) => {
    const neighbour = articles[kind === 'newer' ? index - 1 : index + 1];
    return neighbour ? [kind, pathOf(site, neighbour), neighbour.title] : [kind];
  });
}

/** What a list of articles shows of one; the slug and the date make its address. */
const entryFacts = ({ slug, date, title, encrypted, draft }: Article): string[] => [
  'related',
  slug,
  date.iso,
  title,
  `${encrypted} ${draft}`,
];

/** A hidden article may name a term that no list tells of, and leads to no page of it. */
function terms({ categoryOf, tagOf }: Library, { article, told }: { article: Article; told: Library }): string[] {
  const facts = (term: Term, groups: readonly Term[]): string[] => [
    'term',
    term.slug,
    term.name,
    ...(article.hidden ? [`${groups.some(({ slug }) => slug === term.slug)}`] : []),
  ];
  return [
    ...article.categories.flatMap((name) => facts(categoryOf(name), told.categories)),
    ...article.tags.flatMap((name) => facts(tagOf(name), told.tags)),
  ];
}

/** Where links to other files of the content folder lead, which those files decide, and what tags may name. An encoded "." may hide an ending. */
function targets(library: Library, { entry, links }: { entry: Article | Page; links: readonly Link[] }): string[] {
  const base = baseOf(library, entry);
  const leads = links
    .filter(({ target }) => /\.md|%/i.test(target) || !/^(?:[a-z][a-z\d+.-]*:|[/#?]|$)/i.test(target))
    .flatMap(({ target }) => ['link', target, resolveTarget(target, base).href]);
  const named = namesPosts(entry) ? library.articles : [];
  return [...leads, ...named.flatMap((article) => [article.source, pathOf(library.site, article), article.title])];
}

type Pictured = {
  readonly entry: Article | Page;
  readonly links: readonly Link[];
  readonly sizeOf: (path: string) => ImageSize | undefined;
};

/** How large the images are that a text shows or leads to: the page says it. */
function images(library: Library, { entry, links, sizeOf }: Pictured): string[] {
  const base = baseOf(library, entry);
  return links.flatMap(({ target }) => {
    const { path } = resolveTarget(target, base);
    const size = path === undefined ? undefined : sizeOf(path);
    return size ? ['image', target, `${size.width} ${size.height}`] : [];
  });
}
