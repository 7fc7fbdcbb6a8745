// Parts of the indexes of categories and tags: a row of links, a link with a count, and the order.
import { html } from '#pdc/text/markup';
import type { Card, CardGroup } from '#pdc/library/cards';
import type { Term } from '#pdc/library/taxonomy';
import type { Markup } from '#pdc/text/markup';
import type { ThemeLabels } from '../labels/theme-labels.ts';

/** A row of links to categories or tags. */
export const termList = (links: readonly Markup[]): Markup => html`<ul class="terms">
${links.map((link) => html`<li>${link}</li>`)}
</ul>`;

/** Only the number is visible, because repeated units would be noise. */
export const countedLink = (
  { name, count }: CountedTerm,
  { href, labels }: { href: string; labels: ThemeLabels },
): Markup =>
  html`<a href="${href}">${name} <span class="count">${count}<span class="unseen"> ${labels.postUnit}</span></span></a>`;

export type CountedTerm = Term & { readonly count: number };

/** A category or tag in a list of categories or tags. */
export type GroupSummary = CountedTerm & { readonly newest: readonly Card[] };

const newestShown = 3;

export const toSummary = ({ slug, name, articles }: CardGroup): GroupSummary => ({
  slug,
  name,
  count: articles.length,
  newest: articles.slice(0, newestShown),
});

/** The largest groups first; groups of the same size stay in the order of their slugs. */
export const mostFirst = (groups: readonly CardGroup[]): CardGroup[] =>
  [...groups].sort((a, b) => b.articles.length - a.articles.length);
