// Reads lines.diff: the lines that guard something, each with a way to break it.
import { readFileSync } from 'node:fs';

export type Line = {
  readonly file: string;
  /** What stands there, once in its file, and what is put in its place. */
  readonly from: string;
  readonly to: string;
  /** The test files that should notice, and the tests of them that are run: all where it is absent. */
  readonly tests: readonly string[];
  readonly grep: string | undefined;
  /** Why no test can notice. */
  readonly equivalent: string | undefined;
};

/** Throws for a line that is none of the forms that the head of lines.diff explains. */
export function readLines(): readonly Line[] {
  const lines: Line[] = [];
  let place = { file: '', tests: [] as readonly string[], grep: undefined as string | undefined };
  let from: string | undefined;
  for (const text of readFileSync(new URL('lines.diff', import.meta.url), 'utf8').split('\n')) {
    const rest = text.slice(2);
    if (text.startsWith('@@ ')) {
      const [, file = '', tests = '', grep] = /^@@ (\S+) < (.+?)(?: ~ (.+))?$/.exec(text) ?? [];
      place = { file, tests: tests.split(' '), grep };
    } else if (text.startsWith('- ')) from = rest;
    else if (text === '+' || text.startsWith('+ ')) {
      if (from === undefined) throw new Error(`nothing is broken by ${text}`);
      lines.push({ ...place, from, to: rest, equivalent: undefined });
      from = undefined;
    } else if (text.startsWith('= ')) lines.push({ ...lines.pop()!, equivalent: rest });
    else if (text !== '' && !text.startsWith('#')) throw new Error(`no line of lines.diff: ${text}`);
  }
  return lines;
}
