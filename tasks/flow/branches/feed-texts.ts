// Renders full texts for the feed as on the pages, but with absolute addresses. Only for sites with `feed: full`.
import type { Article } from '#pdc/article/article';
import { baseOf } from '#pdc/library/entry-links';
import type { Library } from '#pdc/library/library';
import { resolveTarget } from '#pdc/markdown/links';
import { renderMarkdown } from '#pdc/markdown/render';

/** Returns undefined for a locked article, and for all articles if the feed of the site has only summaries. */
export function feedTexts(library: Library): (article: Article) => string | undefined {
  const { site } = library;
  if (site.feed !== 'full') return () => undefined;
  const { origin, hostname: host } = new URL(site.url);
  return (article) => {
    if (article.encrypted) return undefined;
    const base = baseOf(library, article);
    const toAddress = (target: string): string => {
      const { href } = resolveTarget(target, base);
      if (href.startsWith('#')) return `${site.url}${base.path}${href}`;
      return href.startsWith('/') && !href.startsWith('//') ? `${origin}${href}` : href;
    };
    return renderMarkdown(article.raw, {
      resolve: toAddress,
      math: article.mathjax === true,
      host,
      language: site.language,
      extend: site.functions?.markdown,
    }).html;
  };
}
