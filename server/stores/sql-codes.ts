// Claimed provider codes in SQL, so that all instances agree on which of them claimed a code first.
import type { Sql } from '../db/sql.ts';
import type { CodeStore } from '../ports/code-store.ts';
import { removeInBatches } from './batch-delete.ts';

/** Uses a transaction or the pool. The methods are documented in the port. */
export function createCodeStore(sql: Sql): CodeStore {
  return {
    async claim({ key, now }) {
      // The primary key decides; other callers insert nothing.
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
