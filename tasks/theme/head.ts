// The head that every page has: what browsers, search engines, feed readers and assistants look for.
import { html, raw } from 'hono/html';
import { oneLine } from '#pdc/document';
import { rebaseTags } from '#pdc/links';
import { feedPath, homePath, llmsPath, scriptPath, toAbsolute, toHref } from '#pdc/paths';
import type { Site } from '#pdc/site';
import { loginScript } from './login.ts';
import { contentPolicy } from './policy.ts';
import type { Context, Markup, View } from './view.ts';

/** Where the build puts `theme.css` and `icon.svg`. */
const stylesheetPath = '/css/theme.css';
const iconPath = '/css/icon.svg';

export function head(view: View, { library: { site } }: Context): Markup {
  const description = oneLine(view.description);
  return html`<meta charset="utf-8">
${says(site, policyTag) ? '' : html`<meta http-equiv="Content-Security-Policy" content="${contentPolicy(site, view.sources)}">`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.path === homePath(1) ? site.title : `${view.title} - ${site.title}`}</title>
${description !== '' && html`<meta name="description" content="${description}">`}
${view.noindex ? html`<meta name="robots" content="noindex">` : addressOf(toAbsolute(site, view.path))}
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="strict-origin-when-cross-origin">
<script src="${toHref(site, scriptPath('scheme'))}"></script>${loginScript(site)}
<meta property="og:title" content="${view.title}">
<meta property="og:type" content="${view.ogType ?? 'website'}">
<meta property="og:site_name" content="${site.title}">
<meta property="og:locale" content="${site.language.replace('-', '_')}">
${description !== '' && html`<meta property="og:description" content="${description}">`}
<link rel="stylesheet" href="${toHref(site, stylesheetPath)}">
<script type="module" src="${toHref(site, scriptPath('theme'))}"></script>
${says(site, iconTag) ? '' : html`<link rel="icon" type="image/svg+xml" href="${toHref(site, iconPath)}">`}
<link rel="alternate" type="application/atom+xml" title="${site.title}" href="${toHref(site, feedPath)}">
<link rel="describedby" type="text/plain" title="llms.txt" href="${toHref(site, llmsPath)}">
${site.head.map((tags) => raw(rebaseTags(site, tags)))}
${view.head}`;
}

/**
 * What an author says in `head[]` stands instead of ours: an icon, and the policy of a site that needs scripts of other
 * hosts. Of two policies a browser would hold both.
 */
const says = (site: Site, tag: RegExp): boolean => site.head.some((tags) => tag.test(tags));
const policyTag = /http-equiv=["']?content-security-policy/i;
const iconTag = /rel=["']?(?:shortcut )?icon/i;

/** A page that is not to be indexed answers at any address, so it has none to call its own. */
const addressOf = (url: string): Markup => html`<link rel="canonical" href="${url}">
<meta property="og:url" content="${url}">`;
