// The author: picture, name, a sentence, and links.
import { html } from '#pdc/text/markup';
import type { Site } from '#pdc/site/site';
import { anchor, toTarget } from './anchor.ts';
import type { Markup } from '#pdc/text/markup';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/** Undefined if the site has neither a profile nor links of its author. */
export function owner(site: Site): Markup | undefined {
  const { profile, social, author } = site;
  if (profile === undefined && social.length === 0) return undefined;
  return html`<div class="owner">
${profile?.avatar !== undefined && html`<img class="portrait" src="${toTarget(profile.avatar, site)}" alt="" width="72" height="72" decoding="async">`}
<div>
${author !== '' && html`<p class="owner-name">${author}</p>`}
${profile?.bio !== undefined && html`<p class="owner-bio">${profile.bio}</p>`}
${socialLinks(site)}
</div>
</div>`;
}

/** Undefined for an author without links. */
export const socialLinks = (site: Site): Markup | undefined =>
  site.social.length === 0
    ? undefined
    : html`<ul class="terms social" aria-label="${themeLabelsOf(site).elsewhere}">${site.social.map((link) => html`<li>${anchor({ ...link, rel: 'me' }, site)}</li>`)}</ul>`;
