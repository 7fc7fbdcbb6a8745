// The panel for AI assistants: copies a post as Markdown, and explains how to connect to the site by MCP.
import { html } from '#pdc/text/markup';
import type { Article } from '#pdc/article/article';
import { manifestPath, postMdPath, postPath, protocolPath, toAbsolute, toHref } from '#pdc/site/paths';
import type { Site } from '#pdc/site/site';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';
import { wordsOf } from '../words/theme-labels.ts';

/** A word before the content that opens the panel. It looks like the end of the line of injected links. */
export function agents(article: Article, { site }: Context): Markup {
  const words = wordsOf(site);
  return html`<div class="agents">
<details class="connect">
<summary>${words.agents}</summary>
<div class="panel">
${!article.encrypted && copyButton(article, site)}
<p class="panel-title">${words.connect}</p>
${site.mcp === undefined ? manifestAlone(site) : adapter(site.mcp, site)}
<p><a href="${toHref(site, manifestPath)}">${words.manifest}</a> <a href="${toHref(site, protocolPath)}">${words.protocol}</a></p>
</div>
</details>
</div>`;
}

/**
 * Without scripts, the style sheet hides the button. Encrypted posts do not have it, because their Markdown is secret.
 */
function copyButton(article: Article, site: Site): Markup {
  const words = wordsOf(site);
  const source = toAbsolute(site, postPath(site, article));
  return html`<p class="copying"><button type="button" class="copy-post" data-from="${toHref(site, postMdPath(article.slug))}" data-title="${article.title}" data-source="${source}">${words.copyMarkdown}</button></p>`;
}

const manifestAlone = (site: Site): Markup => html`<p>${wordsOf(site).connectByManifest}</p>
<pre tabindex="0"><code>${toAbsolute(site, manifestPath)}</code></pre>`;

/** How to connect a client. Most clients accept an address, or an entry in their settings file. */
function adapter(address: string, site: Site): Markup {
  const words = wordsOf(site);
  const name = new URL(site.url).hostname.replace(/[^a-z0-9]+/gi, '-');
  const entry = JSON.stringify({ mcpServers: { [name]: { type: 'http', url: address } } }, undefined, 2);
  return html`<p>${words.connectByAddress}</p>
<pre tabindex="0" class="copied"><code>${address}</code></pre>
<p>${words.connectBySettings}</p>
<pre tabindex="0" class="copied"><code>${entry}</code></pre>`;
}
