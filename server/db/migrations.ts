// The tables, and how a database comes to have them. One list for both engines.
import { readFileSync } from 'node:fs';
import type { Knex } from 'knex';
import { Failure } from '../failure.ts';
import { instancesLock } from './instances.ts';

type Migration = {
  readonly name: string;
  readonly up: (knex: Knex) => Promise<void>;
  /** Takes it back, and what only it could hold. Absent where that would be somebody's account. */
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
/** In the order in which they run. A name, once released, never changes, and neither does what it does. */
const migrations: readonly Migration[] = [accounts, auditOfSignIns, recentRotations];

const source: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: ({ name }) => name,
  getMigration: ({ up, down = refuse }) => Promise.resolve({ up, down }),
};

/** `onWait` hears that another migrator holds the lock. */
export type MigrationWay = { readonly back?: boolean | undefined; readonly onWait?: (() => void) | undefined };

/**
 * Applies what is missing, or takes back the last that was applied, and returns the names. One transaction, and the lock
 * lives as long as it does: a migrator that is killed leaves neither half a schema nor a lock, and any number of instances
 * may start at once.
 */
export async function applyMigrations(
  knex: Knex,
  { back = false, onWait }: MigrationWay = {},
): Promise<readonly string[]> {
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
    if (back) await refuseBesideInstances(transaction);
    const [, names] = (await transaction.migrate[back ? 'down' : 'latest']({
      migrationSource: source,
      // While instances are replaced one by one, an old one finds migrations that it does not know. They only add.
      disableMigrationsListValidation: true,
    })) as [number, string[]];
    return names;
  });
}

/** Each instance holds this lock while it runs. Held from here to the end, it also stops one that starts meanwhile. */
async function refuseBesideInstances(transaction: Knex): Promise<void> {
  const { rows } = (await transaction.raw(`select pg_try_advisory_xact_lock(${instancesLock}) as alone`)) as {
    rows: { alone: boolean }[];
  };
  if (rows[0]!.alone) return;
  throw new Failure(
    'An instance runs on this database, and would lose columns that it writes: stop every instance, take the migration back, then start the older version.',
  );
}

/** Names of the migrations that this code needs and the database lacks. */
export async function listMissing(knex: Knex): Promise<readonly string[]> {
  const { rows } = (await knex.raw("select to_regclass('knex_migrations') is not null as there")) as {
    rows: { there: boolean }[];
  };
  const applied = new Set(rows[0]!.there ? ((await knex('knex_migrations').pluck('name')) as string[]) : []);
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

function refuse(): Promise<void> {
  throw new Failure('The first tables hold the accounts and are not taken back: to begin anew, make a new database.');
}

async function runFile(knex: Knex, name: string): Promise<void> {
  const statements = readFileSync(new URL(name, import.meta.url), 'utf8').split(/;\n/);
  for (const statement of statements.filter((text) => text.trim() !== '')) await knex.raw(statement);
}
