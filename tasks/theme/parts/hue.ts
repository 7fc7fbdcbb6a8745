// The colour of a category: its slug says which of 24 hues, so that it is the same on every page and in every build.
import { html } from '#pdc/text/markup';
import type { Markup } from '#pdc/text/markup';

const hues = 24;

/** In degrees. */
export function hueNumber(slug: string): number {
  // With these numbers the categories of the protocol have hues of their own.
  const sum = [...slug].reduce((before, character) => (before * 183 + character.charCodeAt(0)) % 9973, 2);
  return ((sum % hues) * 360) / hues;
}

/** The attribute that the style sheet makes colours of. */
export const hueOf = (slug: string): Markup => html` style="--hue:${hueNumber(slug)}"`;
