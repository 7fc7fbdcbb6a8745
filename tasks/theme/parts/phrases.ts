// Splits a title into phrases: a narrow screen breaks it after punctuation before it breaks within a phrase.
import { breakable, longestTitle } from '#pdc/markdown/breaks';
import { inPlainText } from '#pdc/markdown/formula-html';
import { html } from '#pdc/text/markup';
import type { Markup } from '#pdc/text/markup';
import { widthOf } from '#pdc/text/width';

/** A phrase begins after one of these marks; a closing quotation mark or bracket belongs to the previous phrase. */
const phraseEnd = /(?<=[，。：；？！][”’」』）》]?)(?![，。：；？！”’」』）》])/u;

/** A shorter phrase is joined with its neighbour: alone on a line it looks lost. In characters of full width. */
const shortest = 6;

// Titles are on several pages, so their phrases are cached.
const known = new Map<string, Markup | string>();
const mostKnown = 20_000;

/** The title of a text. */
export const titleOf = ({ title, mathjax }: Titled): Markup | string =>
  phrases(inPlainText({ title, description: '', mathjax }).title);

type Titled = { readonly title: string; readonly mathjax?: boolean };

export function phrases(title: string): Markup | string {
  const before = known.get(title);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const made = toMarkup(title);
  known.set(title, made);
  return made;
}

function toMarkup(title: string): Markup | string {
  if (title.length > longestTitle) return title;
  const parts = toPhrases(title).map(breakable);
  return parts.length < 2
    ? (parts[0] ?? title)
    : html`${parts.map((part) => html`<span class="phrase">${part}</span>`)}`;
}

function toPhrases(title: string): string[] {
  const found: string[] = [];
  for (const part of title.split(phraseEnd).filter((text) => text !== '')) {
    const before = found.at(-1);
    if (before !== undefined && Math.min(widthOf(before), widthOf(part)) < shortest) found.push(found.pop()! + part);
    else found.push(part);
  }
  return found;
}
