// Finds articles whose file was renamed, so that their old addresses are missing.
import { postPath } from '../site/paths.ts';
import type { Article } from '../article/article.ts';
import type { Library } from './library.ts';
import type { Redirect } from './redirects-file.ts';

/** A published article of the previous build: `day` is YYYY-MM-DD, `path` a site path. */
export type OldPost = { readonly title: string; readonly day: string; readonly path: string };

/** An article and its old address, which neither an alias nor a redirect covers. */
export type Rename = { readonly article: Article; readonly from: string };

export const toOldPosts = ({ articles, site }: Pick<Library, 'articles' | 'site'>): OldPost[] =>
  articles
    .filter(({ draft }) => !draft)
    .map((article) => ({ title: article.title, day: article.date.day, path: postPath(site, article) }));

/** Finds the articles that have a new address, but the title and day of a removed article. */
export function findRenames(
  old: readonly OldPost[],
  { articles, site }: Pick<Library, 'articles' | 'site'>,
  redirects: readonly Redirect[] = [],
): Rename[] {
  const oldPaths = new Set(old.map(({ path }) => path));
  const added = articles.filter((article) => !article.draft && !oldPaths.has(postPath(site, article)));
  if (added.length === 0) return [];
  const currentPaths = new Set([
    ...articles.flatMap((article) => [postPath(site, article), ...article.aliases]),
    ...redirects.map(({ from }) => from),
  ]);
  return old
    .filter(({ path }) => !currentPaths.has(path))
    .flatMap(({ title, day, path: from }) => {
      const article = added.find((candidate) => candidate.title === title && candidate.date.day === day);
      return article ? [{ article, from }] : [];
    });
}
