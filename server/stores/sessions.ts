// Sessions in SQL: one row per sign-in on one device.
import type { Knex } from 'knex';
import type { Channel, Session, SessionStore } from '../types.ts';
import { removeInBatches } from './batches.ts';
import { isId } from './values.ts';

type Row = {
  id: string;
  user_id: string;
  channel: Channel;
  generation: number;
  user_agent: string | null;
  created_at: Date;
  rotated_at: Date;
  last_used_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
};

/** Speaks through a transaction or the pool. The methods are documented at their type. */
export function createSessionStore(knex: Knex): SessionStore {
  const open = (now: Date) => knex<Row>('sessions').whereNull('revoked_at').where('expires_at', '>', now);

  return {
    async insert(session) {
      await knex('sessions').insert(toRow(session));
    },

    async get(id) {
      if (!isId(id)) return undefined;
      const row = await knex<Row>('sessions').where({ id }).first();
      return row && toSession(row);
    },

    async advance({ id, generation, now }) {
      if (!isId(id)) return undefined;
      // The condition and the change are one statement: of several at once, those that waited for the row find the
      // next generation and change nothing. Read first and write after, and each would mint a pair.
      const rows = await open(now)
        .where({ id, generation })
        .whereExists(knex('users').select(1).whereRaw('users.id = sessions.user_id').where('status', 'active'))
        .update({ generation: generation + 1, rotated_at: now, last_used_at: now })
        .returning('*');
      return rows[0] && toSession(rows[0]);
    },

    async revoke({ id, now }) {
      if (!isId(id)) return false;
      const count = await knex('sessions').where({ id }).whereNull('revoked_at').update({ revoked_at: now });
      return count === 1;
    },

    async revokeAll({ userId, now }) {
      return open(now).where({ user_id: userId }).update({ revoked_at: now });
    },

    async listOpen({ userId, now }) {
      if (!isId(userId)) return [];
      const rows = await open(now).where({ user_id: userId }).orderBy('last_used_at', 'desc').orderBy('id').select();
      return rows.map(toSession);
    },

    async move({ from, to }) {
      await knex('sessions').where({ user_id: from }).update({ user_id: to });
    },

    async removeEnded(before) {
      return removeInBatches(knex, {
        table: 'sessions',
        key: 'id',
        where: (query) => query.where('expires_at', '<', before).orWhere('revoked_at', '<', before),
      });
    },

    async removeAll(userId) {
      await knex('sessions').where({ user_id: userId }).delete();
    },
  };
}

function toSession(row: Row): Session {
  return {
    id: row.id,
    userId: row.user_id,
    channel: row.channel,
    generation: row.generation,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

function toRow(session: Session): Row {
  return {
    id: session.id,
    user_id: session.userId,
    channel: session.channel,
    generation: session.generation,
    user_agent: session.userAgent,
    created_at: session.createdAt,
    rotated_at: session.rotatedAt,
    last_used_at: session.lastUsedAt,
    expires_at: session.expiresAt,
    revoked_at: session.revokedAt,
  };
}
