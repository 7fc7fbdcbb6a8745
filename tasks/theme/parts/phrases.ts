// Splits a title into phrases, so that a narrow screen breaks it after punctuation rather than within a phrase.
import { breakable, maxTitle } from '#pdc/markdown/breaks';
import { inPlainText } from '#pdc/markdown/formula-html';
import { remember } from '#pdc/remember';
import { html } from '#pdc/text/markup';
import type { Markup } from '#pdc/text/markup';
import { widthOf } from '#pdc/text/width';

/** A phrase begins after one of these marks; a closing quotation mark or bracket belongs to the previous phrase. */
const phraseEnd = /(?<=[，。：；？！][”’」』）》]?)(?![，。：；？！”’」』）》])/u;

/** In full-width characters. A shorter phrase is joined with its neighbor, because it looks lost on its own line. */
const minWidth = 6;

type Titled = { readonly title: string; readonly mathjax?: boolean };

/** The title of an article or page in phrases, with formulas as plain text. Cached, because it is on several pages. */
export const titleOf = remember(({ title, mathjax }: Titled) =>
  phrases(inPlainText({ title, description: '', mathjax }).title),
);

export function phrases(title: string): Markup | string {
  if (title.length > maxTitle) return title;
  const parts = toPhrases(title).map(breakable);
  return parts.length < 2
    ? (parts[0] ?? title)
    : html`${parts.map((part) => html`<span class="phrase">${part}</span>`)}`;
}

function toPhrases(title: string): string[] {
  const titleParts: string[] = [];
  for (const part of title.split(phraseEnd).filter((text) => text !== '')) {
    const previousPart = titleParts.at(-1);
    if (previousPart !== undefined && Math.min(widthOf(previousPart), widthOf(part)) < minWidth)
      titleParts.splice(-1, 1, previousPart + part);
    else titleParts.push(part);
  }
  return titleParts;
}
