// The documents with which a machine begins keep the size that the seed promises.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { defaultCategoryMap, defaultPrefixes } from '#pdc/site/defaults';
import { estimateTokens } from '#pdc/text/tokens';
import { repository } from '../support/command.ts';

const read = (name: string): string => readFileSync(path.join(repository, 'static', name), 'utf8');

describe('the entry documents of this site', () => {
  for (const [name, most] of [
    ['ai-context.md', 550],
    ['pdc-protocol.md', 5000],
  ] as const) {
    it(`${name} has at most ${most} estimated tokens`, () => {
      expect(estimateTokens(read(name))).to.be.at.most(most);
    });

    it(`${name} names every prefix and its category`, () => {
      const text = read(name);
      for (const [prefix, { categories }] of Object.entries(defaultPrefixes)) {
        expect(text).to.include(`\`${prefix}-\``);
        for (const category of categories) expect(text).to.include(category);
        // What the reader is told of slugs: they are the prefix, but for one.
        const slug = defaultCategoryMap[categories.at(-1)!];
        expect(slug, prefix).to.equal(prefix === 'rl' ? 'ai' : prefix);
      }
    });
  }

  it('pdc-protocol.md leads to its appendix, which has the same numbers', () => {
    expect(read('pdc-protocol.md')).to.include('/pdc-protocol-appendix.md');
    const numbersOf = (name: string): string[] =>
      [...read(name).matchAll(/^## (\d+ \S+)/gm)].map((match) => match[1]!.split(' ')[0]!);
    const rules = numbersOf('pdc-protocol.md');
    expect(rules).to.deep.equal(Array.from({ length: 14 }, (_, index) => String(index + 1)));
    expect(
      numbersOf('pdc-protocol-appendix.md').filter((number) => number !== '15' && !rules.includes(number)),
    ).to.deep.equal([]);
  });
});
