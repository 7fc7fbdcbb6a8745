// Comments below a post: a script loads them when the reader comes near. Before that, no other host gets a request.
import { isChinese } from '#pdc/words/language';
import { html } from '#pdc/text/markup';
import type { Article } from '#pdc/article/article';
import { postPath, scriptPath, toHref } from '#pdc/site/paths';
import type { Site } from '#pdc/site/site';
import { toTarget } from './anchor.ts';
import type { PolicySources } from '../policy.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

const giscusHost = 'https://giscus.app';

/** The address of Waline's build, unless the site serves it. The version is fixed, so that no change goes unnoticed. */
const walineClient = 'https://unpkg.com/@waline/client@3.5.6/dist';

export function comments(article: Article, { site }: Context): Markup {
  const labels = themeLabelsOf(site);
  const settings = JSON.stringify(settingsOf(article, site));
  return html`<section class="comments" data-comments="${settings}">
<h2>${labels.comments}</h2>
<p class="hint without-script">${labels.commentsWithoutScript}</p>
</section>`;
}

export const commentsScript = (site: Site): Markup => html`
<script type="module" src="${toHref(site, scriptPath('comments'))}"></script>`;

/** The settings for the script, which are public. */
export type CommentSettings = {
  readonly language: string;
  readonly giscus?: { readonly script: string; readonly attributes: Readonly<Record<string, string>> };
  readonly waline?: { readonly client: string; readonly server: string; readonly path: string };
};

function settingsOf(article: Article, site: Site): CommentSettings {
  const { giscus, waline } = site.comments!;
  const language = isChinese(site) ? 'zh-CN' : 'en';
  if (waline) {
    const client = toTarget((waline.client ?? walineClient).replace(/\/+$/, ''), site);
    return { language, waline: { client, server: waline.server, path: toHref(site, postPath(site, article)) } };
  }
  const { repo, repo_id, category, category_id, mapping = 'pathname' } = giscus!;
  const attributes = {
    'data-repo': repo,
    'data-repo-id': repo_id,
    // The script finds the category by its id.
    ...(category !== undefined && { 'data-category': category }),
    'data-category-id': category_id,
    'data-mapping': mapping,
    'data-strict': '1',
    'data-reactions-enabled': '1',
    'data-emit-metadata': '0',
    'data-input-position': 'top',
    'data-lang': language,
  };
  return { language, giscus: { script: `${giscusHost}/client.js`, attributes } };
}

/** The sources that only the policy of a page with comments admits. */
export function admittedByComments({ comments: { giscus, waline } = {} }: Site): PolicySources {
  if (giscus)
    return { 'script-src': [`${giscusHost}/client.js`], 'style-src': [giscusHost], 'frame-src': [giscusHost] };
  if (!waline) return {};
  const client = (waline.client ?? walineClient).replace(/\/+$/, '');
  // Admit the folder of the client and not its host, where anybody can publish.
  const folders = client.startsWith('/') ? [] : [`${client}/`];
  return { 'script-src': folders, 'style-src': folders, 'connect-src': [new URL(waline.server).origin] };
}
