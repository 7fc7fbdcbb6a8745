// What every page of the theme is made from, and what it is shown in.
import type { html } from 'hono/html';
import type { Article } from '#pdc/article';
import type { Library } from '#pdc/library';
import type { Sources } from './policy.ts';

/** Markup that is escaped already. Nothing in the theme waits, so it is never a promise at run time. */
export type Markup = ReturnType<typeof html>;

/** What a page knows of the rest of the site. */
export type Context = {
  readonly library: Library;
  /** Where given, lists make only the pages that show one of these. */
  readonly shown?: ReadonlySet<Article>;
};

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
