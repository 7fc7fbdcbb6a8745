// How long a text is, and how long it takes to read.
import { html } from '#pdc/text/markup';
import type { Markup } from '#pdc/text/markup';
import type { ThemeLabels } from '../labels/theme-labels.ts';

const charactersPerMinute = 400;

/** The number of words and the reading time, for a byline. */
export function reading(words: number, labels: ThemeLabels): Markup[] {
  const minutes = Math.max(1, Math.round(words / charactersPerMinute));
  return [html`${labels.wordCount(words)}`, html`${labels.readingTime(minutes)}`];
}
