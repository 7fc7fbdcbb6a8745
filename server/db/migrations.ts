// The migrations, which create and change the tables: their SQL is in `migrations/`. Both engines use the same list.
import { readFileSync } from 'node:fs';
import type { Knex } from 'knex';
import { Failure } from '../command-failure.ts';
import { instancesLock } from './instance-lock.ts';

type Migration = {
  readonly name: string;
  readonly up: (knex: Knex) => Promise<void>;
  /** Reverts the migration, and deletes data that only its columns can hold. Absent if this would delete accounts. */
  readonly down?: (knex: Knex) => Promise<void>;
};

const accounts: Migration = { name: '2026-11-20-accounts', up: (knex) => runFile(knex, 'accounts.sql') };
const auditOfSignIns: Migration = {
  name: '2026-11-24-audit-of-sign-ins',
  up: (knex) => runFile(knex, 'audit-of-sign-ins.sql'),
  down: (knex) => runFile(knex, 'audit-of-sign-ins-down.sql'),
};
const recentRotations: Migration = {
  name: '2026-11-25-recent-rotations',
  up: (knex) => runFile(knex, 'recent-rotations.sql'),
  down: (knex) => runFile(knex, 'recent-rotations-down.sql'),
};
/** In the order in which they run. After a release neither the name nor the content of a migration changes. */
const migrations: readonly Migration[] = [accounts, auditOfSignIns, recentRotations];

const source: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: ({ name }) => name,
  getMigration: ({ up, down = refuse }) => Promise.resolve({ up, down }),
};

/** `onWait` is called if another process holds the lock. */
export type MigrationWay = { readonly back?: boolean | undefined; readonly onWait?: (() => void) | undefined };

/**
 * Applies the missing migrations, or reverts the last one, and returns their names. Everything, including the lock,
 * happens in one transaction. So a process that is killed leaves neither half a schema nor a lock, and any number of
 * instances may start at once.
 */
export async function applyMigrations(
  knex: Knex,
  { back = false, onWait }: MigrationWay = {},
): Promise<readonly string[]> {
  return knex.transaction(async (transaction) => {
    // Waiting for the lock may take long.
    await transaction.raw('set local statement_timeout = 0');
    const lock = "hashtextextended('duplex:migrations', 0)";
    const {
      rows: [{ acquired }],
    } = await transaction.raw<{ rows: [{ acquired: boolean }] }>(
      `select pg_try_advisory_xact_lock(${lock}) as acquired`,
    );
    if (!acquired) {
      onWait?.();
      await transaction.raw(`select pg_advisory_xact_lock(${lock})`);
    }
    if (back) await refuseBesideInstances(transaction);
    const [, names] = (await transaction.migrate[back ? 'down' : 'latest']({
      migrationSource: source,
      // During a rolling update an older instance finds migrations that it does not know. Migrations only add things.
      disableMigrationsListValidation: true,
    })) as [number, string[]];
    return names;
  });
}

/**
 * Throws if an instance is running, because each instance holds this lock while it runs. Otherwise this transaction
 * holds the lock until it ends, which keeps new instances from starting.
 */
async function refuseBesideInstances(transaction: Knex): Promise<void> {
  const {
    rows: [{ alone }],
  } = await transaction.raw<{ rows: [{ alone: boolean }] }>(
    `select pg_try_advisory_xact_lock(${instancesLock}) as alone`,
  );
  if (alone) return;
  throw new Failure(
    'An instance is running on this database, and would lose columns that it writes: stop every instance, revert the migration, then start the older version.',
  );
}

/** Names of the migrations that this code needs and the database lacks. */
export async function listMissing(knex: Knex): Promise<readonly string[]> {
  const {
    rows: [{ exists }],
  } = await knex.raw<{ rows: [{ exists: boolean }] }>("select to_regclass('knex_migrations') is not null as exists");
  const appliedNames = new Set(exists ? ((await knex('knex_migrations').pluck('name')) as string[]) : []);
  return migrations.map(({ name }) => name).filter((name) => !appliedNames.has(name));
}

function refuse(): Promise<void> {
  throw new Failure(
    'The first migration cannot be reverted because its tables contain the accounts: to start over, create a new database.',
  );
}

async function runFile(knex: Knex, name: string): Promise<void> {
  const statements = readFileSync(new URL(`migrations/${name}`, import.meta.url), 'utf8').split(/;\n/);
  for (const statement of statements.filter((text) => text.trim() !== '')) await knex.raw(statement);
}
