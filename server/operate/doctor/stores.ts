// The database with its tables, and Redis, asked as the service asks them.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { openDatabase } from '../../stores/database.ts';
import { Problem } from '../../problem.ts';
import { openKeyv } from '../../stores/keyv.ts';
import type { Database } from '../../types.ts';
import { about, error, ok } from './finding.ts';
import type { Finding, Remark } from './finding.ts';

/** Asks the database. Changes nothing in it. */
export async function examineDatabase(config: Config): Promise<readonly Finding[]> {
  const database = await openDatabase({
    url: config.databaseUrl,
    folder: path.join(config.dataDir, 'database'),
    clock: () => new Date(),
    report() {},
  });
  try {
    const refusal = await database.ping().then(
      () => undefined,
      (cause: unknown) => cause,
    );
    if (refusal !== undefined) {
      const mend = 'check DATABASE_URL (user, password, host, database) and that the server runs and takes connections';
      return about('database', [error(`PostgreSQL does not serve: ${reasonOf(refusal)}`, mend)]);
    }
    return about('database', [await examineTables(database, config)]);
  } finally {
    await database.close();
  }
}

async function examineTables(database: Database, { autoMigrate }: Config): Promise<Remark> {
  const missing = await database.checkMigrated().then(
    () => undefined,
    (cause: unknown) => reasonOf(cause),
  );
  if (missing === undefined) return ok('PostgreSQL answers, its tables are up to date');
  if (autoMigrate) return ok('PostgreSQL answers; the start brings its tables up to date (AUTO_MIGRATE=1)');
  return error('the tables are not up to date, and AUTO_MIGRATE=0 leaves them so', 'run `npm run migrate`');
}

/** Puts a value into Redis, reads it and takes it away, as a login does with its state. */
export async function examineRedis({ keyvUrl }: Config): Promise<readonly Finding[]> {
  // That it is not set is a warning of the settings.
  if (keyvUrl === undefined) return [];
  const keyv = openKeyv({ url: keyvUrl });
  const name = randomUUID();
  try {
    const store = keyv.store<string>('doctor', 10_000);
    await store.set(name, name);
    const read = await store.get(name);
    const taken = await store.delete(name);
    if (read === name && taken) return about('redis', [ok('keeps a value, and gives it up once')]);
    const mend = 'give KEYV_URL one server that keeps what it takes: no replica, no cluster without its slots';
    return about('redis', [error('loses values that it has just taken', mend)]);
  } catch (cause) {
    const mend = 'check KEYV_URL (rediss:// for TLS, user, password) and that the server runs and takes writes';
    return about('redis', [error(`Redis does not serve: ${reasonOf(cause)}`, mend)]);
  } finally {
    await keyv.close();
  }
}

/** The driver's own words, which stand behind `store_unavailable`: they name hosts and users, no secret. */
function reasonOf(failure: unknown): string {
  const { message } = failure instanceof Problem && failure.cause instanceof Error ? failure.cause : (failure as Error);
  return message || 'no answer';
}
