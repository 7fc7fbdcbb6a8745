// Colors measured with the formula of WCAG, and the colors of the theme by the names of their tokens.
import { readFileSync } from 'node:fs';

export type Scheme = 'light' | 'dark';
export type Colour = { readonly l: number; readonly c: number; readonly h: number };

export const themeCss = readFileSync(new URL('../../../tasks/theme/theme.css', import.meta.url), 'utf8');

/** `--name: light-dark(oklch(L C H), oklch(L C H));` */
export const tokens: ReadonlyMap<string, Readonly<Record<Scheme, Colour>>> = new Map(
  [...themeCss.matchAll(/--([\w-]+): light-dark\(oklch\(([^)]*)\), oklch\(([^)]*)\)\);/g)].map(
    ([, name, light, dark]) => [name!, { light: toColour(light!), dark: toColour(dark!) }] as const,
  ),
);

export const colourOf = (name: string, scheme: Scheme): Colour => tokens.get(name)![scheme];

export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function toColour(oklch: string): Colour {
  const [l, c, h] = oklch.split(' ').map(Number) as [number, number, number];
  return { l, c, h };
}

/** WCAG's relative luminance, clipped to sRGB as a screen would. */
function luminance({ l, c, h }: Colour): number {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z);
  const green = clip(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z);
  const blue = clip(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
