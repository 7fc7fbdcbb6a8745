// The head that every page has: what browsers, search engines, feed readers and assistants look for.
import { html, raw } from 'hono/html';
import { oneLine } from '#pdc/document';
import { rebaseTags } from '#pdc/links';
import { feedPath, homePath, llmsPath, toAbsolute, toHref } from '#pdc/paths';
import type { Context, Markup, View } from './view.ts';

/** Where the build puts `theme.css`. */
const stylesheetPath = '/css/theme.css';

export function head(view: View, { library: { site } }: Context): Markup {
  const description = oneLine(view.description);
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.path === homePath(1) ? site.title : `${view.title} - ${site.title}`}</title>
${description !== '' && html`<meta name="description" content="${description}">`}
${view.noindex ? html`<meta name="robots" content="noindex">` : addressOf(toAbsolute(site, view.path))}
<meta name="color-scheme" content="light dark">
<meta property="og:title" content="${view.title}">
<meta property="og:type" content="${view.ogType ?? 'website'}">
<meta property="og:site_name" content="${site.title}">
<meta property="og:locale" content="${site.language.replace('-', '_')}">
${description !== '' && html`<meta property="og:description" content="${description}">`}
<link rel="stylesheet" href="${toHref(site, stylesheetPath)}">
<link rel="alternate" type="application/atom+xml" title="${site.title}" href="${toHref(site, feedPath)}">
<link rel="describedby" type="text/plain" title="llms.txt" href="${toHref(site, llmsPath)}">
${site.head.map((tags) => raw(rebaseTags(site, tags)))}
${view.head}`;
}

/** A page that is not to be indexed answers at any address, so it has none to call its own. */
const addressOf = (url: string): Markup => html`<link rel="canonical" href="${url}">
<meta property="og:url" content="${url}">`;
