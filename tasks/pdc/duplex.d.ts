// The types of this package, for authors of `_site.js`: what such a module may export.
import type { MarkdownIt } from 'markdown-it';

/** An article as everybody may read it: the data of `/api/posts/SLUG.json`, and where its file is. */
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
  /** The series that it belongs to; parts count from 1, the oldest first. */
  readonly series?: { readonly name: string; readonly part: number; readonly of: number } | undefined;
  /** The Markdown body as written; empty where it is locked. */
  readonly content: string;
  /** The path of its file below the content folder. */
  readonly source: string;
};

export type Site = {
  readonly title: string;
  readonly description: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly language: string;
  /** Newest first, without hidden ones. */
  readonly articles: readonly Article[];
};

/** A file of the output: where it stands from the root of the site, and what is in it. */
export type File = { readonly path: string; readonly contents: string | Uint8Array };

/** Adds rules to a renderer that has ours. Asked for each renderer that a build makes. */
export type Markdown = (md: MarkdownIt) => void;

export type Files = (site: Site) => Iterable<File>;

/** HTML for a place of the page of an article, or nothing. */
export type Part = (article: Article) => string | undefined;

/** `postHead` stands in the page's head, `postStart` before the text, `postEnd` after it. */
export type Parts = Readonly<Partial<Record<'postHead' | 'postStart' | 'postEnd', Part>>>;
