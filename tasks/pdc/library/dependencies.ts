// The parts of a page that come from elsewhere than its own text and the site: while none changes, the page need not.
import type { Article, Page } from '../article/article.ts';
import { baseOf } from './links.ts';
import type { Library } from './library.ts';
import { resolveTarget } from '../markdown/links.ts';
import type { ImageSize, Link } from '../markdown/render.ts';
import { pagePath } from '../paths.ts';
import { createShownArticles } from './shown-articles.ts';
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
  const navigation = library.pages.flatMap(({ slug, title }) => ['navigation', pagePath(slug), title]);
  const shownBy = createShownArticles(library);
  const ofArticle = (article: Article): string[] => [
    ...Object.entries(shownBy(article)).flatMap(([place, shown]) =>
      shown.flatMap((other) => [place, ...articleFacts(other)]),
    ),
    ...terms(library, article),
  ];
  return (entry, links) => [
    ...(entry.layout === 'post' ? ofArticle(entry) : []),
    ...targets(library, { entry, links }),
    ...images(library, { entry, links, sizeOf }),
    ...navigation,
  ];
}

/** A page shows this of another article; the slug and the date make its address. */
const articleFacts = ({ slug, date, title, encrypted, draft }: Article): string[] => [
  slug,
  date.iso,
  title,
  `${encrypted} ${draft}`,
];

/** A hidden article may name a term that no list has, and leads to no page of it. */
function terms({ categoryOf, tagOf, listed }: Library, article: Article): string[] {
  const facts = (term: Term, groups: readonly Term[]): string[] => [
    'term',
    term.slug,
    term.name,
    ...(article.hidden ? [`${groups.some(({ slug }) => slug === term.slug)}`] : []),
  ];
  return [
    ...article.categories.flatMap((name) => facts(categoryOf(name), listed.categories)),
    ...article.tags.flatMap((name) => facts(tagOf(name), listed.tags)),
  ];
}

/** Where links to other files of the content folder lead, which those files decide. An encoded "." may hide an ending. */
function targets(library: Library, { entry, links }: { entry: Article | Page; links: readonly Link[] }): string[] {
  const base = baseOf(library, entry);
  return links
    .filter(({ target }) => /\.md|%/i.test(target) || !/^(?:[a-z][a-z\d+.-]*:|[/#?]|$)/i.test(target))
    .flatMap(({ target }) => ['link', target, resolveTarget(target, base).href]);
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
