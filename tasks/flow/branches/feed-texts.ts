// The whole texts for a feed that holds them: rendered as on their pages, with absolute addresses for feed readers.
import type { Article } from '#pdc/article/article';
import { baseOf } from '#pdc/library/entry-links';
import type { Library } from '#pdc/library/library';
import { resolveTarget } from '#pdc/markdown/links';
import { renderMarkdown } from '#pdc/markdown/render';

/** Undefined for a locked article, and for all where the site's feed holds summaries. */
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
