// `/api/posts/<slug>.json` and `.md`: one article for machines.
import { freeze } from '../article/article.ts';
import type { Article } from '../article/article.ts';
import { toEntry } from './index.json.ts';
import { toJson } from '../document.ts';
import type { Output } from '../document.ts';
import type { Article as PublicArticle } from '../duplex.d.ts';
import type { Library } from '../library/library.ts';
import { placeInSeries } from '../library/series.ts';
import { isInternal } from '../markdown/links.ts';
import { postJsonPath, postMdPath, toAbsolute } from '../paths.ts';
import { Post } from '../schema.ts';
import { measure, tokensOf } from '../tokens.ts';
import type { Size } from '../tokens.ts';

/** This stands in Markdown where an encrypted article's body would (protocol section 10). */
export const encryptedNotice = '<!-- This post is encrypted. Content is not available. -->';

/** The body as the machine channel tells it: byte for byte, or the notice. */
export const bodyOf = (article: Article): string => (article.encrypted ? encryptedNotice : article.raw);

// A body is in merged documents of several kinds, and in parts of each: it is measured once.
const sizes = new WeakMap<Article, Size>();

/** How large that is. */
export function sizeOf(article: Article): Size {
  const known = sizes.get(article);
  if (known) return known;
  const size = measure(bodyOf(article));
  sizes.set(article, size);
  return size;
}

export function postMd(article: Article): Output {
  return { path: postMdPath(article.slug), contents: bodyOf(article), tokens: tokensOf(sizeOf(article)) };
}

/** The site, and the articles that the series of one is made of. */
type Around = Pick<Library, 'site' | 'articles'>;

export function postJson(article: Article, library: Around): Output {
  return { path: postJsonPath(article.slug), contents: toJson(Post.parse(toPost(article, library))) };
}

/** Functions of the site's owner receive only what everybody may read of an article. */
export const toPublic = (article: Article, library: Around): PublicArticle =>
  freeze({ ...toPost(article, library), source: article.source });

function toPost(article: Article, library: Around): Post {
  const { site } = library;
  const { title, slug, date, ...entry } = toEntry(article, site);
  const { mathjax, cover, prompt_args } = article;
  const series = placeInSeries(article, library);
  return {
    title,
    slug,
    date,
    updated: (article.updated ?? article.date).day,
    ...entry,
    ...(mathjax === undefined ? {} : { mathjax }),
    ...(cover === undefined ? {} : { cover: isInternal(site, cover) ? toAbsolute(site, cover) : cover }),
    ...(prompt_args === undefined ? {} : { prompt_args: [...prompt_args] }),
    ...(series === undefined ? {} : { series }),
    content: article.encrypted ? '' : article.raw,
  };
}
