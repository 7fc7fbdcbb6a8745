// The line of facts about an article, and the pieces that such lines are made of.
import { html } from 'hono/html';
import type { Article } from '#pdc/article';
import type { Moment } from '#pdc/moment';
import { categoryPath, toHref } from '#pdc/paths';
import type { Term } from '#pdc/taxonomy';
import { lock } from './icons.ts';
import type { Context, Markup } from './view.ts';
import { words } from './words.ts';

/** A line of facts: what is not there is left out. The spaces between keep them apart where no style sheet does. */
export function facts(parts: readonly (Markup | undefined)[]): Markup {
  return html`<p class="facts">${parts.filter((part) => part !== undefined).map((part) => html`<span>${part}</span> `)}</p>`;
}

/** A date for people, with the exact time and zone for programs. */
export const time = ({ iso, day }: Moment): Markup => html`<time datetime="${iso}">${day}</time>`;

/** The terms of names that an article carries: two names of one term are told once. */
export function termsOf(names: readonly string[], termOf: (name: string) => Term): Term[] {
  return [...new Set(names.map(termOf))];
}

export const categoryLink = ({ slug, name }: Term, { library: { site } }: Context): Markup =>
  html`<a href="${toHref(site, categoryPath(slug))}">${name}</a>`;

/** What a reader should know before opening an article: that it is locked, or not yet published. */
export function marks({ encrypted, draft }: Article): (Markup | undefined)[] {
  return [
    encrypted ? html`<span class="mark">${lock}${words.encrypted}</span>` : undefined,
    draft ? html`<span class="mark" data-draft>${words.draft}</span>` : undefined,
  ];
}
