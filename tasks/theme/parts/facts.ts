// The byline of an article, and the pieces of such lines.
import { html } from '#pdc/text/markup';
import type { Card } from '#pdc/library/cards';
import type { Moment } from '#pdc/text/moment';
import { categoryPath, toHref } from '#pdc/site/paths';
import type { Term } from '#pdc/library/taxonomy';
import { hueOf } from './hue.ts';
import { lock, pin } from './icons.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';
import type { ThemeLabels } from '../labels/theme-labels.ts';

/** A byline of the facts that exist. If the style sheet is missing, the spaces separate the facts. */
export function facts(parts: readonly (Markup | undefined)[]): Markup {
  return html`<p class="facts">${parts.filter((part) => part !== undefined).map((part) => html`<span>${part}</span> `)}</p>`;
}

/** A date for people, with the exact time and zone for programs. */
export const time = ({ iso, day }: Moment): Markup => html`<time datetime="${iso}">${day}</time>`;

export const categoryLink = ({ slug, name }: Term, { site }: Context): Markup =>
  html`<a href="${toHref(site, categoryPath(slug))}"${hueOf(slug)}>${name}</a>`;

export const categoryOf =
  (context: Context) =>
  ({ category }: Card): Markup | undefined =>
    category && categoryLink(category, context);

/** The marks of an article that is locked, or not yet published. */
export function marks(
  { encrypted, draft }: Pick<Card, 'encrypted' | 'draft'>,
  labels: ThemeLabels,
): (Markup | undefined)[] {
  return [
    encrypted ? html`<span class="mark">${lock}${labels.encrypted}</span>` : undefined,
    draft ? html`<span class="mark" data-draft>${labels.draft}</span>` : undefined,
  ];
}

/** The mark of an article that is listed before newer articles. Lists that are ordered only by time do not show it. */
export const stickyMark = ({ sticky }: Card, labels: ThemeLabels): Markup | undefined =>
  sticky === undefined ? undefined : html`<span class="mark pinned">${pin}${labels.sticky}</span>`;
