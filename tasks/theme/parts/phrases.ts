// A title in its phrases: a narrow screen breaks it behind a punctuation mark before it breaks within a word.
import { html } from '#pdc/markup';
import type { Markup } from '#pdc/markup';

/** A phrase begins behind one of these marks; a closing quotation mark or bracket belongs to the phrase before. */
const phraseEnd = /(?<=[，。：；？！][”’」』）》]?)(?![，。：；？！”’」』）》])/u;

/** A phrase that is shorter goes with its neighbour: alone on a line it tears the title apart. In characters of full width. */
const shortest = 6;

/** Words joined by hyphens, unless they are so many that they would not fit a line. */
const joined = /([A-Za-z0-9]+(?:-[A-Za-z0-9]+)+)/;
const longestWhole = 20;

export function phrases(title: string): Markup | string {
  const parts = toPhrases(title).map(keepWords);
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

const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character < '\u2e80' ? 0.5 : 1), 0);

function keepWords(phrase: string): Markup | string {
  const parts = phrase.split(joined);
  return parts.length < 2
    ? phrase
    : html`${parts.map((part, at) => (at % 2 === 1 && part.length <= longestWhole ? html`<span class="whole">${part}</span>` : part))}`;
}
