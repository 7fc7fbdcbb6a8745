// A page of the theme as data: the context that all pages share, and the view that a document is made of.
import type { Markup } from '#pdc/text/markup';
import type { Term } from '#pdc/library/taxonomy';
import type { Link, Site } from '#pdc/site/site';
import type { PolicySources } from './policy.ts';

/** What every page shows of the site: its settings, and links to its pages. */
export type Context = { readonly site: Site; readonly pageLinks: readonly Link[] };

/** A category or tag of a post. One that hidden articles alone have has no page of its own. */
export type PostTerm = Term & { readonly isListed: boolean };

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
  /** A page of lists has more room than a text; a text leaves room for contents beside it, and is centred where it has none. */
  readonly width?: 'wide' | 'beside';
  readonly ogType?: 'article' | 'website';
  /** Site path of the navigation item that the page belongs to, where it is not the item itself. */
  readonly section?: string;
};

/** A page of a list, not made yet: its view is a pure function of `args` and the context. */
export type Listing = {
  readonly path: string;
  /** Frozen data: cards of articles, names and numbers. Equal arguments and an equal context mean an equal page. */
  readonly args: readonly unknown[];
  readonly view: (context: Context) => View;
};

export function listing<A extends readonly unknown[]>(
  path: string,
  args: A,
  view: (context: Context, ...args: A) => View,
): Listing {
  return { path, args, view: (context) => view(context, ...args) };
}
