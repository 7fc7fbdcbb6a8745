// Tests that every category and tag has an ASCII slug, and that names with one meaning are one term.
import { expect } from 'chai';
import fc from 'fast-check';
import { fold } from '#pdc/text/fold';
import { slugPattern } from '#pdc/site/site-keys';
import { toTaxonomy } from '#pdc/library/taxonomy';
import { cases } from '../../../support/cases.ts';

const taxonomyOf = (names: readonly string[], map: Record<string, string> = {}) =>
  toTaxonomy(
    names.map((name, mention) => ({ name, mention })),
    map,
  );

const summary = (names: readonly string[], map?: Record<string, string>): string[] =>
  [...taxonomyOf(names, map).terms.values()].map(({ slug, name }) => `${slug}=${name}`);

describe('the terms of names', () => {
  for (const [what, names, map, expected] of cases<[string, string[], Record<string, string>, string[]]>(
    'taxonomy',
    'terms',
  )) {
    it(what, () => {
      const { problems } = taxonomyOf(names, map);
      expect(summary(names, map)).to.deep.equal(expected);
      expect(problems).to.deep.equal([]);
    });
  }
});

describe('a problem with a name', () => {
  for (const [what, names, map, expected] of cases<[string, string[], Record<string, string>, string[]]>(
    'taxonomy',
    'problems',
  )) {
    it(what, () => {
      const told = taxonomyOf(names, map).problems.map((problem) => {
        const who = problem.kind === 'collision' ? `${problem.name}/${problem.other}` : problem.name;
        const question = problem.likelyName === undefined ? '' : ` (${problem.likelyName}?)`;
        return `${problem.kind} ${who}: ${problem.proposal}${question}`;
      });
      expect(told).to.deep.equal(expected);
    });
  }

  it('identifies the article with the name', () => {
    expect(taxonomyOf(['a', '量子', 'b'], {}).problems[0]?.mention).to.equal(1);
  });
});

describe('a taxonomy', () => {
  const name = fc.oneof(
    fc.constantFrom('C', 'C++', 'C#', 'ｃ', '量子', '亮子', '算法', 'Algo', 'ＡＬＧＯ', '。', '😀', 'é', 'x-2', 'X 2'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).filter((text) => text.trim() !== ''),
  );
  const map = fc.dictionary(name, fc.constantFrom('c', 'algo', 'x-2', 'liang-zi', 'untitled'));

  it('gives every term a unique ASCII slug, and every name a term', () => {
    fc.assert(
      fc.property(fc.array(name), map, (names, slugs) => {
        const { terms, termOf, problems } = taxonomyOf(names, slugs);
        for (const [slug, term] of terms) {
          expect(slug).to.match(slugPattern);
          expect(term.slug).to.equal(slug);
        }
        for (const one of names) {
          expect(terms.get(termOf(one).slug)).to.equal(termOf(one));
          for (const other of names) if (fold(one) === fold(other)) expect(termOf(one)).to.equal(termOf(other));
        }
        for (const term of terms.values()) expect(termOf(term.name)).to.equal(term);
        // If all proposals are added to the map, there are no more proposals.
        const entries = problems.map(({ name: told, proposal }) => [told, proposal] as const);
        for (const [, proposal] of entries) expect(proposal).to.match(slugPattern);
        expect(taxonomyOf(names, { ...slugs, ...Object.fromEntries(entries) }).problems).to.deep.equal([]);
      }),
    );
  });
});
