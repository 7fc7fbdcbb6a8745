// What every page of the theme is made from, and what it is shown in.
import type { html } from 'hono/html';
import type { Article } from '#pdc/article';
import type { Library } from '#pdc/library';
import type { Sources } from './policy.ts';

/** Markup that is escaped already. Nothing in the theme waits, so it is never a promise at run time. */
export type Markup = ReturnType<typeof html>;

/** What a page knows of the rest of the site. */
export type Context = { readonly library: Library };

/** One page before the shell is put around it. */
export type View = {
  /** Site path. */
  readonly path: string;
  readonly title: string;
  /** Plain text; empty where there is nothing to say. */
  readonly description: string;
  /** Tags of this page alone, after the shell's own. */
  readonly head?: Markup;
  readonly main: Markup;
  /** What this page may load beyond what every page may. */
  readonly sources?: Sources;
  readonly noindex?: true;
  readonly ogType?: 'article' | 'website';
  /** Site path of the navigation item that the page belongs to, where it is not the item itself. */
  readonly section?: string;
};

/** A page of a list, not made yet. */
export type Listing = {
  readonly path: string;
  /** The articles that it shows, and those that it counts. */
  readonly articles: readonly Article[];
  /** Whatever else it says of the library: two listings of one path that say the same of the same articles are the same page. */
  readonly says: string;
  readonly view: () => View;
};
