// An article in a list with its facts, its description and a picture: the home page and the pages of categories.
import { html } from '#pdc/text/markup';
import { inPlainText } from '#pdc/markdown/formula-html';
import type { Card } from '#pdc/library/cards';
import { postPath, toHref } from '#pdc/site/paths';
import { coverFigure, coverThumbnail } from './cover.ts';
import { categoryLink, facts, marks, time } from './facts.ts';
import { titleOf } from './phrases.ts';
import { titleCover } from './title-cover.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/** The first article of the site, across the page. */
export function leadingSummary(article: Card, context: Context, mark?: Markup): Markup {
  return html`<article class="summary lead">
${head(article, context, mark)}
${coverFigure(article, context.site) ?? titleCover(article, 'cover')}
</article>`;
}

/** `mark` is a fact that is shown before the others. */
export function summary(article: Card, context: Context, mark?: Markup): Markup {
  return html`<article class="summary">
${head(article, context, mark)}
${coverThumbnail(article, context.site) ?? titleCover(article, 'thumbnail')}
</article>`;
}

function head(article: Card, context: Context, mark: Markup | undefined): Markup {
  const { site } = context;
  const labels = themeLabelsOf(site);
  const { category } = article;
  return html`<h2><a href="${toHref(site, postPath(site, article))}">${titleOf(article)}</a></h2>
${facts([
  mark,
  time(article.date),
  category && categoryLink(category, context),
  article.series === undefined ? undefined : html`${labels.seriesOf(article.series)}`,
  article.prefix === 'prompt' ? html`<span class="mark of-prompt">prompt</span>` : undefined,
  ...marks(article, labels),
])}
${article.description !== '' && html`<p class="description">${inPlainText(article).description}</p>`}`;
}
