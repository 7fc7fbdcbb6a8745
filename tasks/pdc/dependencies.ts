// What a page shows beyond its own text and the site: where none of it changed, the page that stands is still right.
import type { Article, Page } from './article.ts';
import { baseOf, pathOf } from './library.ts';
import type { Library } from './library.ts';
import { resolveTarget } from './links.ts';
import type { ImageSize, Link } from './markdown.ts';
import { pagePath } from './paths.ts';
import { createRelated } from './related.ts';
import { mayNamePosts } from './template-tags.ts';

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
  const { pages, articles } = library;
  const navigation = pages.flatMap(({ slug, title }) => ['navigation', pagePath(slug), title]);
  const indexes = new Map(articles.map((article, index) => [article, index]));
  const relatedTo = createRelated(library);
  const ofArticle = (article: Article): string[] => [
    ...neighbours(library, indexes.get(article)!),
    ...relatedTo(article).flatMap(entryFacts),
    ...terms(library, article),
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

function terms({ categoryOf, tagOf }: Library, { categories, tags }: Article): string[] {
  return [...categories.map(categoryOf), ...tags.map(tagOf)].flatMap(({ slug, name }) => ['term', slug, name]);
}

/** Where links to other files of the content folder lead, which those files decide, and what tags may name. An encoded "." may hide an ending. */
function targets(library: Library, { entry, links }: { entry: Article | Page; links: readonly Link[] }): string[] {
  const base = baseOf(library, entry);
  const leads = links
    .filter(({ target }) => /\.md|%/i.test(target) || !/^(?:[a-z][a-z\d+.-]*:|[/#?]|$)/i.test(target))
    .flatMap(({ target }) => ['link', target, resolveTarget(target, base).href]);
  const named = mayNamePosts(entry.raw) ? library.articles : [];
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
