// The tables, and how a database comes to have them. One list for both engines; forward only.
import type { Knex } from 'knex';

type Migration = { readonly name: string; readonly up: (knex: Knex) => Promise<void> };

/** In the order in which they run. A name, once released, never changes, and neither does what it does. */
const migrations: readonly Migration[] = [{ name: '2026-11-20-accounts', up: createAccounts }];

const source: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: ({ name }) => name,
  getMigration: ({ up }) => Promise.resolve({ up, down: refuse }),
};

/**
 * Applies what is missing and returns its names. One transaction, and the lock lives as long as it does: a migrator
 * that is killed leaves neither half a schema nor a lock, and any number of instances may start at once. `onWait` hears
 * that another one holds the lock.
 */
export async function applyMigrations(knex: Knex, onWait?: () => void): Promise<readonly string[]> {
  return knex.transaction(async (transaction) => {
    // Who waits does so for as long as it takes.
    await transaction.raw('set local statement_timeout = 0');
    const lock = "hashtextextended('duplex:migrations', 0)";
    const { rows } = (await transaction.raw(`select pg_try_advisory_xact_lock(${lock}) as taken`)) as {
      rows: { taken: boolean }[];
    };
    if (!rows[0]!.taken) {
      onWait?.();
      await transaction.raw(`select pg_advisory_xact_lock(${lock})`);
    }
    const [, names] = (await transaction.migrate.latest({
      migrationSource: source,
      // While instances are replaced one by one, an old one finds migrations that it does not know. They only add.
      disableMigrationsListValidation: true,
    })) as [number, string[]];
    return names;
  });
}

/** Names of the migrations that this code needs and the database lacks. */
export async function listMissing(knex: Knex): Promise<readonly string[]> {
  const table = 'knex_migrations';
  if (!(await knex.schema.hasTable(table))) return migrations.map(({ name }) => name);
  const applied = new Set((await knex(table).pluck('name')) as string[]);
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

async function refuse(): Promise<void> {
  throw new Error('Migrations go forward only: restore a backup.');
}

/** The user record and what hangs on it. Times are milliseconds precise, as JavaScript's are. */
async function createAccounts(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id uuid primary key,
      unionid varchar(64) constraint users_unionid_unique unique,
      web_openid varchar(64) constraint users_web_openid_unique unique,
      mini_openid varchar(64) constraint users_mini_openid_unique unique,
      nickname text,
      avatar_url text,
      phone text,
      status text not null,
      merged_into uuid references users,
      created_at timestamptz(3) not null,
      last_login_at timestamptz(3),
      last_login_src text,
      constraint users_status_known check (status in ('active', 'disabled', 'deleted')),
      constraint users_source_known check (last_login_src in ('web', 'mini')),
      constraint users_no_empty_identifier check (unionid <> '' and web_openid <> '' and mini_openid <> ''),
      -- Who was merged or left is found by nobody.
      constraint users_gone_without_identifier check (
        (merged_into is null and status <> 'deleted') or num_nonnulls(unionid, web_openid, mini_openid) = 0
      ),
      constraint users_merged_into_another check (merged_into <> id)
    )`);
  await knex.raw('create index users_phone on users (phone) where phone is not null');

  // No index holds what a refresh changes, and a page keeps room for it: an update stays within its page.
  await knex.raw(`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users,
      channel text not null,
      generation integer not null,
      user_agent text,
      created_at timestamptz(3) not null,
      rotated_at timestamptz(3) not null,
      last_used_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      constraint sessions_channel_known check (channel in ('web', 'mini')),
      constraint sessions_generation_counts check (generation >= 0)
    ) with (fillfactor = 80)`);
  await knex.raw('create index sessions_user on sessions (user_id)');
  await knex.raw('create index sessions_expiry on sessions (expires_at)');
  await knex.raw('create index sessions_revocation on sessions (revoked_at) where revoked_at is not null');

  await knex.raw(`
    create table past_identifiers (
      user_id uuid not null references users,
      kind text not null,
      value varchar(64) not null,
      replaced_at timestamptz(3) not null,
      primary key (user_id, kind, value),
      constraint past_identifiers_kind_known check (kind in ('unionid', 'web_openid', 'mini_openid')),
      constraint past_identifiers_not_empty check (value <> '')
    )`);

  await knex.raw(`
    create table spent_codes (
      key text primary key,
      claimed_at timestamptz(3) not null
    )`);
  await knex.raw('create index spent_codes_claimed on spent_codes (claimed_at)');

  // It refers to nobody: a record outlives its user's row and session. \`turn\` orders what happened in one
  // millisecond, and may begin again when it has counted to its end.
  await knex.raw(`
    create table audit (
      id uuid primary key,
      turn integer generated always as identity (cycle),
      happened_at timestamptz(3) not null,
      event text not null,
      user_id uuid,
      session_id uuid,
      request_id text,
      details jsonb
    )`);
  await knex.raw('create index audit_user on audit (user_id, happened_at desc, turn desc)');
  await knex.raw('create index audit_time on audit (happened_at)');
}
