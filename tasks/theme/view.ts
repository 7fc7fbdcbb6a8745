// What every page of the theme is made from, and what it is shown in.
import type { Markup } from '#pdc/markup';
import type { Article } from '#pdc/article/article';
import type { Library } from '#pdc/library/library';
import type { Sources } from './policy.ts';

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
  /** What this page may load in place of what every page may. */
  readonly sources?: Sources;
  /** What it may load beside that. */
  readonly admits?: Sources;
  /** The absolute address of the picture that others show of it. */
  readonly image?: string;
  readonly noindex?: true;
  /** A page of lists has more room than a text, whose lines are only so long. */
  readonly width?: 'wide';
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
