// The head of a post for machines: its Markdown and JSON, Open Graph of an article, JSON-LD.
import { html, raw } from '#pdc/text/markup';
import type { Article } from '#pdc/article/article';
import { oneLine } from '#pdc/text/document';
import type { Term } from '#pdc/library/taxonomy';
import { inPlainText } from '#pdc/markdown/formula-html';
import { formulaStylePath, postJsonPath, postMdPath, postPath, toAbsolute, toHref } from '#pdc/site/paths';
import { coverAddress } from './cover.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';

type PostHead = {
  readonly article: Article;
  readonly categories: readonly Term[];
  readonly tags: readonly Term[];
  /** Undefined if the body is secret. */
  readonly words?: number;
};

export function postHead(post: PostHead, context: Context): Markup {
  const { article, categories, tags } = post;
  const { site } = context;
  const section = categories.at(-1);
  return html`<link rel="alternate" type="text/markdown" href="${toAbsolute(site, postMdPath(article.slug))}">
<link rel="alternate" type="application/json" href="${toAbsolute(site, postJsonPath(article.slug))}">
<meta property="article:published_time" content="${article.date.iso}">
${article.updated && html`<meta property="article:modified_time" content="${article.updated.iso}">`}
${section && html`<meta property="article:section" content="${section.name}">`}
${tags.map(({ name }) => html`<meta property="article:tag" content="${name}">`)}
${article.mathjax === true && html`<link rel="stylesheet" href="${toHref(site, formulaStylePath)}">`}
<script type="application/ld+json">${toJsonLd(blogPosting(post, context))}</script>`;
}

function blogPosting({ article, words }: PostHead, { site }: Context): Record<string, unknown> {
  const url = toAbsolute(site, postPath(site, article));
  const { title, description } = inPlainText(article);
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description: description === '' ? undefined : oneLine(description),
    datePublished: article.date.iso,
    dateModified: (article.updated ?? article.date).iso,
    author:
      site.author === '' ? { '@type': 'Organization', name: site.title } : { '@type': 'Person', name: site.author },
    inLanguage: site.language,
    wordCount: words,
    image: coverAddress(article, site),
    url,
    mainEntityOfPage: url,
  };
}

/** JSON that cannot end its script element, because without "<" there is neither an end tag nor a comment. */
const toJsonLd = (value: unknown): Markup => raw(JSON.stringify(value).replaceAll('<', '\\u003c'));
