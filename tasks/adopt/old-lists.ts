// The pages that list articles, as a generator published them, and what answers for them here.
import { archivesPath } from '#pdc/site/paths';
import type { OldPost } from './permalink.ts';
import type { Message } from '#pdc/words/message';

/** An old address, decoded, and what it leads to: a path of every site, a term by its name, or a file that was taken over. */
export type Old = {
  readonly from: string;
  readonly to: Target;
  /** Only some themes have it. */
  readonly isGuess?: true;
};

export type Target =
  | { readonly path: string }
  | { readonly term: 'categories' | 'tags'; readonly name: string }
  /** Below the new content folder. */
  | { readonly source: string }
  /** The site has no such page: why the address is lost. */
  | { readonly gone: Message };

/** The archive answers for a list that the site does not have. */
export const archive: Target = { path: archivesPath };

/** The pages of a list behind its first. Too many do no harm, too few would: the last ones are those of the oldest. */
export function numbered(
  list: string,
  { posts, perPage, dir = 'page', from = 2 }: { posts: number; perPage: number; dir?: string; from?: number },
): string[] {
  const pages = perPage > 0 ? Math.ceil(posts / perPage) : 1;
  return Array.from({ length: Math.max(0, pages - from + 1) }, (_, index) => `${list}${dir}/${index + from}/`);
}

/** How many posts carry each name, under any of several keys. */
export function countNames(
  posts: readonly OldPost[],
  namesOf: (post: OldPost) => readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const post of posts) for (const name of new Set(namesOf(post))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

export const numberOf = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : fallback;
