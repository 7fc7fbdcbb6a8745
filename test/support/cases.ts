// Tables of cases are data: a file of test/fixtures/cases for a suite, a list in it for each table, a row for each case.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { fixtures } from './defects.ts';

/** `!none` stands for undefined. */
const customTags = [{ tag: '!none', resolve: () => undefined }];

/** The rows of a table. */
export function cases<Row>(suite: string, table: string): readonly Row[] {
  const text = readFileSync(path.join(fixtures, 'cases', `${suite}.yml`), 'utf8');
  return (parse(text, { customTags }) as Readonly<Record<string, readonly Row[]>>)[table]!;
}
