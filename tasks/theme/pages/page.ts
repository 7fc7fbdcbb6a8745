// A page beside the articles: 关于 and its like.
import { html, raw } from '#pdc/markup';
import type { Page } from '#pdc/article/article';
import { pagePath } from '#pdc/paths';
import { facts, time } from '../parts/facts.ts';
import type { Context, View } from '../view.ts';
import { wordsOf } from '../words/words-of.ts';

export type PageProps = {
  readonly page: Page;
  /** Rendered HTML, its links resolved. */
  readonly content: string;
};

export function pageView({ page, content }: PageProps, { library: { site } }: Context): View {
  return {
    path: pagePath(page.slug),
    title: page.title,
    description: page.description,
    main: html`<article>
<h1>${page.title}</h1>
${page.updated && facts([html`${wordsOf(site).updated} ${time(page.updated)}`])}
<div class="content">${raw(content)}</div>
</article>`,
  };
}
