// The pages that list articles, as a generator published them, and what answers for them here.
import { archivesPath } from '#pdc/site/paths';
import type { Message } from '#pdc/words/message';

/**
 * An old address, decoded, and what it leads to: a path of every site, a term by its name, or a file that was taken
 * over.
 */
export type Old = {
  readonly from: string;
  readonly to: Target;
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
