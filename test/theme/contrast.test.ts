// The colours of the theme, measured as WCAG measures them.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';

type Scheme = 'light' | 'dark';

const css = readFileSync(new URL('../../tasks/theme/theme.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\(oklch\(([^)]*)\), oklch\(([^)]*)\)\);/g)].map(
    ([, name, light, dark]) => [name!, { light: luminance(light!), dark: luminance(dark!) }] as const,
  ),
);

describe('the colours of the theme', () => {
  for (const scheme of ['light', 'dark'] as const) {
    describe(`in the ${scheme} scheme`, () => {
      it('give the text at least 7:1', () => {
        for (const paper of ['paper', 'paper-code', 'selection', 'code-addition', 'code-deletion']) {
          expect(contrast('ink', paper, scheme), `ink on ${paper}`).to.be.at.least(7);
        }
      });

      it('give everything else that is read at least 4.5:1', () => {
        const onPaper = ['ink-soft', 'accent', 'visited'];
        const onCode = [
          ...onPaper,
          ...[...tokens.keys()].filter((name) => name.startsWith('code-') && !/addition|deletion/.test(name)),
        ];
        expect(onCode).to.have.lengthOf(9);
        for (const name of onPaper) expect(contrast(name, 'paper', scheme), `${name} on paper`).to.be.at.least(4.5);
        for (const name of onCode)
          expect(contrast(name, 'paper-code', scheme), `${name} on paper-code`).to.be.at.least(4.5);
        for (const name of onCode)
          expect(contrast(name, 'selection', scheme), `${name} on selection`).to.be.at.least(4.5);
      });
    });
  }

  it('stand in the tokens alone', () => {
    const elsewhere = css.replace(/--[\w-]+: light-dark\(.*\);/g, '');
    expect(elsewhere.match(/#[0-9a-f]{3,8}\b|\b(?:oklch|rgb|hsl)a?\(/gi) ?? []).to.deep.equal([]);
  });
});

function contrast(one: string, other: string, scheme: Scheme): number {
  const [a, b] = [tokens.get(one)![scheme], tokens.get(other)![scheme]];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG's relative luminance of "L C H", clipped to sRGB as a screen would. */
function luminance(oklch: string): number {
  const [lightness, chroma, hue] = oklch.split(' ').map(Number) as [number, number, number];
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
