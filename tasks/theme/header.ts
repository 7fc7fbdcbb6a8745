// The header: the site's name and the ways through it.
import { html } from 'hono/html';
import { archivesPath, categoriesPath, homePath, pagePath, tagsPath, toHref } from '#pdc/paths';
import { tools } from './tools.ts';
import type { Context, Markup, View } from './view.ts';
import { words } from './words.ts';

export function header(view: View, context: Context): Markup {
  const { site, pages } = context.library;
  const items = [...fixedItems, ...pages.map(({ slug, title }) => ({ path: pagePath(slug), label: title }))];
  return html`<header class="site-header column">
<a class="site-name" href="${toHref(site, homePath(1))}">${site.title}</a>
<nav aria-label="${words.mainNav}"><ul>
${items.map(({ path, label }) => html`<li><a href="${toHref(site, path)}"${current(path, view)}>${label}</a></li>`)}
</ul></nav>
${tools(view, context)}
</header>`;
}

const fixedItems = [
  { path: homePath(1), label: words.posts },
  { path: archivesPath, label: words.archives },
  { path: categoriesPath, label: words.categories },
  { path: tagsPath, label: words.tags },
];

/** `page` on the very page that an item leads to, `true` on the pages below it. */
function current(path: string, view: View): Markup | undefined {
  if (path === view.path) return html` aria-current="page"`;
  return path === view.section ? html` aria-current="true"` : undefined;
}
