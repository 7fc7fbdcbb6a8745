// The footer: the author's text, links for feed readers and machines, and the owner.
import { html } from '#pdc/text/markup';
import { feedPath, llmsPath, manifestPath, toHref } from '#pdc/site/paths';
import type { Footer, Site } from '#pdc/site/site';
import { anchor } from './anchor.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

export function footer({ site }: Context): Markup {
  const labels = themeLabelsOf(site);
  const rights = [site.author, site.licence === undefined ? '' : labels.licence(site.licence)].filter(
    (part) => part !== '',
  );
  const { text, links = [] } = site.footer ?? {};
  return html`<footer class="site-footer column wide">
${links.length > 0 && html`<ul class="own">${links.map((link) => html`<li>${anchor(link, site)}</li>`)}</ul>`}
<nav aria-label="${labels.footerNav}"><ul>
${entrances(site).map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
</ul></nav>
${text !== undefined && html`<p>${text}</p>`}
${rights.length > 0 && html`<p>${rights.map((part) => html`<span>${part}</span> `)}</p>`}
${records(site.footer)}
</footer>`;
}

/** The numbers that a site of mainland China must show. Each links to its public register. */
function records({ icp, police }: Footer = {}): Markup | undefined {
  if (icp === undefined && police === undefined) return undefined;
  const register = (label: string, href: string): Markup =>
    html`<span><a href="${href}" rel="nofollow noreferrer">${label}</a></span> `;
  return html`<p class="records">${icp !== undefined && register(icp, 'https://beian.miit.gov.cn/')}${
    police !== undefined &&
    register(police, `https://beian.mps.gov.cn/#/query/webSearch?code=${/\d+/.exec(police)![0]}`)
  }</p>`;
}

function entrances(site: Site): { href: string; label: string }[] {
  const labels = themeLabelsOf(site);
  return [
    { href: toHref(site, feedPath), label: labels.feed },
    { href: toHref(site, llmsPath), label: 'llms.txt' },
    { href: toHref(site, manifestPath), label: labels.manifest },
    ...(site.mcp === undefined ? [] : [{ href: site.mcp, label: labels.mcp }]),
    ...(site.source === undefined ? [] : [{ href: site.source, label: labels.source }]),
  ];
}
