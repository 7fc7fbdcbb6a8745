// Codes of the provider that were taken to send, in SQL: the one place where all instances can agree on "first".
import type { Knex } from 'knex';
import type { CodeStore } from '../types.ts';
import { removeInBatches } from './batches.ts';

/** Speaks through a transaction or the pool. The methods are documented at their type. */
export function createCodeStore(knex: Knex): CodeStore {
  return {
    async claim({ key, now }) {
      // The primary key decides who is first; the others insert nothing.
      const rows = await knex('spent_codes')
        .insert({ key, claimed_at: now })
        .onConflict('key')
        .ignore()
        .returning('key');
      return rows.length === 1;
    },

    async release(key) {
      await knex('spent_codes').where({ key }).delete();
    },

    async removeClaimed(before) {
      return removeInBatches(knex, {
        table: 'spent_codes',
        key: 'key',
        where: (query) => query.where('claimed_at', '<', before),
      });
    },
  };
}
