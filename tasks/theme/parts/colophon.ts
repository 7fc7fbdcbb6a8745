// The end of an article: author, address and license.
import { html } from '#pdc/text/markup';
import type { Article } from '#pdc/article/article';
import { readable } from '#pdc/text/decode';
import { postPath, toAbsolute } from '#pdc/site/paths';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/** Undefined if the site names neither an author nor a license. */
export function colophon(article: Article, { site }: Context): Markup | undefined {
  const { author, licence } = site;
  if (author === '' && licence === undefined) return undefined;
  const labels = themeLabelsOf(site);
  const address = toAbsolute(site, postPath(site, article));
  return html`<aside class="colophon" aria-label="${labels.colophon}">
${author !== '' && html`<p><span>${labels.writtenBy}</span> ${author}</p>`}
<p><span>${labels.addressOfPost}</span> <a href="${address}">${readable(address)}</a></p>
${licence !== undefined && html`<p>${licenceLink(labels.licence(licence), licence)}</p>`}
</aside>`;
}

/** Links the licenses of Creative Commons, which are recognized by their names. */
function licenceLink(label: string, licence: string): Markup {
  const href = deedOf(licence);
  return href === undefined ? html`${label}` : html`<a href="${href}" rel="license">${label}</a>`;
}

function deedOf(licence: string): string | undefined {
  const [, terms, version] = /^CC[ -](BY(?:-NC)?(?:-SA|-ND)?)[ -](\d\.\d)$/i.exec(licence) ?? [];
  if (terms !== undefined) return `https://creativecommons.org/licenses/${terms.toLowerCase()}/${version}/`;
  return /^CC0(?:[ -]1\.0)?$/i.test(licence) ? 'https://creativecommons.org/publicdomain/zero/1.0/' : undefined;
}
