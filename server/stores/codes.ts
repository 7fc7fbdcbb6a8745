// Codes of the provider that were taken to send, in SQL: the one place where all instances can agree on "first".
import type { Sql } from '../db/sql.ts';
import type { CodeStore } from '../ports/code-store.ts';
import { removeInBatches } from './batches.ts';

/** Speaks through a transaction or the pool. The methods are documented at their type. */
export function createCodeStore(sql: Sql): CodeStore {
  return {
    async claim({ key, now }) {
      // The primary key decides who is first; the others insert nothing.
      const rows = await sql.ask(
        'insert into spent_codes (key, claimed_at) values ($1, $2) on conflict (key) do nothing returning key',
        [key, now],
      );
      return rows.length === 1;
    },

    async release(key) {
      await sql.table('spent_codes').where({ key }).delete();
    },

    async removeClaimed(cutoff) {
      return removeInBatches(sql, {
        table: 'spent_codes',
        key: 'key',
        where: (query) => query.where('claimed_at', '<', cutoff),
      });
    },
  };
}
