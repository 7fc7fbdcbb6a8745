// The public types of this package: what a `_site.js` module may export.
import type { MarkdownIt } from 'markdown-it';

/** The public data of an article, as in `/api/posts/SLUG.json`, and the path of its file. */
export type Article = {
  readonly title: string;
  readonly slug: string;
  /** YYYY-MM-DD in the site's time zone. */
  readonly date: string;
  readonly updated: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly description: string;
  /** Absolute addresses. */
  readonly url: string;
  readonly api_json_url: string;
  readonly api_md_url: string;
  readonly cover?: string | undefined;
  readonly encrypted: boolean;
  readonly mathjax?: boolean | undefined;
  readonly prompt_args?:
    | readonly {
        readonly name: string;
        readonly description?: string | undefined;
        readonly required: boolean;
        readonly example?: string | undefined;
      }[]
    | undefined;
  /** The series of the article. Parts are numbered from 1, oldest first. */
  readonly series?: { readonly name: string; readonly part: number; readonly of: number } | undefined;
  /** The Markdown body as written; empty if the article is locked. */
  readonly content: string;
  /** The path of its file below the content folder. */
  readonly source: string;
};

export type Site = {
  readonly title: string;
  readonly description: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly language: string;
  /** Newest first, without hidden articles. */
  readonly articles: readonly Article[];
};

/** A file of the output: its path from the root of the site, and its contents. */
export type File = { readonly path: string; readonly contents: string | Uint8Array };

/** Adds rules to a markdown-it renderer that already has our rules. Called once for each renderer of a build. */
export type Markdown = (md: MarkdownIt) => void;

export type Files = (site: Site) => Iterable<File>;

/** Returns HTML for a place on the page of an article, or nothing. */
export type Part = (article: Article) => string | undefined;

/** `postHead` goes into the page's head, `postStart` before the text, `postEnd` after it. */
export type Parts = Readonly<Partial<Record<'postHead' | 'postStart' | 'postEnd', Part>>>;
