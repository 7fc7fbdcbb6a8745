// The head that every page has: what browsers, search engines, feed readers and assistants look for.
import { html, raw } from '#pdc/text/markup';
import { oneLine } from '#pdc/text/document';
import { rebaseTags } from '#pdc/markdown/links';
import {
  feedPath,
  homePath,
  llmsPath,
  loginPath,
  notFoundPath,
  scriptPath,
  toAbsolute,
  toHref,
  stylesheetPath,
} from '#pdc/site/paths';
import type { Script, Site } from '#pdc/site/site';
import { hasOwnPolicy } from '#pdc/site/head-scripts';
import { accentStyle } from './accent.ts';
import { toTarget } from './anchor.ts';
import { loginScript } from './login-corner.ts';
import { contentPolicy } from '../policy.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context, View } from '../view.ts';

/** Where the build puts `icon.svg` and `card.png`. */
const iconPath = '/css/icon.svg';
const cardPath = '/css/card.png';

export function head(view: View, { site }: Context): Markup {
  const description = oneLine(view.description);
  return html`<meta charset="utf-8">
${hasOwnPolicy(site) ? '' : html`<meta http-equiv="Content-Security-Policy" content="${contentPolicy(site, view)}">`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.path === homePath(1) ? site.title : `${view.title} - ${site.title}`}</title>
${description !== '' && html`<meta name="description" content="${description}">`}
${view.noindex && html`<meta name="robots" content="noindex">`}
${view.path !== notFoundPath && addressOf(toAbsolute(site, view.path))}
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="strict-origin-when-cross-origin">
<script src="${toHref(site, scriptPath('scheme'))}"></script>${loginScript(site)}
<meta property="og:title" content="${view.title}">
<meta property="og:type" content="${view.ogType ?? 'website'}">
<meta property="og:site_name" content="${site.title}">
<meta property="og:locale" content="${site.language.replace('-', '_')}">
${picture(view.image ?? pictureOf(site))}
${description !== '' && html`<meta property="og:description" content="${description}">`}
<link rel="stylesheet" href="${toHref(site, stylesheetPath)}">${accentStyle(site)}
<script type="module" src="${toHref(site, scriptPath('theme'))}"></script>
${hasOwnTag(site, iconTag) ? '' : icon(site)}
<link rel="alternate" type="application/atom+xml" title="${site.title}" href="${toHref(site, feedPath)}">
<link rel="describedby" type="text/plain" title="llms.txt" href="${toHref(site, llmsPath)}">
${view.path === loginPath ? '' : site.scripts.map((script) => analytics(script, site))}
${site.head.map((tags) => raw(rebaseTags(site, tags)))}
${view.head}`;
}

const icon = (site: Site): Markup =>
  site.icon === undefined
    ? html`<link rel="icon" type="image/svg+xml" href="${toHref(site, iconPath)}">`
    : html`<link rel="icon" href="${toTarget(site.icon, site)}">`;

/** The picture that other sites show for a page without a picture of its own. */
function pictureOf(site: Site): string | undefined {
  if (site.og_image === 'off') return undefined;
  if (site.og_image === 'site') return toAbsolute(site, cardPath);
  return new URL(toTarget(site.og_image, site), site.url).href;
}

const picture = (image: string | undefined): Markup | '' =>
  image === undefined
    ? ''
    : html`<meta property="og:image" content="${image}">
<meta name="twitter:card" content="summary_large_image">`;

/** A script of another host is deferred, and never runs on the sign-in page. */
const analytics = ({ src, data = {}, integrity }: Script, site: Site): Markup =>
  html`<script defer src="${toTarget(src, site)}"${integrity !== undefined && html` integrity="${integrity}" crossorigin="anonymous"`}${Object.entries(data).map(([name, value]) => html` data-${raw(name)}="${value}"`)}></script>`;

/** Whether the author's `head[]` has a tag that replaces the tag of the theme. */
const hasOwnTag = (site: Site, tag: RegExp): boolean => site.head.some((tags) => tag.test(tags));
const iconTag = /rel=["']?(?:shortcut )?icon/i;

/** Not on the 404 page, which a host shows at any address. */
const addressOf = (url: string): Markup => html`<link rel="canonical" href="${url}">
<meta property="og:url" content="${url}">`;
