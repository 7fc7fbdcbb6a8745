// What stands at the end of the header: search, and the switch between light and dark.
import { html } from 'hono/html';
import { archivesPath, toHref } from '#pdc/paths';
import { halves, magnifier, moon, sun } from './icons.ts';
import type { Context, Markup } from './view.ts';
import { words } from './words.ts';

/**
 * Without script, search leads to the list of everything, and the scheme is the system's. Which of its names the switch
 * bears the style sheet knows: nothing changes after the first paint.
 */
export function tools({ library: { site } }: Context): Markup {
  return html`<div class="tools">
<a class="tool search-open" href="${toHref(site, archivesPath)}" aria-keyshortcuts="/ Control+K" title="${words.searchHint}">${magnifier}<span class="unseen">${words.search}</span></a>
<button class="tool scheme-switch" type="button" title="${words.scheme}">
<span class="of-system">${halves}<span class="unseen">${words.schemeOfSystem}</span></span>
<span class="of-light">${sun}<span class="unseen">${words.schemeLight}</span></span>
<span class="of-dark">${moon}<span class="unseen">${words.schemeDark}</span></span>
</button>
</div>`;
}
