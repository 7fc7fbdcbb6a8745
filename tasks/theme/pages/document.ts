// The shell of every page: head, skip link, header, main, footer.
import { html } from '#pdc/text/markup';
import type { PageParts } from '#pdc/text/document';
import type { Markup } from '#pdc/text/markup';
import { llmsPath, toAbsolute } from '#pdc/site/paths';
import { footer } from '../parts/footer.ts';
import { head } from '../parts/head.ts';
import { header } from '../parts/header.ts';
import type { Context, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/**
 * A line at the top for agents that turn a page into text, because most of them drop the head. It is only for programs;
 * people have the links in the footer.
 */
const directive = ({ site }: Context): Markup =>
  html`<p class="unseen" aria-hidden="true">${themeLabelsOf(site).llmsDirective(toAbsolute(site, llmsPath))}</p>`;

/** A whole HTML document in three parts: `main` is the page, and the other two are the shell around the page. */
export function toPageParts(view: View, context: Context): PageParts {
  const labels = themeLabelsOf(context.site);
  const opening = html`<!doctype html>
<html lang="${context.site.language}">
<head>
${head(view, context)}
</head>
<body>
<a class="skip" href="#main">${labels.skip}</a>
${directive(context)}
${header(view, context)}
<main id="main" class="column${view.width === undefined ? '' : ` ${view.width}`}" tabindex="-1">`;
  const closing = html`</main>
${footer(context)}
</body>
</html>
`;
  return { opening: String(opening), main: `\n${String(view.main)}\n`, closing: String(closing) };
}
