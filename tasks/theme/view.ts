// A page of the theme as data: the library that it is made from, and the view that the document is made of.
import type { Markup } from '#pdc/markup';
import type { Article } from '#pdc/article/article';
import type { Library } from '#pdc/library/library';
import type { PolicySources } from './policy.ts';

/** Everything of the site that a page is made from. */
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
  /** Sources of its policy that replace those of every page. */
  readonly sources?: PolicySources;
  /** Sources that are added to those of every page. */
  readonly admits?: PolicySources;
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
  /** Everything else that the page shows, as one text: equal articles and equal text at one path mean an equal page. */
  readonly otherContent: string;
  readonly view: () => View;
};
