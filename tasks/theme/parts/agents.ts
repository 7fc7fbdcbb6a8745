// The panel for AI assistants: copies a post as Markdown, and explains how to connect to the site by MCP.
import { html } from '#pdc/text/markup';
import type { Article } from '#pdc/article/article';
import { manifestPath, postMdPath, postPath, protocolPath, toAbsolute, toHref } from '#pdc/site/paths';
import type { Site } from '#pdc/site/site';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/** A word before the content that opens the panel. It looks like the end of the line of injected links. */
export function agents(article: Article, { site }: Context): Markup {
  const labels = themeLabelsOf(site);
  return html`<div class="agents">
<details class="connect">
<summary>${labels.agents}</summary>
<div class="panel">
${!article.encrypted && copyButton(article, site)}
<p class="panel-title">${labels.connect}</p>
${site.mcp === undefined ? manifestAlone(site) : adapter(site.mcp, site)}
<p><a href="${toHref(site, manifestPath)}">${labels.manifest}</a> <a href="${toHref(site, protocolPath)}">${labels.protocol}</a></p>
</div>
</details>
</div>`;
}

/**
 * Without scripts, the style sheet hides the button. Encrypted posts do not have it, because their Markdown is secret.
 */
function copyButton(article: Article, site: Site): Markup {
  const labels = themeLabelsOf(site);
  const source = toAbsolute(site, postPath(site, article));
  return html`<p class="copying"><button type="button" class="copy-post" data-from="${toHref(site, postMdPath(article.slug))}" data-title="${article.title}" data-source="${source}">${labels.copyMarkdown}</button></p>`;
}

const manifestAlone = (site: Site): Markup => html`<p>${themeLabelsOf(site).connectByManifest}</p>
<pre tabindex="0"><code>${toAbsolute(site, manifestPath)}</code></pre>`;

/** How to connect a client. Most clients accept an address, or an entry in their settings file. */
function adapter(address: string, site: Site): Markup {
  const labels = themeLabelsOf(site);
  const name = new URL(site.url).hostname.replace(/[^a-z0-9]+/gi, '-');
  const entry = JSON.stringify({ mcpServers: { [name]: { type: 'http', url: address } } }, undefined, 2);
  return html`<p>${labels.connectByAddress}</p>
<pre tabindex="0" class="copied"><code>${address}</code></pre>
<p>${labels.connectBySettings}</p>
<pre tabindex="0" class="copied"><code>${entry}</code></pre>`;
}
