// The injection (protocol section 9): links to an article's JSON and MD files at the start of data.content.
import { html } from '../text/markup.ts';
import type { Article } from '../article/article.ts';
import { postJsonPath, postMdPath, toAbsolute } from '../site/paths.ts';
import type { Site } from '../site/site.ts';

/** Puts absolute links to the machine files before the content of a post. `css/custom.css` styles them. */
export function inject(content: string, { slug }: Article, site: Site): string {
  const links = html`<p class="pdc-links"><a href="${toAbsolute(site, postJsonPath(slug))}" type="application/json">JSON</a> <a href="${toAbsolute(site, postMdPath(slug))}" type="text/markdown">Markdown</a></p>`;
  return `${String(links)}\n${content}`;
}
