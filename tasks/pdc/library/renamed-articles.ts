// Finds articles that were given another file name: their old addresses would lead nowhere.
import { postPath } from '../site/paths.ts';
import type { Article } from '../article/article.ts';
import type { Library } from './library.ts';
import type { Redirect } from './redirects-file.ts';

/** An article as it was published before: `day` is YYYY-MM-DD, `path` a site path. */
export type OldPost = { readonly title: string; readonly day: string; readonly path: string };

/** An article, and the address under which it was known: no alias and no redirect keeps it. */
export type Rename = { readonly article: Article; readonly from: string };

export const toOldPosts = ({ articles, site }: Pick<Library, 'articles' | 'site'>): OldPost[] =>
  articles
    .filter(({ draft }) => !draft)
    .map((article) => ({ title: article.title, day: article.date.day, path: postPath(site, article) }));

/** The articles that have the title and the day of one that is gone, and an address that is new. */
export function findRenames(
  old: readonly OldPost[],
  { articles, site }: Pick<Library, 'articles' | 'site'>,
  redirects: readonly Redirect[] = [],
): Rename[] {
  const oldPaths = new Set(old.map(({ path }) => path));
  const added = articles.filter((article) => !article.draft && !oldPaths.has(postPath(site, article)));
  if (added.length === 0) return [];
  const answered = new Set([
    ...articles.flatMap((article) => [postPath(site, article), ...article.aliases]),
    ...redirects.map(({ from }) => from),
  ]);
  return old
    .filter(({ path }) => !answered.has(path))
    .flatMap(({ title, day, path: from }) => {
      const article = added.find((each) => each.title === title && each.date.day === day);
      return article ? [{ article, from }] : [];
    });
}
