// Links between the pages of a list.
import { html } from '#pdc/text/markup';
import { toHref } from '#pdc/site/paths';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';
import type { ThemeLabels } from '../labels/theme-labels.ts';

type PagePosition = { readonly page: number; readonly pages: number };
type PageNumbers = PagePosition & { readonly pathOf: (page: number) => string };

/** The number of the page, for a byline. Undefined on the first page. */
export const pageFact = ({ page, pages }: PagePosition, labels: ThemeLabels): Markup | undefined =>
  page === 1 ? undefined : html`${labels.pageOf(page, pages)}`;

/** Undefined if there is only one page. */
export function pageNumbers({ page, pages, pathOf }: PageNumbers, { site }: Context): Markup | undefined {
  if (pages <= 1) return undefined;
  const labels = themeLabelsOf(site);
  const href = (to: number): string => toHref(site, pathOf(to));
  return html`<nav class="page-numbers" aria-label="${labels.pages}">
${page > 1 && html`<a rel="prev" href="${href(page - 1)}">${labels.previousPage}</a>`}
<ol>
${shownPages(page, pages).map((number) => html`<li>${number === undefined ? gap : link(number)}</li>`)}
</ol>
${page < pages && html`<a rel="next" href="${href(page + 1)}">${labels.nextPage}</a>`}
</nav>`;

  function link(number: number): Markup {
    const current = number === page && html` aria-current="page"`;
    return html`<a href="${href(number)}" aria-label="${labels.pageNumber(number)}"${current}>${number}</a>`;
  }
}

const gap = html`<span class="gap" aria-hidden="true">…</span>`;

/** The first page, the last page and the neighbors of the current one; `undefined` for a gap between them. */
function shownPages(page: number, pages: number): (number | undefined)[] {
  const numbers = [...new Set([1, page - 1, page, page + 1, pages])].filter((number) => number >= 1 && number <= pages);
  return numbers.flatMap((number, index) => {
    const previousNumber = numbers[index - 1] ?? 0;
    if (number - previousNumber <= 1) return [number];
    // If only one page is left out, its number is shown instead of a gap.
    return number - previousNumber === 2 ? [number - 1, number] : [undefined, number];
  });
}
