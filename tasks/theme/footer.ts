// The footer: the entrances for feed readers and machines, and whose words these are.
import { html } from 'hono/html';
import { feedPath, llmsPath, manifestPath, toHref } from '#pdc/paths';
import type { Site } from '#pdc/site';
import type { Context, Markup } from './view.ts';
import { words } from './words.ts';

export function footer({ library: { site } }: Context): Markup {
  const rights = [site.author, site.licence === undefined ? '' : words.licence(site.licence)].filter(
    (part) => part !== '',
  );
  return html`<footer class="site-footer column">
<nav aria-label="${words.footerNav}"><ul>
${entrances(site).map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
</ul></nav>
${rights.length > 0 && html`<p>${rights.map((part) => html`<span>${part}</span> `)}</p>`}
</footer>`;
}

function entrances(site: Site): { href: string; label: string }[] {
  return [
    { href: toHref(site, feedPath), label: words.feed },
    { href: toHref(site, llmsPath), label: 'llms.txt' },
    { href: toHref(site, manifestPath), label: words.manifest },
    ...(site.mcp === undefined ? [] : [{ href: site.mcp, label: words.mcp }]),
    ...(site.source === undefined ? [] : [{ href: site.source, label: words.source }]),
  ];
}
