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
const sources = ['gulpfile.ts', ...filesIn('tasks'), ...filesIn('server')].filter((name) =>
  /(?<!\.d)\.(?:ts|js|mjs)$/.test(name),
);
const hasOwnTest = (name: string): boolean => mirrored.has(name.replace(/\.\w+$/, ''));
const rows = readFileSync(path.join(repository, 'test/covered-elsewhere.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, files = line, covering = ''] = /^(\S+) +(\S+) +\S/.exec(line) ?? [];
    return { files, covering };
  });

/** `folder/{a,b}.ts` names two files. */
function namesIn(files: string): string[] {
  const [, folder = '', stems, end = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(files) ?? [];
  return stems === undefined ? [files] : stems.split(',').map((stem) => folder + stem + end);
}
const named = rows.flatMap(({ files }) => namesIn(files));

describe('covered-elsewhere.txt', () => {
  it('names each source file without a test of its own', () => {
    expect(sources.filter((name) => !hasOwnTest(name) && !named.includes(name))).to.deep.equal([]);
  });

  it('names files, without globs', () => {
    expect(named.filter((name) => !sources.includes(name))).to.deep.equal([]);
  });

  it('names no file that has a test of its own', () => {
    expect(named.filter(hasOwnTest)).to.deep.equal([]);
  });

  it('names each file once', () => {
    expect(named.filter((name, at) => named.indexOf(name) !== at)).to.deep.equal([]);
  });

  for (const covering of new Set(rows.map((row) => row.covering))) {
    it(`names tests that exist: ${covering}`, () => {
      const isCovering = picomatch(covering);
      expect(tests.filter((name) => isCovering(name))).not.to.be.empty;
    });
  }
});
