// The header: the site's name and its menu.
import { html } from '#pdc/text/markup';
import { archivesPath, categoriesPath, homePath, tagsPath, toHref } from '#pdc/site/paths';
import type { Link } from '#pdc/site/site';
import { widthOf } from '#pdc/text/width';
import { anchor } from './anchor.ts';
import { tools } from './tools.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

export function header(view: View, context: Context): Markup {
  const { site } = context;
  const labels = themeLabelsOf(site);
  const { visibleItems, foldedItems } = fold(itemsOf(context));
  const link = ({ label, url }: Link): Markup =>
    html`<li>${anchor({ label, url, attributes: current(url, view) }, site)}</li>`;
  const isWithin = foldedItems.some(({ url }) => current(url, view) !== undefined);
  return html`<header class="site-header column wide">
<a class="site-name" href="${toHref(site, homePath(1))}">${site.title}</a>
<nav aria-label="${labels.mainNav}"><ul>
${visibleItems.map(link)}
${
  foldedItems.length > 0 &&
  html`<li class="more"><details${isWithin && html` data-current`}><summary>${labels.more}</summary>
<ul>${foldedItems.map(link)}</ul></details></li>`
}
</ul></nav>
${tools(view, context)}
</header>`;
}

/** The items of the author's menu. Without such a menu, every list and every page. */
function itemsOf({ site, pageLinks }: Context): readonly Link[] {
  const labels = themeLabelsOf(site);
  return (
    site.nav ?? [
      { label: labels.posts, url: homePath(1) },
      { label: labels.archives, url: archivesPath },
      { label: labels.categories, url: categoriesPath },
      { label: labels.tags, url: tagsPath },
      ...pageLinks,
    ]
  );
}

/** The width of one row on a phone, and the space beside each label, in widths of a Han character. */
// The build folds the menu at the same item for every screen, so that no script measures and nothing moves.
const maxWidth = 23;
const roomBeside = 1.5;

/** Shows the items that fit in one row, and folds the others into a menu, whose label takes the place of one item. */
function fold(items: readonly Link[]): {
  readonly visibleItems: readonly Link[];
  readonly foldedItems: readonly Link[];
} {
  let width = 0;
  const fits = items.findIndex(({ label }) => {
    width += widthOf(label) + roomBeside;
    return width > maxWidth;
  });
  if (fits === -1) return { visibleItems: items, foldedItems: [] };
  const count = Math.max(0, fits - 1);
  return { visibleItems: items.slice(0, count), foldedItems: items.slice(count) };
}

/** The `aria-current` of an item: `page` on the page that the item leads to, `true` on the pages below that page. */
function current(path: string, view: View): Markup | undefined {
  if (path === view.path) return html` aria-current="page"`;
  return path === view.section ? html` aria-current="true"` : undefined;
}
