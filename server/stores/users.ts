// Users in SQL: one row per person, three identifiers, each of which leads to one living row at most.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Channel, Identity, User, UserPatch, UserStatus, UserStore } from '../types.ts';
import { isId, isText } from './values.ts';

type Row = {
  id: string;
  unionid: string | null;
  web_openid: string | null;
  mini_openid: string | null;
  nickname: string | null;
  avatar_url: string | null;
  phone: string | null;
  status: UserStatus;
  merged_into: string | null;
  created_at: Date;
  last_login_at: Date | null;
  last_login_src: Channel | null;
};

const columns = {
  id: 'id',
  unionid: 'unionid',
  webOpenid: 'web_openid',
  miniOpenid: 'mini_openid',
  nickname: 'nickname',
  avatarUrl: 'avatar_url',
  phone: 'phone',
  status: 'status',
  mergedInto: 'merged_into',
  createdAt: 'created_at',
  lastLoginAt: 'last_login_at',
  lastLoginSrc: 'last_login_src',
} as const satisfies Record<keyof User, keyof Row>;

const openidColumns = { web: 'web_openid', mini: 'mini_openid' } as const;

/** An operator's search is for one person; what names more than these is no name. */
const mostFound = 50;

/** Speaks through a transaction or the pool. The methods are documented at their type. */
export function createUserStore(knex: Knex): UserStore {
  return {
    async lock(identity) {
      // One after the other, in the order of the keys: that order is what rules out a deadlock.
      for (const key of lockKeysOf(identity)) await knex.raw('select pg_advisory_xact_lock(?::bigint)', [key]);
    },

    async findByIdentity({ channel, openid, unionid }) {
      const column = openidColumns[channel];
      const rows: readonly Row[] = await knex<Row>('users')
        // What is found lives: the table lets no merged row hold an identifier.
        .where(column, openid)
        .modify((query) => {
          if (unionid !== undefined) void query.orWhere('unionid', unionid);
        })
        // Rows too are locked in one order by everybody.
        .orderBy('id')
        .forUpdate();
      const byUnionid = rows.find((row) => unionid !== undefined && row.unionid === unionid);
      const byOpenid = rows.find((row) => row[column] === openid);
      return { ...(byUnionid && { byUnionid: toUser(byUnionid) }), ...(byOpenid && { byOpenid: toUser(byOpenid) }) };
    },

    async get(id) {
      if (!isId(id)) return undefined;
      const row = await knex<Row>('users').where({ id }).first();
      return row && toUser(row);
    },

    resolve: (id) => resolve(knex, id),

    async hold(id) {
      for (;;) {
        const living = await resolve(knex, id);
        if (!living) return undefined;
        const row = await knex<Row>('users').where({ id: living.id }).whereNull('merged_into').forUpdate().first();
        // Nothing: it was merged while we waited for it, and leads on.
        if (row) return toUser(row);
      }
    },

    async insert(user) {
      await knex('users').insert(toRow(user));
    },

    async update(id, patch) {
      const changes = toRow(patch);
      if (Object.keys(changes).length > 0) await knex('users').where({ id }).update(changes);
    },

    async addPastIdentifier({ userId, kind, value, at }) {
      await knex('past_identifiers')
        .insert({ user_id: userId, kind, value, replaced_at: at })
        // Somebody went back to an old application and forward again: the latest time counts.
        .onConflict(['user_id', 'kind', 'value'])
        .merge();
    },

    async removePastIdentifiers(userId) {
      await knex('past_identifiers').where({ user_id: userId }).delete();
    },

    async movePastIdentifiers({ from, to }) {
      await knex.raw(
        `with moved as (delete from past_identifiers where user_id = ? returning kind, value, replaced_at)
         insert into past_identifiers (user_id, kind, value, replaced_at)
         select ?::uuid, kind, value, replaced_at from moved
         on conflict (user_id, kind, value)
         do update set replaced_at = greatest(past_identifiers.replaced_at, excluded.replaced_at)`,
        [from, to],
      );
    },

    async search(word) {
      if (!isText(word)) return [];
      const rows = await knex<Row>('users')
        .where('unionid', word)
        .orWhere('web_openid', word)
        .orWhere('mini_openid', word)
        .orWhere('phone', word)
        .modify((query) => {
          if (isId(word)) void query.orWhere('id', word);
        })
        .orderBy('created_at')
        .orderBy('id')
        .limit(mostFound);
      return rows.map(toUser);
    },
  };
}

async function resolve(knex: Knex, id: string): Promise<User | undefined> {
  if (!isId(id)) return undefined;
  // `union` drops what was seen, so that a circle, which cannot come about, could not hold us either.
  const { rows } = (await knex.raw(
    `with recursive path (id, merged_into) as (
       select id, merged_into from users where id = ?
       union
       select users.id, users.merged_into from users join path on users.id = path.merged_into
     )
     select users.* from users join path using (id) where users.merged_into is null`,
    [id],
  )) as { rows: Row[] };
  return rows[0] && toUser(rows[0]);
}

/** The typed identifiers of an identity as 64-bit numbers, in ascending order. */
function lockKeysOf({ channel, openid, unionid }: Identity): string[] {
  const names = [`${channel}:${openid}`, ...(unionid === undefined ? [] : [`unionid:${unionid}`])];
  // Two names of one key wait for each other without need, and no more than that.
  const keys = names.map((name) => createHash('sha256').update(name).digest().readBigInt64BE());
  return keys.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0)).map(String);
}

function toUser(row: Row): User {
  return {
    id: row.id,
    unionid: row.unionid,
    webOpenid: row.web_openid,
    miniOpenid: row.mini_openid,
    nickname: row.nickname,
    avatarUrl: row.avatar_url,
    phone: row.phone,
    status: row.status,
    mergedInto: row.merged_into,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
    lastLoginSrc: row.last_login_src,
  };
}

function toRow(patch: UserPatch | User): Partial<Row> {
  const fields = Object.entries(columns) as [keyof UserPatch, keyof Row][];
  return Object.fromEntries(
    fields.flatMap(([field, column]) => (patch[field] === undefined ? [] : [[column, patch[field]]])),
  );
}
