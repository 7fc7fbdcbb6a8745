// A page of the theme as data: the context that all pages share, and the view that a document is made of.
import type { Markup } from '#pdc/text/markup';
import type { Term } from '#pdc/library/taxonomy';
import type { Link, Site } from '#pdc/site/site';
import type { PolicySources } from './policy.ts';

/** The data of the site for every page: its settings, and links to its pages. */
export type Context = { readonly site: Site; readonly pageLinks: readonly Link[] };

/** A category or tag of a post. A term that only hidden articles have does not get a page. */
export type PostTerm = Term & { readonly isListed: boolean };

/** One page without the shell. */
export type View = {
  /** Site path. */
  readonly path: string;
  readonly title: string;
  /** Plain text; may be empty. */
  readonly description: string;
  /** Elements of the head, after those of the shell. */
  readonly head?: Markup;
  readonly main: Markup;
  /** Sources of the policy that replace the default ones. */
  readonly sources?: PolicySources;
  /** Sources of the policy that are added to the default ones. */
  readonly admits?: PolicySources;
  /** The absolute address of the picture that other sites show for the page. */
  readonly image?: string;
  readonly noindex?: true;
  /** `wide` is for lists, `beside` leaves space for contents beside the text. Without a width, the text is centered. */
  readonly width?: 'wide' | 'beside';
  readonly ogType?: 'article' | 'website';
  /** Site path of the navigation item that the page belongs to, if it is not the item itself. */
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
