// The texts of a feed that holds them whole: rendered as on their pages, with addresses that hold wherever they are read.
import type { Article } from '#pdc/article/article';
import { baseOf } from '#pdc/library/links';
import type { Library } from '#pdc/library/library';
import { resolveTarget } from '#pdc/markdown/links';
import { renderMarkdown } from '#pdc/markdown/render';
import { createPostLookup } from '#pdc/library/post-names';
import { expandTags } from '#pdc/markdown/template-tags';

/** Gives nothing of a locked article, nor of any where the site's feed holds summaries. */
export function feedTexts(library: Library): (article: Article) => string | undefined {
  const { site } = library;
  if (site.feed !== 'full') return () => undefined;
  const lookups = { post: createPostLookup(library) };
  const { origin } = new URL(site.url);
  return (article) => {
    if (article.encrypted) return undefined;
    const base = baseOf(library, article);
    const toAddress = (target: string): string => {
      const { href } = resolveTarget(target, base);
      if (href.startsWith('#')) return `${site.url}${base.path}${href}`;
      return href.startsWith('/') && !href.startsWith('//') ? `${origin}${href}` : href;
    };
    return renderMarkdown(expandTags(article.raw, lookups), {
      resolve: toAddress,
      math: article.mathjax === true,
      language: site.language,
      extend: site.functions?.markdown,
    }).html;
  };
}
