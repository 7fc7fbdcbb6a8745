// A plain list of articles with date and title, for archives, categories, tags and 404.
import { html } from '#pdc/text/markup';
import type { Reference } from '#pdc/library/shown-articles';
import { postPath, toHref } from '#pdc/site/paths';
import type { Site } from '#pdc/site/site';
import { marks } from './facts.ts';
import { titleOf } from './phrases.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';

type Entries<T extends Reference> = {
  readonly articles: readonly T[];
  /** Which part of the date to show: below a heading with year and month the day is enough. */
  readonly show: 'day' | 'day-of-month';
  /** Shown at the end of the line if the screen has room. */
  readonly aside?: (article: T) => Markup | undefined;
};

export function entries<T extends Reference>({ articles, show, aside }: Entries<T>, { site }: Context): Markup {
  return html`<ol class="entries">
${articles.map((article) => entry(article, { show, site, aside: aside?.(article) }))}
</ol>`;
}

type Shown = Pick<Entries<Reference>, 'show'> & { readonly site: Site; readonly aside: Markup | undefined };

function entry(article: Reference, { show, site, aside }: Shown): Markup {
  const { iso, day } = article.date;
  const labels = themeLabelsOf(site);
  return html`<li>
<time datetime="${iso}">${show === 'day' ? day : labels.dayOfMonth(Number(day.slice('2026-11-'.length)))}</time>
<a href="${toHref(site, postPath(site, article))}">${titleOf(article)}</a>
${marks(article, labels)}${aside}
</li>`;
}
