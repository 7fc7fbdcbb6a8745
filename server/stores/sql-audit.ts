// The audit trail in SQL. Records contain ids of users, but no identifiers or names.
import { randomUUID } from 'node:crypto';
import type { Sql } from '../db/sql.ts';
import type { AuditEvent, AuditRecord, AuditStore, KeptRecord } from '../ports/audit-store.ts';
import type { Channel } from '../ports/identity-provider.ts';
import { removeInBatches } from './batch-delete.ts';
import { isId } from '../query-values.ts';

type AuditRow = {
  turn: number;
  happened_at: Date;
  event: AuditEvent;
  user_id: string | null;
  session_id: string | null;
  channel: Channel | null;
  request_id: string | null;
  agent: string | null;
  network: string | null;
  details: AuditRecord['details'] | null;
};

const columns = 'id, happened_at, event, user_id, session_id, channel, request_id, agent, network, details';

/** The users of a query, and all users merged into them. */
const withMerged = (query: string): string => `recursive person (id) as (
  ${query} union select users.id from users join person on users.merged_into = person.id
)`;
const isOfSignIn = "event in ('signed_in', 'login_refused', 'refresh_refused', 'session_reused', 'session_revoked')";

/** Uses a transaction or the pool. The methods are documented in the port. */
export function createAuditStore(sql: Sql): AuditStore {
  return {
    async add(record) {
      await sql.ask(
        `insert into audit (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        valuesOf(record, randomUUID()),
      );
    },

    async addLate({ id, ...record }) {
      // The user's row is locked, so that a concurrent deletion is either visible here or finds the new record.
      await sql.ask(
        `with living as (select id from users where id = $4::uuid and status <> 'deleted' for share),
              one as (select $4 is null or exists (select from living) as known)
         insert into audit (${columns})
         select $1::uuid, $2::timestamptz, $3::text, (select id from living), case when known then $5::uuid end, $6::text,
           case when known then $7::text end, case when known then $8::text end, case when known then $9::text end, $10::jsonb
         from one
         on conflict (id) do nothing`,
        valuesOf(record, id),
      );
    },

    async countEndings({ userId, since }) {
      const [row] = await sql.ask<{ count: number }>(
        `select count(*)::integer as count from audit where user_id = $1 and happened_at >= $2
           and event in ('sessions_revoked', 'user_disabled', 'user_deleted')`,
        [userId, since],
      );
      // A query for a count always returns one row.
      // eslint-disable-next-line @typescript-eslint/no-non-null-assertion
      return row!.count;
    },

    async list({ userId, limit, cursor }) {
      if (!isId(userId)) return [];
      const rows = await sql.ask<AuditRow>(
        `with ${withMerged('select $1::uuid')}
         select ${columns}, turn from audit
         where user_id in (select id from person)
           and ($3::timestamptz is null or (happened_at, turn) < ($3::timestamptz, $4::integer))
         order by happened_at desc, turn desc limit $2`,
        [userId, limit, cursor?.at ?? null, cursor?.turn ?? null],
      );
      return rows.map(toRecord);
    },

    async forget(of) {
      const [query, value] =
        'userId' in of
          ? ['select $1::uuid', of.userId]
          : ["select user_id from audit where event = 'user_deleted' and happened_at >= $1", of.deletedSince];
      await sql.ask(
        `with ${withMerged(query)}
         update audit set session_id = null, request_id = null, agent = null, network = null,
           user_id = case when ${isOfSignIn} then null else user_id end
         where user_id in (select id from person)
           and (${isOfSignIn} or num_nonnulls(session_id, request_id, agent, network) > 0)`,
        [value],
      );
    },

    async removeBefore(cutoff) {
      return removeInBatches(sql, {
        table: 'audit',
        key: 'id',
        where: (query) => query.where('happened_at', '<', cutoff),
      });
    },
  };
}

function valuesOf(record: AuditRecord, id: string): readonly unknown[] {
  const { at, event, userId, sessionId, channel, requestId, agent, network, details } = record;
  const text = details && JSON.stringify(details);
  return [id, at, event, userId, sessionId, channel, requestId, agent, network, text].map((value) => value ?? null);
}

function toRecord(row: AuditRow): KeptRecord {
  return {
    turn: row.turn,
    at: row.happened_at,
    event: row.event,
    userId: row.user_id,
    ...(row.session_id !== null && { sessionId: row.session_id }),
    ...(row.channel !== null && { channel: row.channel }),
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.agent !== null && { agent: row.agent }),
    ...(row.network !== null && { network: row.network }),
    ...(row.details && { details: row.details }),
  };
}
