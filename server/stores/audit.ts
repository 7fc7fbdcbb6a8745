// The audit trail in SQL: what happened to whom, without a word that says who it is.
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { AuditEvent, AuditRecord, AuditStore } from '../types.ts';
import { removeInBatches } from './batches.ts';
import { isId } from './values.ts';

type Row = {
  happened_at: Date;
  event: AuditEvent;
  user_id: string | null;
  session_id: string | null;
  request_id: string | null;
  details: AuditRecord['details'] | null;
};

/** Speaks through a transaction or the pool. The methods are documented at their type. */
export function createAuditStore(knex: Knex): AuditStore {
  return {
    async add({ at, event, userId, sessionId, requestId, details }) {
      await knex('audit').insert({
        id: randomUUID(),
        happened_at: at,
        event,
        user_id: userId,
        session_id: sessionId ?? null,
        request_id: requestId ?? null,
        details: details === undefined ? null : JSON.stringify(details),
      });
    },

    async list({ userId, limit }) {
      if (!isId(userId)) return [];
      const rows = await knex<Row>('audit')
        .where({ user_id: userId })
        .orderBy('happened_at', 'desc')
        .orderBy('turn', 'desc')
        .limit(limit);
      return rows.map(toRecord);
    },

    async removeBefore(before) {
      return removeInBatches(knex, {
        table: 'audit',
        key: 'id',
        where: (query) => query.where('happened_at', '<', before),
      });
    },
  };
}

function toRecord(row: Row): AuditRecord {
  return {
    at: row.happened_at,
    event: row.event,
    userId: row.user_id,
    ...(row.session_id !== null && { sessionId: row.session_id }),
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.details && { details: row.details }),
  };
}
