// SECURITY.md: its table has every requirement of its chapters, and the tests that it names exist.
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './support/command.ts';

const read = (name: string): string => readFileSync(path.join(repository, name), 'utf8');

/** How many requirements each section of ASVS 5.0.0 has. */
const sections: Readonly<Record<string, number>> = {
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 3,
  '7.6': 2,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 3,
  '10.3': 5,
  '10.4': 16,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
};

describe('SECURITY.md', () => {
  const rows = read('SECURITY.md')
    .split('\n')
    .map((line) => line.split(' | '))
    .filter(([first = '']) => /^\| \d+\.\d+\.\d+$/.test(first))
    .map(([number, , answer, test]) => ({ number: number!.slice(2), answer: answer!, test: test! }));

  it('answers every requirement of the chapters on sessions, tokens and OAuth, in their order', () => {
    const all = Object.entries(sections).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    expect(rows.map(({ number }) => number)).to.deep.equal(all);
  });

  it('says whether each is met, with a test for those that are', () => {
    for (const { number, answer, test } of rows) {
      expect(answer, number).to.match(/^(Met|Partly|Not met|Does not apply)\b/);
      if (/^(Met|Partly)/.test(answer)) expect(test, number).to.match(/^`[\w/.-]+\.test\.ts`: ".+" \|$/);
    }
  });

  it('names tests that are there, and are run', () => {
    for (const { number, test } of rows) {
      const [, file, title] = /^`([^`]+)`: "(.+)" \|$/.exec(test) ?? [];
      if (file === undefined) continue;
      const lines = read(`test/${/^system\//.test(file) ? file : `server/${file}`}`).split('\n');
      const titled = lines.filter((line) => line.includes(title!));
      expect(titled, number).not.to.deep.equal([]);
      for (const line of titled) expect(line, number).not.to.match(/\b(?:skip|xit|xdescribe)\b|^\s*\/\//);
    }
  });

  it('lists what is not protected', () => {
    const [, list = ''] = /^Not protected against:\n\n((?:- .+\n)+)/m.exec(read('SECURITY.md')) ?? [];
    for (const one of ['script', 'JWT_SECRET', 'provider', 'operator', 'QR hijacking']) expect(list).to.contain(one);
  });
});
