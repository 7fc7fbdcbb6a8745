import { expect } from 'chai';
import { deliverRows } from '../../../tasks/flow/rows.ts';
import type { Row } from '../../../tasks/flow/rows.ts';
import { toOutputFile } from '../../../tasks/stages/vinyl.ts';

/**
 * Delivers rows with a cache that has the given names, and returns what happens: `kept NAME`, `read PATH` or `made
 * NAME`.
 */
async function fateOf(
  rows: readonly Row[],
  { found = [], last = [], rereads = false }: { found?: string[]; last?: string[]; rereads?: boolean },
): Promise<string[]> {
  const fates: string[] = [];
  const result = (row: Row) => ({ files: [{ path: `/${row.name}.txt`, stamp: '' }] });
  const resultIn = (names: string[]) => (row: Row) => (names.includes(row.name) ? result(row) : undefined);
  const make = (stale: readonly Row[]) =>
    stale.map((row) => toOutputFile({ path: `/${row.name}.txt`, contents: 'made' }, row));
  await deliverRows(
    { rows, make },
    {
      cache: {
        find: resultIn(found),
        last: resultIn(last),
        text: () => undefined,
        ...(rereads && { reread: { locked: [], read: () => Buffer.from('read') } }),
      },
      pause: () => undefined,
      take: (file) => void fates.push(`${String(file.contents)} ${file.path}`),
      keep: (row) => void fates.push(`kept ${row.name}`),
      mayWait: (row) => row.later === true,
    },
  );
  return fates;
}

describe('the rows of a branch', () => {
  const row = (name: string, more: Partial<Row> = {}): Row => ({ name, args: {}, ...more });

  it('keep their last result if the cache has it, and are made otherwise', async () => {
    expect(await fateOf([row('a'), row('b')], { found: ['b'], last: ['a', 'b'] })).to.deep.equal([
      'kept b',
      'made /a.txt',
    ]);
  });

  it('that may wait keep their last result, and are made if they have none', async () => {
    const later = [row('a', { later: true }), row('b', { later: true })];
    expect(await fateOf(later, { last: ['a'] })).to.deep.equal(['kept a', 'made /b.txt']);
  });

  it('are read for the guard if it has new secrets to search for, except for copies of public sources', async () => {
    const rows = [row('a'), row('b', { isPublic: true })];
    expect(await fateOf(rows, { found: ['a', 'b'], rereads: true })).to.deep.equal(['read /a.txt', 'kept b']);
  });
});
