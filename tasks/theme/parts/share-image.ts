// The picture that other sites show for an article without a cover: book paper in the color of its category, with an
// ornament that its slug selects, and the sign of the site on a label. It is drawn without words, because words need a
// font of 10 MB, and other sites print the title below.
import type { Article } from '#pdc/article/article';
import type { Site } from '#pdc/site/site';
import { rasterCover } from './cover.ts';
import { variationOf } from './title-cover.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** Equal lines of a picture. `line` contains the index of a color for each pixel. */
type Band = { readonly height: number; readonly line: Uint8Array };

/** An eighth of a tile. `cells` has one bit for each cell, 1 if the cell is filled. */
type Ornament = { readonly cells: number };

export type ShareImage = { readonly palette: readonly Rgb[]; readonly ornament: Ornament };

/** The size that Open Graph recommends. Some sites cut out the square in the middle. */
export const [width, height] = [1200, 630];
const [ground, filled, paper, ink] = [0, 1, 2, 3];

/** Half the width of a tile in cells, and the width of a cell in pixels: four bytes of a line. */
const [half, cell] = [4, 16];
const label = 330;

/** Whether an article gets a share image: it lacks a cover that other sites show (they do not show an SVG). */
export const hasShareImage = (article: Pick<Article, 'cover'>, site: Site): boolean =>
  site.og_image === 'site' && rasterCover(article, site) === undefined;

export function shareImage({ slug, hue }: { readonly slug: string; readonly hue: number }): ShareImage {
  return {
    palette: [toRgb(0.44, 0.09, hue), toRgb(0.5, 0.09, hue), toRgb(0.985, 0.005, 85), toRgb(0.26, 0.012, 85)],
    ornament: ornaments[variationOf(slug) % ornaments.length]!,
  };
}

type Rectangle = { readonly left: number; readonly top: number; readonly wide: number; readonly tall: number };

const centred = (size: number): Rectangle => ({
  left: (width - size) / 2,
  top: (height - size) / 2,
  wide: size,
  tall: size,
});

/** The label: paper, the double rule as a frame, and the two lines of the site. Later rectangles cover earlier ones. */
const sign: readonly (readonly [Rectangle, colour: number])[] = [
  [centred(label), paper],
  [centred(label - 24), ink],
  [centred(label - 34), paper],
  [centred(label - 42), ink],
  [centred(label - 46), paper],
  [{ left: 557, top: 237, wide: 48, tall: 156 }, ink],
  [{ left: 629, top: 266, wide: 18, tall: 98 }, ground],
];

/** Where cells begin and end, counted from the middle. */
function boundsOf(size: number): number[] {
  const half = Math.ceil(size / 2 / cell);
  return Array.from({ length: 2 * half + 1 }, (_, index) =>
    Math.min(size, Math.max(0, size / 2 + (index - half) * cell)),
  );
}

const columns = boundsOf(width);
const rows = boundsOf(height);
const edges = [...new Set([...rows, ...sign.flatMap(([{ top, tall }]) => [top, top + tall])])].sort((a, b) => a - b);

/** The picture of an ornament with the label, from top to bottom. */
export function* bandsOf(ornament: Ornament): Generator<Band> {
  const tiles = ornamentLines(ornament);
  for (const [index, top] of edges.slice(0, -1).entries()) {
    const line = Uint8Array.from(tiles[fold(Math.floor((top - height / 2) / cell))]!);
    for (const [{ left, wide, ...rectangle }, colour] of sign)
      if (rectangle.top <= top && top < rectangle.top + rectangle.tall) line.fill(colour, left, left + wide);
    yield { height: edges[index + 1]! - top, line };
  }
}

/** All eighths of a tile are the same, like those of folded and cut paper, so a tile has four different lines. */
function ornamentLines({ cells }: Ornament): Uint8Array[] {
  const isFilled = (x: number, y: number): boolean => ((cells >> placeOf(Math.min(x, y), Math.max(x, y))) & 1) === 1;
  return Array.from({ length: half }, (_, y) => {
    const line = new Uint8Array(width);
    for (const [index, left] of columns.slice(0, -1).entries()) {
      const x = fold(Math.floor((left - width / 2) / cell));
      if (isFilled(x, y)) line.fill(filled, left, columns[index + 1]);
    }
    return line;
  });
}

/** The place of a cell in half a tile. `cells` counts from the middle of the picture, which is the middle of a tile. */
function fold(cells: number): number {
  const place = (((cells + half) % (2 * half)) + 2 * half) % (2 * half);
  return Math.min(place, 2 * half - 1 - place);
}

/** The number of a cell in its eighth, counted from the middle of the tile. */
const placeOf = (x: number, y: number): number => (y * (y + 1)) / 2 + x;

/** A pattern with fewer or more filled cells does not look like an ornament. */
const [leastFilled, mostFilled] = [3, 7];
const kinds = 64;

const ornaments: readonly Ornament[] = Array.from({ length: kinds }, (_, kind) => toOrnament(kind * 16 + 9));

function toOrnament(cells: number): Ornament {
  const count = cells.toString(2).replaceAll('0', '').length;
  return leastFilled <= count && count <= mostFilled ? Object.freeze({ cells }) : toOrnament((cells * 5 + 11) % 1024);
}

/** Converts OKLCH, which the style sheet uses, to sRGB in bytes (Björn Ottosson's matrices). */
function toRgb(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function toByte(light: number): number {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
}
