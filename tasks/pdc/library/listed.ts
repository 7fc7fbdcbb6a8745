// The listed library: the whole one without the articles that their authors keep out of lists.
import type { Article } from '../article/article.ts';
import type { Outline } from './outline.ts';
import type { Group } from './term-groups.ts';

type Lists = {
  readonly articles: readonly Article[];
  readonly categories: readonly Group[];
  readonly tags: readonly Group[];
  readonly outline: object;
};

export type WithListed<L> = L & { readonly listed: WithListed<L> };

/**
 * A library with its listed one beside it, which lists, feeds and indexes are made of. A hidden article keeps its page and
 * its own machine files; a category or tag that it alone names is no group. Where nothing is hidden both are one object.
 */
export function withListed<L extends Lists>(whole: L): WithListed<L> {
  const library = { ...whole } as L & { listed: WithListed<L> };
  library.listed = whole.articles.some(isHidden) ? withListed(withoutHidden(whole)) : library;
  return library;
}

const isHidden = ({ hidden }: Article): boolean => hidden === true;

function withoutHidden<L extends Lists>(library: L): L {
  const keep = <T extends { readonly articles: readonly Article[] }>(one: T): T => ({
    ...one,
    articles: one.articles.filter((article) => !isHidden(article)),
  });
  const keepAll = <T extends { readonly articles: readonly Article[] }>(groups: readonly T[]): T[] =>
    groups.map(keep).filter(({ articles }) => articles.length > 0);
  const outline = (library.outline as Outline).listed;
  return { ...keep(library), outline, categories: keepAll(library.categories), tags: keepAll(library.tags) };
}
