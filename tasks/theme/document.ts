// The shell of every page: head, skip link, header, main, footer.
import { html } from 'hono/html';
import { footer } from './footer.ts';
import { head } from './head.ts';
import { header } from './header.ts';
import type { Context, View } from './view.ts';
import { words } from './words.ts';

export type { Context, Markup, View } from './view.ts';

/** A whole HTML document, ending with a line feed. The same view and library give the same bytes. */
export function toDocument(view: View, context: Context): string {
  const document = html`<!doctype html>
<html lang="${context.library.site.language}">
<head>
${head(view, context)}
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
${header(view, context)}
<main id="main" class="column" tabindex="-1">
${view.main}
</main>
${footer(context)}
</body>
</html>
`;
  return String(document);
}
