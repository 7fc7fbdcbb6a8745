// Parts of the indexes of categories and tags: a row of links, a link with a count, and the order.
import { html } from '#pdc/markup';
import type { Group } from '#pdc/library/terms';
import type { Markup } from '#pdc/markup';
import type { Words } from '../words/words-of.ts';

/** A row of links to categories or tags. */
export const termList = (links: readonly Markup[]): Markup => html`<ul class="terms">
${links.map((link) => html`<li>${link}</li>`)}
</ul>`;

/** The number alone for eyes: a wall of units says nothing. */
export const countedLink = ({ name, articles }: Group, { href, words }: { href: string; words: Words }): Markup =>
  html`<a href="${href}">${name} <span class="count">${articles.length}<span class="unseen"> ${words.postUnit}</span></span></a>`;

/** The fullest first; among equals the library's order, by slug, stays. */
export const mostFirst = (groups: readonly Group[]): Group[] =>
  [...groups].sort((a, b) => b.articles.length - a.articles.length);
