// An article's cover: decoration, so its text alternative is empty. The style sheet sets the size of the picture before
// it loads.
import { html } from '#pdc/text/markup';
import type { Article } from '#pdc/article/article';
import { isInternal } from '#pdc/markdown/links';
import { toAbsolute, toHref } from '#pdc/site/paths';
import type { Site } from '#pdc/site/site';
import type { Markup } from '#pdc/text/markup';

type Covered = Pick<Article, 'cover'>;

/** The large cover of a post. */
export function coverFigure({ cover }: Covered, site: Site): Markup | undefined {
  if (cover === undefined) return undefined;
  return html`<figure class="cover"><img src="${toSource(cover, site)}" alt="" decoding="async"></figure>`;
}

/** The small cover of an entry in a list. */
export function coverThumbnail({ cover }: Covered, site: Site): Markup | undefined {
  if (cover === undefined) return undefined;
  return html`<img class="thumbnail" src="${toSource(cover, site)}" alt="" loading="lazy" decoding="async">`;
}

/** The cover's absolute address if other sites can show it. Undefined for SVG, which most of them do not draw. */
export function rasterCover(article: Covered, site: Site): string | undefined {
  const address = coverAddress(article, site);
  return address !== undefined && !/\.svg(?:[?#]|$)/i.test(address) ? address : undefined;
}

/** The cover's absolute address, for programs that do not resolve addresses relative to the page. */
export function coverAddress({ cover }: Covered, site: Site): string | undefined {
  return cover !== undefined && isInternal(site, cover) ? toAbsolute(site, cover) : cover;
}

const toSource = (cover: string, site: Site): string => (isInternal(site, cover) ? toHref(site, cover) : cover);
