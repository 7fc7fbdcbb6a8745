// Each source file has its test at the mirrored path, or covered-elsewhere.txt names the tests that cover it.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import picomatch from 'picomatch';
import { repository } from './support/command.ts';

const filesIn = (folder: string): string[] =>
  (readdirSync(path.join(repository, folder), { recursive: true }) as string[]).map((name) => path.join(folder, name));

const tests = filesIn('test').filter((name) => name.endsWith('.test.ts'));
const mirrored = new Set(tests.map((name) => name.slice('test/'.length, -'.test.ts'.length)));
const sources = ['gulpfile.ts', ...filesIn('tasks'), ...filesIn('server')].filter(
  (name) => /(?<!\.d)\.(?:ts|js|mjs)$/.test(name) && !mirrored.has(name.replace(/\.\w+$/, '')),
);
const rows = readFileSync(path.join(repository, 'test/covered-elsewhere.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^(\S+) +(\S+) +(\S.+)$/.exec(line)?.slice(1) ?? [line]);

const matching = (names: readonly string[], pattern: string): string[] => {
  const isMatch = picomatch(pattern);
  return names.filter((name) => isMatch(name));
};

describe('covered-elsewhere.txt', () => {
  it('names what covers each source file without a test of its own', () => {
    const isNamed = picomatch(rows.map(([pattern]) => pattern!));
    expect(sources.filter((name) => !isNamed(name))).to.deep.equal([]);
  });

  for (const [pattern, covering = ''] of rows) {
    it(`names tests that there are, and sources that need them: ${pattern}`, () => {
      expect(matching(tests, covering), covering).not.to.be.empty;
      expect(matching(sources, pattern!), pattern).not.to.be.empty;
    });
  }
});
