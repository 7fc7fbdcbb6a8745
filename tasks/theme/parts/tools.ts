// The tools at the end of the header: search, the switch between light and dark, and the sign-in corner.
import { html } from '#pdc/text/markup';
import { archivesPath, toHref } from '#pdc/site/paths';
import { halves, magnifier, moon, sun } from './icons.ts';
import { loginCorner } from './login-corner.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/**
 * Without scripts, the search link leads to the list of all articles, and the scheme is that of the system. The style
 * sheet chooses the name of the switch, so nothing changes after the first paint.
 */
export function tools(view: View, context: Context): Markup {
  const { site } = context;
  const labels = themeLabelsOf(site);
  return html`<div class="tools">
<a class="tool search-open" href="${toHref(site, archivesPath)}" aria-keyshortcuts="/ Control+K" title="${labels.searchHint}">${magnifier}<span class="unseen">${labels.search}</span></a>
<button class="tool scheme-switch" type="button" title="${labels.scheme}">
<span class="of-system">${halves}<span class="unseen">${labels.schemeOfSystem}</span></span>
<span class="of-light">${sun}<span class="unseen">${labels.schemeLight}</span></span>
<span class="of-dark">${moon}<span class="unseen">${labels.schemeDark}</span></span>
</button>
${loginCorner(view, context)}</div>`;
}
