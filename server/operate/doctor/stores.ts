// The database with its tables, and Redis, asked as the service asks them.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { openDatabase } from '../../stores/database.ts';
import { Problem } from '../../problem.ts';
import { openKeyv } from '../../stores/keyv.ts';
import type { KeyvRoom } from '../../stores/keyv.ts';
import type { Database } from '../../types.ts';
import { about, error, ok, warn } from './finding.ts';
import type { Finding, Remark } from './finding.ts';

/** Clocks that NTP keeps differ less. */
const toleranceMs = 1_000;

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
      return about('database', [error(`PostgreSQL does not serve: ${reasonOf(refusal)}`, mendOf(refusal))]);
    }
    return [
      ...about('database', [await examineTables(database, config)]),
      ...about('clock', await compareClocks(database).catch(() => [])),
    ];
  } finally {
    await database.close();
  }
}

/** What to do about an SQLSTATE, by its beginning; the first that fits. */
const mends: readonly (readonly [code: string, mend: string])[] = [
  [
    '25006',
    'it takes no writes: name the primary in DATABASE_URL, not a standby, and leave default_transaction_read_only off',
  ],
  ['28', 'check user and password in DATABASE_URL, and what pg_hba.conf lets in from this machine'],
  ['3D', 'make the database that DATABASE_URL names (createdb), or name another'],
  ['53300', 'all connections are taken: see "Connections" in server/OPERATE.md'],
  ['08P01', 'a pooler that refuses what the service asks: see "Connections" in server/OPERATE.md'],
  ['42501', 'let this user of the database make tables in its schema: it owns them'],
];
const mendOfAny = 'check DATABASE_URL (user, password, host, database) and that the server runs and takes connections';

function mendOf(refusal: unknown): string {
  const { cause } = refusal as { readonly cause?: { readonly code?: string } };
  const code = cause?.code ?? '';
  return mends.find(([beginning]) => code.startsWith(beginning))?.[1] ?? mendOfAny;
}

/** No finding where the answer is slow, or the database is gone by now: neither says anything of a clock. */
async function compareClocks(database: Database): Promise<readonly Remark[]> {
  const asked = Date.now();
  const time = await database.readTime();
  const delay = Date.now() - asked;
  if (delay < 0 || delay > toleranceMs) return [];
  const ahead = asked + delay / 2 - time.getTime();
  if (Math.abs(ahead) <= toleranceMs) return [ok("this machine's clock agrees with the database's")];
  const seconds = `${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'}`;
  return [
    warn(
      `this machine's clock is ${seconds} the database's, which all instances follow`,
      'keep NTP running on both: other services check tokens by their own clocks',
    ),
  ];
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

/** Asks Redis as a login does; twice, because the first connection of a busy machine may come too late. */
export async function examineRedis({ keyvUrl }: Config): Promise<readonly Finding[]> {
  // That it is not set is a warning of the settings.
  if (keyvUrl === undefined) return [];
  const keyv = openKeyv({ url: keyvUrl });
  try {
    return about('redis', [await examineValues(keyv).catch(() => examineValues(keyv))]);
  } catch (cause) {
    const mend = 'check KEYV_URL (rediss:// for TLS, user, password) and that the server runs and takes writes';
    return about('redis', [error(`Redis does not serve: ${reasonOf(cause)}`, mend)]);
  } finally {
    await keyv.close();
  }
}

/** Puts a value in, reads it and takes it away, as a login does with its state. */
async function examineValues(keyv: KeyvRoom): Promise<Remark> {
  const name = randomUUID();
  const store = keyv.store<string>('doctor', 10_000);
  await store.set(name, name);
  const read = await store.get(name);
  const taken = await store.delete(name);
  if (read === name && taken) return ok('keeps a value, and gives it up once');
  return error(
    'loses values that it has just taken',
    'give KEYV_URL one server that keeps what it takes: no replica, no cluster without its slots',
  );
}

/** The driver's own words, which stand behind `store_unavailable`: they name hosts and users, no secret. */
function reasonOf(failure: unknown): string {
  const { message } = failure instanceof Problem && failure.cause instanceof Error ? failure.cause : (failure as Error);
  return message || 'no answer';
}
