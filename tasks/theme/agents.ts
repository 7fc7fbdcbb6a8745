// For the assistants that people use: a post copied as Markdown, and how to connect them to the site by MCP.
import { html } from 'hono/html';
import type { Article } from '#pdc/article';
import { manifestPath, postMdPath, postPath, protocolPath, toAbsolute, toHref } from '#pdc/paths';
import type { Site } from '#pdc/site';
import type { Context, Markup } from './view.ts';
import { words } from './words.ts';

/** Stands before the content, and looks as if it stood at the end of the line of injected links. */
export function agents(article: Article, { library: { site } }: Context): Markup {
  return html`<div class="agents">
${!article.encrypted && copyButton(article, site)}
<details class="connect">
<summary>${words.connect}</summary>
<div class="panel">
${site.mcp === undefined ? manifestAlone(site) : adapter(site.mcp, site)}
<p><a href="${toHref(site, manifestPath)}">${words.manifest}</a> <a href="${toHref(site, protocolPath)}">${words.protocol}</a></p>
</div>
</details>
</div>`;
}

/** Needs the script: without it, the style sheet hides the button. An encrypted post has no Markdown to copy. */
function copyButton(article: Article, site: Site): Markup {
  const source = toAbsolute(site, postPath(site, article));
  return html`<button type="button" class="copy-post" data-from="${toHref(site, postMdPath(article.slug))}" data-title="${article.title}" data-source="${source}">${words.copyMarkdown}</button>`;
}

const manifestAlone = (site: Site): Markup => html`<p>${words.connectByManifest}</p>
<pre tabindex="0"><code>${toAbsolute(site, manifestPath)}</code></pre>`;

/** What most clients take: an address, or an entry of their settings file. */
function adapter(address: string, site: Site): Markup {
  const name = new URL(site.url).hostname.replace(/[^a-z0-9]+/gi, '-');
  const entry = JSON.stringify({ mcpServers: { [name]: { type: 'http', url: address } } }, undefined, 2);
  return html`<p>${words.connectByAddress}</p>
<pre tabindex="0" class="copied"><code>${address}</code></pre>
<p>${words.connectBySettings}</p>
<pre tabindex="0" class="copied"><code>${entry}</code></pre>`;
}
