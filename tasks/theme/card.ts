// The picture of an article for those who share it: its title between the rules of the theme, and whose it is.
import type { Article } from '#pdc/article/article';
import { oneLine } from '#pdc/document';
import type { Library } from '#pdc/library/library';
import { accentOf, toHex } from './accent.ts';
import { graphemesOf, toLines, toLinesCut } from './card-lines.ts';
import { termsOf } from './facts.ts';

export const cardSize = { width: 1200, height: 630 } as const;

/** All that a card shows: the same, the same picture. */
export type Card = {
  readonly title: string;
  readonly site: string;
  readonly facts: string;
  readonly accent: string;
  readonly language: string;
};

/** The cards of a library. Nothing of a text is on them: what is locked has one like others. */
export function cardsOf({ site, categoryOf }: Library): (article: Article) => Card {
  const accent = toHex(site.accent === undefined ? vermilion : accentOf(site.accent).light);
  return (article) => {
    const category = termsOf(article.categories, categoryOf).at(-1)?.name;
    return {
      title: oneLine(article.title).normalize('NFC').replace(autospace, '\u2009'),
      site: oneLine(site.title).normalize('NFC'),
      facts: [article.date.day, ...(category === undefined ? [] : [category])].join(' · '),
      accent,
      language: site.language,
    };
  };
}

/** Between Han and what is not, where the author left no space: as browsers set the page. */
const autospace = /(?<=\p{sc=Han})(?=[\p{sc=Latin}\p{Nd}])|(?<=[\p{sc=Latin}\p{Nd}])(?=\p{sc=Han})/gu;

/** Text in a line of size 1: how far it goes, and its shapes in SVG, from a point of the base line on. */
export type Setting = { readonly width: number; readonly shapes: (from: number) => readonly string[] };
export type Typeset = (text: string, weight: 'bold' | 'regular') => Setting;

// Those of theme.css by day: what others show around a card nobody knows.
const vermilion = { l: 0.5, c: 0.155, h: 32 };
const paper = toHex({ l: 0.985, c: 0.005, h: 85 });
const ink = toHex({ l: 0.26, c: 0.012, h: 85 });
const soft = toHex({ l: 0.47, c: 0.014, h: 85 });

const margin = 88;
const measure = cardSize.width - 2 * margin;

/** The largest size at which a title stands in so many lines. */
const sizes = [
  { size: 108, lines: 1 },
  { size: 92, lines: 2 },
  { size: 76, lines: 3 },
  { size: 64, lines: 4 },
] as const;

/** As SVG without any text: only what was typeset. */
export function drawCard({ title, site, facts, accent, language }: Card, typeset: Typeset): string {
  const { lines, size } = layOut(title, language, (text) => typeset(text, 'bold').width);
  const leading = size * 1.36;
  const first = 282 - (lines.length * leading) / 2 + leading / 2 + size * 0.38;
  const told = typeset(
    cut(facts, (measure * 0.6) / 28, (text) => typeset(text, 'regular').width),
    'regular',
  );
  const name = cut(site, (measure - 36 - told.width * 28) / 30 - 2, (text) => typeset(text, 'bold').width);
  const set = (text: Setting, x: number, y: number, fontSize: number, fill: string): string =>
    `<g fill="${fill}" transform="translate(${round(x)} ${round(y)}) scale(${fontSize})">${text.shapes(0).join('')}</g>`;
  const bar = (x: number, y: number, width: number, height: number, fill: string): string =>
    `<path fill="${fill}" d="M${x} ${y}h${width}v${height}h${-width}z"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">`,
    bar(0, 0, cardSize.width, cardSize.height, paper),
    bar(0, 48, cardSize.width, 14, ink),
    bar(0, 74, cardSize.width, 4, accent),
    ...lines.map((line, index) =>
      // An opening bracket is blank on its left half: the eye sees the edge of the line at its right one.
      set(typeset(line, 'bold'), margin - size * (hanging.test(line) ? 0.5 : 0), first + index * leading, size, ink),
    ),
    bar(0, 486, cardSize.width, 4, accent),
    bar(0, 502, cardSize.width, 14, ink),
    bar(margin, 557, 8, 32, ink),
    bar(margin + 16, 563, 4, 20, accent),
    set(typeset(name, 'bold'), margin + 36, 584, 30, ink),
    set(told, cardSize.width - margin - told.width * 28, 583, 28, soft),
    '</svg>',
  ].join('');
}

const hanging = /^[「『《〈（【〔［]/;

function layOut(
  title: string,
  language: string,
  widthOf: (text: string) => number,
): { readonly lines: readonly string[]; readonly size: number } {
  for (const { size, lines: most } of sizes) {
    const lines = toLines(title, { most: measure / size, lines: most, language }, widthOf);
    if (lines) return { lines, size };
  }
  const { size, lines } = sizes.at(-1)!;
  return { lines: toLinesCut(title, { most: measure / size, lines, language }, widthOf), size };
}

/** As much of a text as a line holds. */
function cut(text: string, most: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= most) return text;
  const kept = graphemesOf(text);
  while (kept.length > 0 && widthOf(`${kept.join('')}…`) > most) kept.pop();
  return `${kept.join('').trimEnd()}…`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
