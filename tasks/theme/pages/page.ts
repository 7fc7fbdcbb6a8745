// A page that is not an article, such as 关于.
import { html, raw } from '#pdc/text/markup';
import type { Page } from '#pdc/article/article';
import { inPlainText } from '#pdc/markdown/formula-html';
import { formulaStylePath, pagePath, toHref } from '#pdc/site/paths';
import { isFriendsPage } from '#pdc/site/friends';
import { facts, time } from '../parts/facts.ts';
import { friendCards } from '../parts/friends.ts';
import { owner } from '../parts/owner.ts';
import { titleOf } from '../parts/phrases.ts';
import type { Context, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

export type PageProps = {
  readonly page: Page;
  /** Rendered HTML with resolved links. */
  readonly content: string;
};

/** The slug of the page about the author. */
const aboutPage = 'about';

export function pageView({ page, content }: PageProps, { site }: Context): View {
  return {
    path: pagePath(page.slug),
    ...inPlainText(page),
    ...(page.mathjax === true && {
      head: html`<link rel="stylesheet" href="${toHref(site, formulaStylePath)}">`,
    }),
    main: html`<article>
<h1>${titleOf(page)}</h1>
${page.slug === aboutPage && owner(site)}
${page.updated && facts([html`${themeLabelsOf(site).updated} ${time(page.updated)}`])}
<div class="content">${raw(content)}</div>
${isFriendsPage(page.slug) && friendCards(site)}
</article>`,
  };
}
