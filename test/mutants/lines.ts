// Reads lines.diff: the critical lines, each with a way to break it.
import { readFileSync } from 'node:fs';

export type Line = {
  readonly file: string;
  /** The original text, which its file has once, and the replacement. */
  readonly from: string;
  readonly to: string;
  /** The test files that should fail. `grep` selects the tests that run; without it, all tests run. */
  readonly tests: readonly string[];
  readonly grep: string | undefined;
  /** Why no test can notice the change. */
  readonly equivalent: string | undefined;
};

/** Throws for a line in a form that the head of lines.diff does not explain. */
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
      if (from === undefined) throw new Error(`no line with "- " before ${text}`);
      lines.push({ ...place, from, to: rest, equivalent: undefined });
      from = undefined;
    } else if (text.startsWith('= ')) lines.push({ ...lines.pop()!, equivalent: rest });
    else if (text !== '' && !text.startsWith('#')) throw new Error(`unknown line in lines.diff: ${text}`);
  }
  return lines;
}
