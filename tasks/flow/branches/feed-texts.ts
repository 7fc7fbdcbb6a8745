// Renders full texts for the feed as on the pages, but with absolute addresses. Only for sites with `feed: full`.
import type { Article } from '#pdc/article/article';
import { baseOf } from '#pdc/library/entry-links';
import type { Library } from '#pdc/library/library';
import { resolveTarget } from '#pdc/markdown/links';
import { renderMarkdown } from '#pdc/markdown/render';
import { toAbsolute } from '#pdc/site/paths';
import { changeTags, readdress } from '#pdc/text/html';

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
      return href.startsWith('/') && !href.startsWith('//') ? `${origin}${href}` : href;
    };
    const { html } = renderMarkdown(article.raw, {
      resolve: toAddress,
      math: article.mathjax === true,
      host,
      language: site.language,
      extend: site.functions?.markdown,
    });
    const page = toAbsolute(site, base.path);
    // The renderer makes links to headings, footnotes and formulas, which `resolve` does not see. A fragment that is
    // loaded, as by `<use href="#a">`, names a part of the text itself.
    return changeTags(html, (tag) =>
      readdress(tag, (target, { loads }) => (target.startsWith('#') && !loads ? `${page}${target}` : target)),
    );
  };
}
