// Sessions in SQL: one row per sign-in on one device.
import { randomUUID } from 'node:crypto';
import { maxStatementMs } from '../db/request-deadline.ts';
import type { Sql } from '../db/sql.ts';
import type { AuthenticatedSession, Session, SessionPage, SessionStore } from '../ports/session-store.ts';
import { removeInBatches } from './batch-delete.ts';
import { fromRow, toRow } from './row-columns.ts';
import type { RowOf } from './row-columns.ts';
import { ofUser, openidColumns, toUser } from './sql-users.ts';
import type { UserRow } from './sql-users.ts';
import { isId, isText } from '../query-values.ts';

const columns = {
  id: 'id',
  userId: 'user_id',
  channel: 'channel',
  generation: 'generation',
  userAgent: 'user_agent',
  createdAt: 'created_at',
  rotatedAt: 'rotated_at',
  lastUsedAt: 'last_used_at',
  expiresAt: 'expires_at',
  revokedAt: 'revoked_at',
} as const satisfies Record<keyof Session, string>;

type SessionRow = RowOf<Session, typeof columns>;

/** Columns of a session and its user, without duplicate names. */
type LiveRow = Pick<SessionRow, 'expires_at' | 'revoked_at'> & UserRow;

const sessionColumns = Object.values(columns).join(', ');

type NameRow = Pick<UserRow, 'nickname' | 'avatar_url'>;

