// How long a text is, and how long it takes to read.
import { html } from 'hono/html';
import type { Markup } from './view.ts';
import { words as label } from './words.ts';

const charactersPerMinute = 400;

/** Two facts, for a line of facts. */
export function reading(words: number): Markup[] {
  const minutes = Math.max(1, Math.round(words / charactersPerMinute));
  return [html`${label.wordCount(words)}`, html`${label.readingTime(minutes)}`];
}
