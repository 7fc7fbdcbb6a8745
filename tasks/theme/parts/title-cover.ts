// The cover of an article without a picture: the first characters of its title, in the color of its category, in one
// of several compositions that its slug selects. The characters are in attributes, so that screen readers do not repeat
// them.
import { html } from '#pdc/text/markup';
import type { Card } from '#pdc/library/cards';
import { widthOf } from '#pdc/text/width';
import { hueNumber } from './hue.ts';
import type { Markup } from '#pdc/text/markup';

/** The number of compositions in the style sheet. */
const compositions = 6;

/** Differences from the hue of the category, in degrees, so that neighboring covers differ a little. */
const hueSteps = [-12, 0, 12];

export function titleCover({ slug, title, category }: Card, className: 'cover' | 'thumbnail'): Markup {
  const titleStart = titleStartOf(title);
  const variation = variationOf(slug);
  const isSquare = titleStart.length === maxHan && isHan(titleStart);
  return html`<figure class="${className} typed typed-${variation % compositions}${isSquare && ' square'}" style="--hue:${coverHue({ slug, category })};--size:${sizeOf(titleStart)}" data-title="${titleStart}" aria-hidden="true"></figure>`;
}

/** A number computed from a slug. It selects one of several compositions, hues or ornaments. */
export const variationOf = (slug: string): number =>
  [...slug].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 65521, 7);

/** The hue of a cover, in degrees: near that of its category. */
export const coverHue = ({ slug, category }: Pick<Card, 'slug' | 'category'>): number =>
  hueNumber(category?.slug ?? slug) + hueSteps[Math.floor(variationOf(slug) / compositions) % hueSteps.length]!;

/** The ranges of Han characters are written out, as in `pdc/text/width.ts`. */
const han = '\\u3400-\\u4dbf\\u4e00-\\u9fff';
const marksBefore = /^[\s!-/:-@[-`{-~·—…‘’“”「」『』《》〈〉【】〔〕（）、，。：；？！]+/;
const fillers = /^(?:the|an?|on|in|of|to|how|why|what)\s+(?=\S)/i;
const wordOfLetters = /^[A-Za-z0-9][\w.+#-]*/;
/** A word of Han characters. It ends before the characters that join words. */
const hanWord = new RegExp(`^[${han}](?:(?![的了是在与和及把从])[${han}])*`);
const maxWord = 8;
const maxHan = 4;
const hanWhenCut = 2;

/**
 * The first word of a title: up to eight letters, or up to four Han characters. A longer word is cut to its first
 * letter, or to its first two Han characters, which are usually a word.
 */
function titleStartOf(title: string): string {
  const text = title.replace(marksBefore, '').replace(fillers, '');
  const word = wordOfLetters.exec(text)?.[0].replace(/[.-]+$/, '');
  if (word !== undefined) return word.length > maxWord ? word.charAt(0) : word;
  const run = hanWord.exec(text)?.[0];
  if (run === undefined) return [...text][0] ?? [...title][0]!;
  return run.length > maxHan ? run.slice(0, hanWhenCut) : run;
}

const isHan = (titleStart: string): boolean => hanWord.test(titleStart);

/** The sizes of Han characters, by their number. Four form a square. */
const hanSizes = [0, 46, 34, 25, 23];

/** The size of the characters, in hundredths of the cover's width. */
function sizeOf(titleStart: string): number {
  if (isHan(titleStart)) return hanSizes[titleStart.length]!;
  return Math.min(40, Math.floor(78 / Math.max(1.2, widthOf(titleStart) * 1.15)));
}
