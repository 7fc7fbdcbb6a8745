// Articles by the names that tags of other engines call them: the file's, with or without folders, date and ending.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { withoutDate } from '../file-name.ts';
import { pathOf } from './addresses.ts';
import type { Library } from './library.ts';
import { encodePath } from '../paths.ts';
import type { Lookups } from '../markdown/tag-templates.ts';
import { mayNamePosts } from '../markdown/template-tags.ts';

/** Of several articles that one name may mean, the first by path has it. */
export function createPostLookup({ articles, site }: Pick<Library, 'articles' | 'site'>): Lookups['post'] {
  let known: ReadonlyMap<string, Article> | undefined;
  return (name) => {
    known ??= readNames(articles);
    const found = namesOf(name).map((each) => known!.get(each));
    const article = found.find((each) => each !== undefined);
    return article && { href: encodePath(pathOf(site, article)), title: article.title };
  };
}

const naming = new WeakMap<Article | Page, boolean>();

/** Whether a text may name posts by a tag, which then shows their titles. */
export function namesPosts(entry: Article | Page): boolean {
  const names = naming.get(entry) ?? (isLocked(entry) ? entry.text.namesPosts : mayNamePosts(entry.raw));
  naming.set(entry, names);
  return names;
}

function readNames(articles: readonly Article[]): ReadonlyMap<string, Article> {
  const known = new Map<string, Article>();
  for (const article of [...articles].sort((a, b) => (a.source < b.source ? -1 : 1))) {
    for (const name of namesOf(article.source)) if (!known.has(name)) known.set(name, article);
  }
  return known;
}

/** `posts/linux/2020-01-02-pipes.md`: as it is, then with less and less of it. */
export function namesOf(path: string): string[] {
  const whole = path
    .normalize('NFC')
    .replace(/^\/+|[#?].*$/g, '')
    .replace(/\.(?:md|markdown|html)$|\/$/i, '')
    .replace(/\/_?index$/, '');
  const last = whole.slice(whole.lastIndexOf('/') + 1);
  return [whole, last, withoutDate(last)];
}
