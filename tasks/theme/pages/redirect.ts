// The page at an article's old address: redirects to the new address, and has a link to it.
import { html } from '#pdc/text/markup';
import { toAbsolute, toHref } from '#pdc/site/paths';
import type { Site } from '#pdc/site/site';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/** A whole document for the alias `from` of the page at `to`, both site paths. */
export function redirectDocument(from: string, to: string, site: Site): string {
  const labels = themeLabelsOf(site);
  const href = toHref(site, to);
  const address = toAbsolute(site, to);
  const document = html`<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${labels.moved} - ${site.title}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="canonical" href="${address}">
<meta http-equiv="refresh" content="0; url=${href}">
</head>
<body>
<p>${labels.movedTo(from)}<a href="${href}">${address}</a></p>
</body>
</html>
`;
  // Minified here, because redirects do not pass the stage that minifies pages.
  return String(document).replace(/>\n(?=<|$)/g, '>');
}
