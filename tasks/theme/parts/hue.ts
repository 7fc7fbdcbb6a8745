// The color of a category: its slug chooses one of 24 hues, the same on every page and in every build.
import { html } from '#pdc/text/markup';
import type { Markup } from '#pdc/text/markup';

const hues = 24;

/** The hue of a slug, in degrees. */
export function hueNumber(slug: string): number {
  // These numbers give every category of the protocol a different hue.
  const sum = [...slug].reduce((hash, character) => (hash * 183 + character.charCodeAt(0)) % 9973, 2);
  return ((sum % hues) * 360) / hues;
}

/** The attribute from which the style sheet computes colors. */
export const hueOf = (slug: string): Markup => html` style="--hue:${hueNumber(slug)}"`;
