// Makes the listed library: the library without hidden articles.
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
 * Adds the listed library to a library. Lists, feeds and indexes are made from the listed library. A hidden article
 * still has its page and its files for machines. Categories and tags that only hidden articles have are not in the
 * listed library. Without hidden articles, both libraries are the same object.
 */
export function withListed<L extends Lists>(fullLibrary: L): WithListed<L> {
  const library = { ...fullLibrary } as L & { listed: WithListed<L> };
  library.listed = fullLibrary.articles.some(isHidden) ? withListed(withoutHidden(fullLibrary)) : library;
  return library;
}

const isHidden = ({ hidden }: Article): boolean => hidden === true;

function withoutHidden<L extends Lists>(library: L): L {
  const keep = <T extends { readonly articles: readonly Article[] }>(group: T): T => ({
    ...group,
    articles: group.articles.filter((article) => !isHidden(article)),
  });
  const keepAll = <T extends { readonly articles: readonly Article[] }>(groups: readonly T[]): T[] =>
    groups.map(keep).filter(({ articles }) => articles.length > 0);
  const outline = (library.outline as Outline).listed;
  return { ...keep(library), outline, categories: keepAll(library.categories), tags: keepAll(library.tags) };
}
