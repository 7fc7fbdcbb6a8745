// `/api/posts/<slug>.json` and `.md`: one article for machines.
import { freeze } from '../article/article.ts';
import type { PublicArticle } from '../article/article.ts';
import { toEntry } from './index.json.ts';
import { toJson } from '../text/document.ts';
import type { Output } from '../text/document.ts';
import type { Article as FunctionArticle } from '../duplex.d.ts';
import type { SeriesPlace } from '../library/series.ts';
import { isInternal } from '../markdown/links.ts';
import { postJsonPath, postMdPath, toAbsolute } from '../site/paths.ts';
import { remember } from '../remember.ts';
import { Post } from '../site/schema.ts';
import type { Site } from '../site/site.ts';
import { measure, tokensOf } from '../text/tokens.ts';
import type { Size } from '../text/tokens.ts';

/** Replaces the body of an encrypted article in Markdown (protocol section 10). */
export const encryptedNotice = '<!-- This post is encrypted. Content is not available. -->';

/** The body in the machine channel: byte for byte, or the notice. */
export const bodyOf = (article: PublicArticle): string => (article.encrypted ? encryptedNotice : article.raw);

/** The size of the body in the machine channel. Cached, because a body is in several documents and their parts. */
export const sizeOf = remember((article: PublicArticle): Size => measure(bodyOf(article)));

export function postMd(article: PublicArticle): Output {
  return { path: postMdPath(article.slug), contents: bodyOf(article), tokens: tokensOf(sizeOf(article)) };
}

export type PostContext = { readonly site: Site; readonly series: SeriesPlace | undefined };

export function postJson(article: PublicArticle, context: PostContext): Output {
  return { path: postJsonPath(article.slug), contents: toJson(Post.parse(toPost(article, context))) };
}

/** The data of an article that the owner's functions receive. It contains only public data. */
export const toPublic = (article: PublicArticle, context: PostContext): FunctionArticle =>
  freeze({ ...toPost(article, context), source: article.source });

function toPost(article: PublicArticle, { site, series }: PostContext): Post {
  const { title, slug, date, ...entry } = toEntry(article, site);
  const { mathjax, cover, prompt_args } = article;
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
