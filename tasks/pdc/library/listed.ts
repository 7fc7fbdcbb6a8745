// What the lists of a site tell: everything but the articles that their authors keep out of them.
import type { Article } from '../article/article.ts';
import type { Library } from './library.ts';

const known = new WeakMap<Library, Library>();

/**
 * The library as lists, feeds and indexes see it. A hidden article keeps its page and its own machine files; a category or
 * tag that it alone names is no group.
 */
export function listed(library: Library): Library {
  const before = known.get(library);
  if (before) return before;
  const told = library.articles.some(isHidden) ? withoutHidden(library) : library;
  known.set(library, told);
  return told;
}

const isHidden = ({ hidden }: Article): boolean => hidden === true;

function withoutHidden(library: Library): Library {
  const keep = <T extends { readonly articles: readonly Article[] }>(one: T): T => ({
    ...one,
    articles: one.articles.filter((article) => !isHidden(article)),
  });
  const keepAll = <T extends { readonly articles: readonly Article[] }>(groups: readonly T[]): T[] =>
    groups.map(keep).filter(({ articles }) => articles.length > 0);
  return { ...keep(library), categories: keepAll(library.categories), tags: keepAll(library.tags) };
}
