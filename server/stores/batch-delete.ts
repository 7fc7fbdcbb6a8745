// Deletes rows in batches of a thousand, so that no statement times out or blocks others for long.
import type { Knex } from 'knex';
import type { Sql } from '../db/sql.ts';

const batchSize = 1000;

type Removal = {
  readonly table: string;
  readonly key: string;
  readonly where: (query: Knex.QueryBuilder) => unknown;
};

/** Deletes the rows that `where` selects; returns how many. */
export async function removeInBatches(sql: Sql, { table, key, where }: Removal): Promise<number> {
  for (let sum = 0; ;) {
    const batchKeys = sql.table(table).select(key).limit(batchSize).modify(where);
    const removedCount = await sql.table(table).whereIn(key, batchKeys).delete();
    sum += removedCount;
    if (removedCount < batchSize) return sum;
  }
}
