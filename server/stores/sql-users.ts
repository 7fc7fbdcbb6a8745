// Users in SQL: one row per person, with up to three unique identifiers.
import { createHash } from 'node:crypto';
import type { Sql } from '../db/sql.ts';
import type { Identity } from '../ports/identity-provider.ts';
import type { IdentifierKind, User, UserStore } from '../ports/user-store.ts';
import { fromRow, toRow } from './row-columns.ts';
import type { RowOf } from './row-columns.ts';
import { isId, isText } from '../query-values.ts';

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
} as const satisfies Record<keyof User, string>;

export type UserRow = RowOf<User, typeof columns>;

const userColumns = Object.values(columns).join(', ');
export const ofUser = userColumns.replace(/\w+/g, 'users.$&');

export const openidColumns = { web: 'web_openid', mini: 'mini_openid' } as const;

/** An operator searches for one person, so more results are not useful. */
const maxFound = 50;

/** Uses a transaction or the pool. The methods are documented in the port. */
export function createUserStore(sql: Sql): UserStore {
  return {
    async lock(identity) {
      // The locks are taken from left to right, in ascending order of their keys, which prevents deadlocks. Taking the
      // same lock twice does no harm.
      const [first, last = first] = lockKeysOf(identity);
      await sql.ask('select pg_advisory_xact_lock($1::bigint), pg_advisory_xact_lock($2::bigint)', [first, last]);
    },

    async findByIdentity({ channel, openid, unionid }) {
      const column = openidColumns[channel];
      // Merged rows are not found, because merging removes their identifiers. The rows are locked in a fixed order. An
      // absent unionid is NULL, which matches nothing.
      const rows = await sql.ask<UserRow>(
        `select ${userColumns} from users where ${column} = $1 or unionid = $2 order by id for update`,
        [openid, unionid ?? null],
      );
      const byUnionid = rows.find((row) => unionid !== undefined && row.unionid === unionid);
      const byOpenid = rows.find((row) => row[column] === openid);
      return { ...(byUnionid && { byUnionid: toUser(byUnionid) }), ...(byOpenid && { byOpenid: toUser(byOpenid) }) };
    },

    async get(id) {
      if (!isId(id)) return undefined;
      const [row] = await sql.table<UserRow>('users').where({ id });
      return row && toUser(row);
    },

    resolve: (id) => resolve(sql, id),

    async hold(id) {
      for (;;) {
        const living = await resolve(sql, id);
        if (!living) return undefined;
        const [row] = await sql.table<UserRow>('users').where({ id: living.id }).whereNull('merged_into').forUpdate();
        // Without a row, the user was merged while this statement waited for the lock: resolve again.
        if (row) return toUser(row);
      }
    },

    async insert(user) {
      await sql.table('users').insert(toRow(columns, user));
    },

    async update(id, patch) {
      const changes = toRow(columns, patch);
      if (Object.keys(changes).length > 0) await sql.table('users').where({ id }).update(changes);
    },

    async addPastIdentifier({ userId, kind, value, at }) {
      await sql
        .table('past_identifiers')
        .insert({ user_id: userId, kind, value, replaced_at: at })
        // The same identifier may be replaced again later: the latest time counts.
        .onConflict(['user_id', 'kind', 'value'])
        .merge();
    },

    async listPastKinds(userId) {
      const rows = await sql.ask<{ kind: IdentifierKind }>('select kind from past_identifiers where user_id = $1', [
        userId,
      ]);
      return rows.map(({ kind }) => kind);
    },

    async removePastIdentifiers(userId) {
      return sql.ask<{ kind: IdentifierKind; value: string }>(
        'delete from past_identifiers where user_id = $1 returning kind, value',
        [userId],
      );
    },

    async movePastIdentifiers({ from, to }) {
      await sql.ask(
        `with moved as (delete from past_identifiers where user_id = $1 returning kind, value, replaced_at)
         insert into past_identifiers (user_id, kind, value, replaced_at)
         select $2::uuid, kind, value, replaced_at from moved
         on conflict (user_id, kind, value)
         do update set replaced_at = greatest(past_identifiers.replaced_at, excluded.replaced_at)`,
        [from, to],
      );
    },

    async movePictures({ origin, path }) {
      await sql.ask(
        `update users set avatar_url = $1::text || regexp_replace(avatar_url, '^http://localhost:[0-9]+', '')
          where avatar_url ~ ('^http://localhost:[0-9]+' || $2::text) and not starts_with(avatar_url, $1::text || $2::text)`,
        [origin, path],
      );
    },

    async search(word) {
      if (!isText(word)) return [];
      const rows: readonly UserRow[] = await sql
        .table<UserRow>('users')
        .where('unionid', word)
        .orWhere('web_openid', word)
        .orWhere('mini_openid', word)
        .orWhere('phone', word)
        .modify((query) => {
          if (isId(word)) void query.orWhere('id', word);
        })
        .orderBy('created_at')
        .orderBy('id')
        .limit(maxFound);
      return rows.map(toUser);
    },
  };
}

async function resolve(sql: Sql, id: string): Promise<User | undefined> {
  if (!isId(id)) return undefined;
  // `union` removes duplicates, so a cycle, which should be impossible, would not loop forever.
  const [row] = await sql.ask<UserRow>(
    `with recursive path (id, merged_into) as (
       select id, merged_into from users where id = $1
       union
       select users.id, users.merged_into from users join path on users.id = path.merged_into
     )
     select ${ofUser} from users join path on path.id = users.id where users.merged_into is null`,
    [id],
  );
  return row && toUser(row);
}

/** 64-bit lock keys for the identifiers of an identity, in ascending order. */
function lockKeysOf({ channel, openid, unionid }: Identity): string[] {
  const names = [`${channel}:${openid}`, ...(unionid === undefined ? [] : [`unionid:${unionid}`])];
  // A collision of two keys only causes an unnecessary wait.
  const keys = names.map((name) => createHash('sha256').update(name).digest().readBigInt64BE());
  return keys.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).map(String);
}

export const toUser = (row: UserRow): User => fromRow<User>(columns, row);
