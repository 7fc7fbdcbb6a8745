// Tests that the list of critical lines is correct. `npm run mutants` breaks each of these lines every week.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { repository } from '../support/command.ts';
import { draw } from './draw.ts';
import { readLines } from './lines.ts';

describe('the lines that guard something', () => {
  const lines = readLines();

  it('are at least 150', () => expect(lines).to.have.lengthOf.at.least(150));

  it('occur exactly once in their files', () => {
    const counts = lines.map(({ file, from }) => {
      const count = readFileSync(path.join(repository, file), 'utf8').split(from).length - 1;
      return `${file}: ${count} of ${from}`;
    });
    expect(counts.filter((count) => !count.includes(': 1 of '))).to.deep.equal([]);
  });

  it('differ from their replacements, and no change is listed twice', () => {
    for (const { from, to } of lines) expect(to).not.to.equal(from);
    expect(new Set(lines.map(({ file, from, to }) => [file, from, to].join('\n')))).to.have.lengthOf(lines.length);
  });

  it('name test files that exist', () => {
    const names = new Set(lines.flatMap(({ tests }) => tests));
    expect([...names].filter((name) => !existsSync(path.join(repository, name)))).to.deep.equal([]);
  });

  it('name titles that are in those tests', () => {
    const missing = lines.filter(({ tests, grep }) => {
      const text = tests.map((name) => readFileSync(path.join(repository, name), 'utf8')).join('\n');
      return grep !== undefined && !grep.split('|').every((title) => new RegExp(title).test(text));
    });
    expect(missing.map(({ file, grep }) => `${file}: ${grep}`)).to.deep.equal([]);
  });

  it('are never drawn, while the drawn lines exist in their files and have an order that depends on the seed', () => {
    const drawn = draw('a');
    expect(drawn).to.have.lengthOf.above(1000);
    expect(draw('a')).to.deep.equal(drawn);
    expect(draw('b')).to.have.members(drawn).and.not.deep.equal(drawn);
    for (const one of drawn.slice(0, 100)) {
      const [, file, line, text] = /^(\S+):(\d+) {2}(.+)$/.exec(one)!;
      expect(readFileSync(path.join(repository, file!), 'utf8').split('\n')[Number(line) - 1]!.trim()).to.equal(text);
      expect(lines.some(({ file: other, from }) => other === file && text!.includes(from))).to.equal(false);
    }
  });
});
