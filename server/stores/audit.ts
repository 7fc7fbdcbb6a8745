// The audit trail in SQL: what happened to whom, without a word that says who it is.
import { randomUUID } from 'node:crypto';
import type { Sql } from '../db/sql.ts';
import type { AuditEvent, AuditRecord, AuditStore } from '../types.ts';
import { removeInBatches } from './batches.ts';
import { isId } from '../ids.ts';

type AuditRow = {
  happened_at: Date;
  event: AuditEvent;
  user_id: string | null;
  session_id: string | null;
  request_id: string | null;
  details: AuditRecord['details'] | null;
};

/** Speaks through a transaction or the pool. The methods are documented at their type. */
export function createAuditStore(sql: Sql): AuditStore {
  return {
    async add({ at, event, userId, sessionId, requestId, details }) {
      await sql.table('audit').insert({
        id: randomUUID(),
        happened_at: at,
        event,
        user_id: userId,
        session_id: sessionId ?? null,
        request_id: requestId ?? null,
        details: details === undefined ? null : JSON.stringify(details),
      });
    },

    async countEndings({ userId, since }) {
      const [row] = await sql.ask<{ count: number }>(
        `select count(*)::integer as count from audit where user_id = $1 and happened_at >= $2
           and event in ('sessions_revoked', 'user_disabled', 'user_deleted')`,
        [userId, since],
      );
      return row!.count;
    },

    async list({ userId, limit }) {
      if (!isId(userId)) return [];
      const rows: readonly AuditRow[] = await sql
        .table<AuditRow>('audit')
        .where({ user_id: userId })
        .orderBy('happened_at', 'desc')
        .orderBy('turn', 'desc')
        .limit(limit);
      return rows.map(toRecord);
    },

    async removeBefore(before) {
      return removeInBatches(sql, {
        table: 'audit',
        key: 'id',
        where: (query) => query.where('happened_at', '<', before),
      });
    },
  };
}

function toRecord(row: AuditRow): AuditRecord {
  return {
    at: row.happened_at,
    event: row.event,
    userId: row.user_id,
    ...(row.session_id !== null && { sessionId: row.session_id }),
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.details && { details: row.details }),
  };
}
