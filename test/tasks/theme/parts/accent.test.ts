// An accent of the author's own, measured as WCAG measures: it can be read on every paper, in both schemes.
import { expect } from 'chai';
import { accentOf } from '../../../../tasks/theme/parts/accent.ts';
import { colourOf, contrast } from '../colour.ts';
import type { Colour, Scheme } from '../colour.ts';
import { cases } from '../../../support/cases.ts';

const accents = cases<string>('accent', 'accents');
const papersOf = (scheme: Scheme): Colour[] => ['paper', 'paper-code'].map((name) => colourOf(name, scheme));

describe('an accent', () => {
  for (const accent of accents) {
    it(`has at least 4.5:1 on every paper of both schemes: ${accent}`, () => {
      const { light, dark, selection } = accentOf(accent);
      for (const paper of [...papersOf('light'), selection.light]) expect(contrast(light, paper)).to.be.at.least(4.5);
      for (const paper of [...papersOf('dark'), selection.dark]) expect(contrast(dark, paper)).to.be.at.least(4.5);
    });
  }

  it('keeps its hue', () => {
    for (const [accent, hue] of [
      ['#ff0000', 29],
      ['#1d5c73', 226],
      ['#00ff00', 142],
    ] as const) {
      const { light, dark } = accentOf(accent);
      for (const { h } of [light, dark]) expect(Math.abs(h - hue)).to.be.below(3);
    }
  });

  it('that can be read already stays as it is', () => {
    const { light } = accentOf('#1d5c73');
    expect(light.l).to.be.within(0.43, 0.46);
  });
});
