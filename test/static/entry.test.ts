// The documents that agents read first have the size that the specification promises, and the protocol is the same in
// both languages.
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
    ['pdc-protocol.en.md', 5000],
  ] as const) {
    it(`${name} has at most ${most} estimated tokens`, () => {
      expect(estimateTokens(read(name))).to.be.at.most(most);
    });

    it(`${name} names every prefix and its category`, () => {
      const text = read(name);
      for (const [prefix, { categories }] of Object.entries(defaultPrefixes)) {
        expect(text).to.include(`\`${prefix}-\``);
        for (const category of categories) expect(text).to.include(category);
        // The documented rule for slugs: they are the prefix, with one exception.
        const slug = defaultCategoryMap[categories.at(-1)!];
        expect(slug, prefix).to.equal(prefix === 'rl' ? 'ai' : prefix);
      }
    });
  }

  it('the protocol points to its appendix, which has the same numbers', () => {
    const all = Array.from({ length: 14 }, (_, index) => String(index + 1));
    for (const name of ['pdc-protocol.md', 'pdc-protocol.en.md']) {
      expect(read(name)).to.include('/pdc-protocol-appendix.md');
      expect(sectionsOf(name), name).to.deep.equal(all);
    }
    expect(all).to.include.members(sectionsOf('pdc-protocol-appendix.md').filter((number) => number !== '15'));
  });

  it('the English protocol has the code, the blocks and the tables of the Chinese one', () => {
    const [chinese, english] = ['pdc-protocol.md', 'pdc-protocol.en.md'].map(read) as [string, string];
    expect(codeOf(english)).to.include.members(codeOf(chinese));
    const rowsOf = (text: string): number => text.match(/^\|/gm)!.length;
    expect(rowsOf(english)).to.equal(rowsOf(chinese));
    const fencesOf = (text: string): string[] =>
      text.match(/^```[^]*?^```$/gm)!.map((fence) => fence.replace(/正文|body/, ''));
    expect(fencesOf(english)).to.deep.equal(fencesOf(chinese));
  });
});

const sectionsOf = (name: string): string[] => [...read(name).matchAll(/^## (\d+) \S/gm)].map((match) => match[1]!);

/** Inline code without Chinese words, which are translated. */
const codeOf = (text: string): string[] =>
  [...text.replace(/^```[^]*?^```$/gm, '').matchAll(/`([^`]+)`/g)]
    .map((match) => match[1]!)
    .filter((code) => !/\p{Script=Han}/u.test(code));
