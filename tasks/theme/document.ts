// The shell of every page: head, skip link, header, main, footer.
import { html } from '#pdc/markup';
import { wholePage } from '#pdc/document';
import type { PageParts } from '#pdc/document';
import { footer } from './footer.ts';
import { head } from './head.ts';
import { header } from './header.ts';
import type { Context, View } from './view.ts';
import { wordsOf } from './words-of.ts';

export type { Context, Listing, View } from './view.ts';

/** A whole HTML document, ending with a line feed. The same view and library give the same bytes. */
export function toDocument(view: View, context: Context): string {
  return wholePage(toPageParts(view, context));
}

/** The same, with what is this page's own apart from what every page has. */
export function toPageParts(view: View, context: Context): PageParts {
  const words = wordsOf(context.library.site);
  const before = html`<!doctype html>
<html lang="${context.library.site.language}">
<head>
${head(view, context)}
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
${header(view, context)}
<main id="main" class="column${view.width === 'wide' ? ' wide' : ''}" tabindex="-1">`;
  const after = html`</main>
${footer(context)}
</body>
</html>
`;
  return { before: String(before), main: `\n${String(view.main)}\n`, after: String(after) };
}
