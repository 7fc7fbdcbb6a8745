// An accent of the author's own: its hue and strength are kept as far as a screen can show them, and its lightness is set
// for each scheme so that it can be read on every paper of the theme.
import { html, raw } from '#pdc/markup';
import type { Site } from '#pdc/site';
import type { Markup } from '#pdc/markup';

/** Lightness, chroma, hue in degrees: OKLCH. */
type Colour = { readonly l: number; readonly c: number; readonly h: number };
type Rgb = readonly [red: number, green: number, blue: number];
type Scheme = 'light' | 'dark';

/** The least contrast of text by WCAG 2.2, criterion 1.4.3. */
const least = 4.5;

/** The paper of each scheme that is hardest to read on: what is selected. */
const hardest = { light: { l: 0.91, c: 0.04 }, dark: { l: 0.32, c: 0.05 } } as const;

/** The tokens of an accent, behind the theme's own and before the author's `custom.css`. Nothing where there is none. */
export function accentStyle({ accent }: Site): Markup | undefined {
  if (accent === undefined) return undefined;
  const { light, dark, selection } = accentOf(accent);
  const tokens = [
    `--accent:light-dark(${write(light)},${write(dark)})`,
    `--accent-line:light-dark(${write(light, 0.55)},${write(dark, 0.55)})`,
    `--selection:light-dark(${write(selection.light)},${write(selection.dark)})`,
  ];
  return html`
<style>:root{${raw(tokens.join(';'))}}</style>`;
}

/** The accent of each scheme, and the paper of what is selected, in its hue. */
export function accentOf(hex: string): Record<Scheme, Colour> & { readonly selection: Record<Scheme, Colour> } {
  const given = toColour(toRgb(hex));
  // Grey has no hue to tint anything with.
  const tint = Math.min(1, given.c / 0.06);
  const selection = {
    light: { ...hardest.light, c: hardest.light.c * tint, h: given.h },
    dark: { ...hardest.dark, c: hardest.dark.c * tint, h: given.h },
  };
  return {
    light: readable(given, { scheme: 'light', paper: selection.light }),
    dark: readable(given, { scheme: 'dark', paper: selection.dark }),
    selection,
  };
}

/** The lightness nearest to the given one at which the colour reads on the paper; the chroma as high as sRGB allows there. */
function readable(given: Colour, { scheme, paper }: { scheme: Scheme; paper: Colour }): Colour {
  const step = scheme === 'light' ? -0.005 : 0.005;
  const target = luminanceOf(paper);
  let l = given.l;
  for (; l > 0 && l < 1; l += step) {
    const colour = inGamut({ ...given, l });
    const [a, b] = [luminanceOf(colour), target];
    if ((scheme === 'light') === a < b && ratio(a, b) >= least) return rounded(colour);
  }
  return { l: scheme === 'light' ? 0 : 1, c: 0, h: given.h };
}

const ratio = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Away from the paper, so that rounding takes nothing from the contrast. */
const rounded = ({ l, c, h }: Colour): Colour => ({
  l: l < 0.6 ? Math.floor(l * 1000) / 1000 : Math.ceil(l * 1000) / 1000,
  c: Math.floor(c * 1000) / 1000,
  h: Math.round(h * 10) / 10,
});

function inGamut(colour: Colour): Colour {
  let { c } = colour;
  while (c > 0 && toLinear({ ...colour, c }).some((part) => part < -0.0001 || part > 1.0001)) c -= 0.002;
  return { ...colour, c: Math.max(0, c) };
}

const write = ({ l, c, h }: Colour, alpha?: number): string =>
  `oklch(${l} ${c} ${h}${alpha === undefined ? '' : ` / ${alpha}`})`;

function toRgb(hex: string): Rgb {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const part = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

function toColour(rgb: Rgb): Colour {
  const [r, g, b] = rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  const x = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const y = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const z = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * x + 0.793617785 * y - 0.0040720468 * z;
  const one = 1.9779984951 * x - 2.428592205 * y + 0.4505937099 * z;
  const two = 0.0259040371 * x + 0.7827717662 * y - 0.808675766 * z;
  const c = Math.hypot(one, two);
  return { l, c, h: c < 0.002 ? 0 : ((Math.atan2(two, one) * 180) / Math.PI + 360) % 360 };
}

function toLinear({ l, c, h }: Colour): Rgb {
  const [one, two] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const x = (l + 0.3963377774 * one + 0.2158037573 * two) ** 3;
  const y = (l - 0.1055613458 * one - 0.0638541728 * two) ** 3;
  const z = (l - 0.0894841775 * one - 1.291485548 * two) ** 3;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
}

/** WCAG's relative luminance. */
function luminanceOf(colour: Colour): number {
  const [r, g, b] = toLinear(colour).map((part) => Math.min(1, Math.max(0, part))) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