/** Uses a transaction or the pool. The methods are documented in the port. */
export function createSessionStore(sql: Sql): SessionStore {
  const open = (now: Date) => sql.table<SessionRow>('sessions').whereNull('revoked_at').where('expires_at', '>', now);
  const readPage = async (
    query: ReturnType<typeof open>,
    { userId, limit, cursor }: SessionPage,
  ): Promise<readonly Session[]> => {
    if (!isId(userId)) return [];
    if (cursor) void query.whereRaw('(created_at, id) < (?, ?::uuid)', [cursor.createdAt, cursor.id]);
    const rows = await query
      .where({ user_id: userId })
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .select();
    return rows.map(toSession);
  };

  return {
    async insert(session) {
      await sql.table('sessions').insert(toRow(columns, session));
    },

    async insertFor({ channel, openid, unionid }, session, { requestId, agent, network }) {
      if (!isText(openid) || !isText(unionid ?? '')) return undefined;
      // One statement: the user's row is locked until the session and its audit record are written. A login that waited
      // for a merge matches no row, because the merged row has lost its identifiers. A statement that a slow network
      // delivers after the client has timed out matches no row either: its time is compared with the database's clock,
      // which `createdAt` follows.
      const began = performance.now();
      const { id, generation, userAgent, createdAt, rotatedAt, lastUsedAt, expiresAt, revokedAt } = session;
      const [row] = await sql.ask<Pick<UserRow, 'id'> & NameRow>(
        `with arrived as (
           update users set last_login_at = $6, last_login_src = $4
           where ${openidColumns[channel]} = $1 and ($2::varchar is null or unionid = $2) and status = 'active'
             and clock_timestamp() < $16::timestamptz
           returning id, nickname, avatar_url
         ), opened as (
           insert into sessions (id, user_id, channel, generation, user_agent, created_at, rotated_at, last_used_at, expires_at, revoked_at)
           select $3::uuid, arrived.id, $4::text, $5::integer, $7::text, $6::timestamptz, $8::timestamptz, $9::timestamptz,
                  $10::timestamptz, $11::timestamptz
           from arrived
         ), recorded as (
           insert into audit (id, happened_at, event, user_id, session_id, channel, request_id, agent, network)
           select $12::uuid, $6::timestamptz, 'signed_in', arrived.id, $3::uuid, $4::text, $13::text, $14::text, $15::text
           from arrived
         )
         select id, nickname, avatar_url from arrived`,
        () => [
          openid,
          unionid ?? null,
          id,
          channel,
          generation,
          createdAt,
          userAgent,
          rotatedAt,
          lastUsedAt,
          expiresAt,
          revokedAt,
          randomUUID(),
          requestId ?? null,
          agent ?? null,
          network ?? null,
          new Date(createdAt.getTime() + (performance.now() - began) + maxStatementMs),
        ],
      );
      return row && { session, user: { id: row.id, nickname: row.nickname, avatarUrl: row.avatar_url } };
    },

    async get(id) {
      if (!isId(id)) return undefined;
      const [row] = await sql.table<SessionRow>('sessions').where({ id });
      return row && toSession(row);
    },

    async getLive(id) {
      if (!isId(id)) return undefined;
      const [row] = await sql.ask<LiveRow>(
        `select expires_at, revoked_at, ${ofUser} from sessions join users on users.id = user_id where sessions.id = $1`,
        [id],
      );
      return row && toLive(id, row);
    },

    async hold(id, generation) {
      if (!isId(id)) return undefined;
      // The index counts from the end, because the last element is the latest rotation. If the last element differs
      // from `rotated_at`, an older version has refreshed the session, and only the latest rotation is known. An index
      // outside the array gives null.
      const [row] = await sql.ask<SessionRow & { succeeded_at: Date | null }>(
        `select ${sessionColumns}, case
           when generation = $2::integer + 1 then rotated_at
           when recent_rotations[cardinality(recent_rotations)] = rotated_at
             then recent_rotations[cardinality(recent_rotations) - (generation - $2::integer - 1)]
         end as succeeded_at
         from sessions where id = $1 for update`,
        [id, generation],
      );
      return row && { session: toSession(row), succeededAt: row.succeeded_at ?? undefined };
    },

    async advance({ id, userId, generation, now, graceMs }) {
      if (!isId(id) || !isId(userId)) return undefined;
      // Condition and change are one statement, so concurrent refreshes wait for the row, then find the next generation
      // and change nothing. The same holds after a merge, because the session then belongs to another user. Usually the
      // last rotation is long ago, and `recent_rotations` becomes null.
      const [row] = await sql.ask<Pick<SessionRow, 'channel'> & NameRow>(
        `update sessions set generation = generation + 1, rotated_at = $4, last_used_at = $4,
           recent_rotations = case
             when rotated_at <= $5::timestamptz then null
             when recent_rotations[cardinality(recent_rotations)] = rotated_at then array(
               select at from unnest(recent_rotations) with ordinality as rotation (at, turn) where at > $5 order by turn
             ) || $4::timestamptz
             else array[rotated_at, $4::timestamptz]
           end
         from users
         where sessions.id = $1 and user_id = $2 and generation = $3 and revoked_at is null and expires_at > $4
           and users.id = $2 and status = 'active' and merged_into is null
         returning channel, nickname, avatar_url`,
        [id, userId, generation, now, new Date(now.getTime() - graceMs)],
      );
      return (
        row && {
          session: { id, channel: row.channel, generation: generation + 1, rotatedAt: now },
          user: { id: userId, nickname: row.nickname, avatarUrl: row.avatar_url },
        }
      );
    },

    async revoke({ id, now }) {
      if (!isId(id)) return false;
      const count = await sql.table('sessions').where({ id }).whereNull('revoked_at').update({ revoked_at: now });
      return count === 1;
    },

    async revokeAll({ userId, now }) {
      return open(now).where({ user_id: userId }).update({ revoked_at: now });
    },

    listOpen: ({ now, refreshedAfter, ...page }) => readPage(open(now).where('rotated_at', '>', refreshedAfter), page),

    listKept: (page) => readPage(sql.table<SessionRow>('sessions'), page),

    async move({ from, to }) {
      await sql.table('sessions').where({ user_id: from }).update({ user_id: to });
    },

    async removeEnded(cutoff) {
      return removeInBatches(sql, {
        table: 'sessions',
        key: 'id',
        where: (query) => query.where('expires_at', '<', cutoff).orWhere('revoked_at', '<', cutoff),
      });
    },

    async removeAll(userId) {
      await sql.table('sessions').where({ user_id: userId }).delete();
    },
  };
}

const toSession = (row: SessionRow): Session => fromRow<Session>(columns, row);

function toLive(id: string, row: LiveRow): AuthenticatedSession {
  return {
    session: { id, userId: row.id, expiresAt: row.expires_at, revokedAt: row.revoked_at },
    user: toUser(row),
  };
}
