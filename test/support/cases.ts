// Reads tables of cases. test/fixtures/cases has a file for each suite, with a list for each table and a row for each
// case.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { fixtures } from './defects.ts';

/** In the files, `!none` stands for undefined. */
const customTags = [{ tag: '!none', resolve: () => undefined }];

/** The rows of a table. */
export const cases = <Row>(suite: string, name: string): readonly Row[] => table(suite, name);

/** The value under a name in the file of a suite. */
export function table<Value>(suite: string, name: string): Value {
  const text = readFileSync(path.join(fixtures, 'cases', `${suite}.yml`), 'utf8');
  return (parse(text, { customTags }) as Readonly<Record<string, Value>>)[name]!;
}
