// Tests the colors of the theme with the formula of WCAG.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { colourOf, contrast, themeCss, tokens } from './colour.ts';
import type { Colour, Scheme } from './colour.ts';

const styles = new URL('../../../tasks/theme/styles/', import.meta.url);

describe('the colors of the theme', () => {
  for (const scheme of ['light', 'dark'] as const) {
    describe(`in the ${scheme} scheme`, () => {
      it('give the text at least 7:1', () => {
        for (const paper of ['paper', 'paper-code', 'selection', 'code-addition', 'code-deletion']) {
          expect(ratio('ink', paper, scheme), `ink on ${paper}`).to.be.at.least(7);
        }
      });

      it('give everything else that is read at least 4.5:1', () => {
        const onPaper = ['ink-soft', 'accent', 'visited'];
        const onCode = [
          ...onPaper,
          ...[...tokens.keys()].filter((name) => name.startsWith('code-') && !/addition|deletion/.test(name)),
        ];
        expect(onCode).to.have.lengthOf(9);
        for (const name of onPaper) expect(ratio(name, 'paper', scheme), `${name} on paper`).to.be.at.least(4.5);
        for (const name of onCode)
          expect(ratio(name, 'paper-code', scheme), `${name} on paper-code`).to.be.at.least(4.5);
        for (const name of onCode) expect(ratio(name, 'selection', scheme), `${name} on selection`).to.be.at.least(4.5);
      });
    });
  }

  it('of categories give at least 4.5:1, for any hue', () => {
    const [, ...lightness] = /--kind: light-dark\(oklch\(([\d.]+) .*?oklch\(([\d.]+) /.exec(
      readFileSync(new URL('home.css', styles), 'utf8'),
    )!;
    const c = Number(/--tint: ([\d.]+);/.exec(themeCss)![1]);
    for (const [at, scheme] of (['light', 'dark'] as const).entries())
      for (let h = 0; h < 360; h += 15)
        expect(
          contrast({ l: Number(lightness[at]), c, h }, colourOf('paper', scheme)),
          `${h} in ${scheme}`,
        ).to.be.above(4.5);
  });

  it('of typographic covers give at least 4.5:1, for any hue', () => {
    const home = readFileSync(new URL('home.css', styles), 'utf8');
    const tint = Number(/--tint: ([\d.]+);/.exec(themeCss)![1]);
    // `--name: light-dark(oklch(L calc(var(--tint) * F) var(--hue)), ...)`, with `/` for `*`.
    const papers = (name: string, h: number): Colour[] => {
      const [line] = new RegExp(`--${name}: .*`).exec(home)!;
      return [...line.matchAll(/oklch\(([\d.]+) (?:calc\()?var\(--tint\)(?: ([*/]) ([\d.]+)\))?/g)].map(
        ([, l, sign, by = '1']) => ({ l: Number(l), c: sign === '/' ? tint / Number(by) : tint * Number(by), h }),
      );
    };
    for (let h = 0; h < 360; h += 15)
      for (const [ink, paper] of [
        ['on-cloth', 'cloth'],
        ['kind', 'card'],
        ['kind', 'kind-paper'],
      ] as const)
        for (const at of [0, 1])
          expect(contrast(papers(ink, h)[at]!, papers(paper, h)[at]!), `${ink} on ${paper}, ${h}`).to.be.above(4.5);
  });

  it('are defined only in the tokens', () => {
    const sections = readdirSync(styles).map((name) => readFileSync(new URL(name, styles), 'utf8'));
    const elsewhere = [themeCss, ...sections].join('\n').replace(/--[\w-]+: light-dark\(.*\);/g, '');
    expect(elsewhere.match(/#[0-9a-f]{3,8}\b|\b(?:oklch|rgb|hsl)a?\(/gi) ?? []).to.deep.equal([]);
  });
});

const ratio = (one: string, other: string, scheme: Scheme): number =>
  contrast(colourOf(one, scheme), colourOf(other, scheme));
