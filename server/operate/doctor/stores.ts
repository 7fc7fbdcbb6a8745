// The database with its tables, and Redis, asked as the service asks them.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { openDatabase } from '../../stores/database.ts';
import { Problem } from '../../problem.ts';
import { openKeyv } from '../../stores/keyv.ts';
import type { KeyvConnection } from '../../stores/keyv.ts';
import type { Database } from '../../ports/sql-database.ts';
import type { Words } from '../../words.ts';
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
      return about('database', [error(notServing('PostgreSQL', refusal), mendOf(refusal))]);
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
const mends: readonly (readonly [code: string, mend: Words])[] = [
  [
    '25006',
    {
      en: 'it takes no writes: name the primary in DATABASE_URL, not a standby, and leave default_transaction_read_only off',
      zh: '它不接受写入：DATABASE_URL 要写主库，不是备库，并且不要打开 default_transaction_read_only',
    },
  ],
  [
    '28',
    {
      en: 'check user and password in DATABASE_URL, and what pg_hba.conf lets in from this machine',
      zh: '请检查 DATABASE_URL 里的用户和密码，以及 pg_hba.conf 允许本机怎样连接',
    },
  ],
  [
    '3D',
    {
      en: 'make the database that DATABASE_URL names (createdb), or name another',
      zh: '请用 createdb 建好 DATABASE_URL 里写的数据库，或换一个',
    },
  ],
  [
    '53300',
    {
      en: 'all connections are taken: see "Connections" in server/OPERATE.md',
      zh: '连接都被占用了：见 server/OPERATE.zh-CN.md 的“连接”',
    },
  ],
  [
    '08P01',
    {
      en: 'a pooler that refuses what the service asks: see "Connections" in server/OPERATE.md',
      zh: '连接池拒绝了服务的请求：见 server/OPERATE.zh-CN.md 的“连接”',
    },
  ],
  [
    '42501',
    {
      en: 'let this user of the database make tables in its schema: it owns them',
      zh: '请让这个数据库用户能在它的 schema 里建表：表归它所有',
    },
  ],
];
const mendOfAny = {
  en: 'check DATABASE_URL (user, password, host, database) and that the server runs and takes connections',
  zh: '请检查 DATABASE_URL（用户、密码、主机、数据库），以及数据库在运行并接受连接',
};

function mendOf(refusal: unknown): Words {
  const { cause } = refusal as { readonly cause?: { readonly code?: string } };
  const code = cause?.code ?? '';
  return mends.find(([beginning]) => code.startsWith(beginning))?.[1] ?? mendOfAny;
}

/** No finding where the answer is slow, or the database is gone by now: neither says anything of a clock. */
async function compareClocks(database: Database): Promise<readonly Remark[]> {
  const askedAt = Date.now();
  const time = await database.readTime();
  const delay = Date.now() - askedAt;
  if (delay < 0 || delay > toleranceMs) return [];
  const ahead = askedAt + delay / 2 - time.getTime();
  if (Math.abs(ahead) <= toleranceMs)
    return [ok({ en: "this machine's clock agrees with the database's", zh: '本机的时钟与数据库的一致' })];
  const seconds = `${Math.round(Math.abs(ahead) / 1000)} s`;
  return [
    warn(
      {
        en: `this machine's clock is ${seconds} ${ahead > 0 ? 'ahead of' : 'behind'} the database's, which all instances follow`,
        zh: `本机的时钟比数据库的${ahead > 0 ? '快' : '慢'} ${seconds}，所有实例都以数据库的为准`,
      },
      {
        en: 'keep NTP running on both: other services check tokens by their own clocks',
        zh: '请让两边都运行 NTP：其他服务按自己的时钟检查令牌',
      },
    ),
  ];
}

async function examineTables(database: Database, { autoMigrate }: Config): Promise<Remark> {
  const missing = await database.checkMigrated().then(
    () => undefined,
    (cause: unknown) => reasonOf(cause),
  );
  if (missing === undefined)
    return ok({ en: 'PostgreSQL answers, its tables are up to date', zh: 'PostgreSQL 正常，表是最新的' });
  if (autoMigrate)
    return ok({
      en: 'PostgreSQL answers; the start brings its tables up to date (AUTO_MIGRATE=1)',
      zh: 'PostgreSQL 正常；启动时会更新它的表（AUTO_MIGRATE=1）',
    });
  return error(
    {
      en: 'the tables are not up to date, and AUTO_MIGRATE=0 leaves them so',
      zh: '表不是最新的，而 AUTO_MIGRATE=0 不会更新它们',
    },
    { en: 'run `npm run migrate`', zh: '请运行 `npm run migrate`' },
  );
}

/** Asks Redis as a login does; twice, because the first connection of a busy machine may come too late. */
export async function examineRedis({ keyvUrl }: Config): Promise<readonly Finding[]> {
  // That it is not set is a warning of the settings.
  if (keyvUrl === undefined) return [];
  const keyv = openKeyv({ url: keyvUrl });
  try {
    return about('redis', [await examineValues(keyv).catch(() => examineValues(keyv))]);
  } catch (cause) {
    const mend = {
      en: 'check KEYV_URL (rediss:// for TLS, user, password) and that the server runs and takes writes',
      zh: '请检查 KEYV_URL（TLS 用 rediss://，用户、密码），以及 Redis 在运行并接受写入',
    };
    return about('redis', [error(notServing('Redis', cause), mend)]);
  } finally {
    await keyv.close();
  }
}

/** Puts a value in, reads it and takes it away, as a login does with its state. */
async function examineValues(keyv: KeyvConnection): Promise<Remark> {
  const name = randomUUID();
  const store = keyv.store<string>('doctor', 10_000);
  await store.set(name, name);
  const value = await store.get(name);
  const wasDeleted = await store.delete(name);
  if (value === name && wasDeleted)
    return ok({ en: 'keeps a value, and gives it up once', zh: '能存一个值，并且只取出一次' });
  return error(
    { en: 'loses values that it has just taken', zh: '刚存进去的值会丢' },
    {
      en: 'give KEYV_URL one server that keeps what it takes: no replica, no cluster without its slots',
      zh: 'KEYV_URL 要写一台能保住数据的服务器：不要写副本，也不要写槽位不全的集群',
    },
  );
}

const notServing = (server: string, failure: unknown): Words => ({
  en: `${server} does not serve: ${reasonOf(failure)}`,
  zh: `${server} 不能用：${reasonOf(failure)}`,
});

/** The driver's own words, which stand behind `store_unavailable`: they name hosts and users, no secret. */
function reasonOf(failure: unknown): string {
  const { message } = failure instanceof Problem && failure.cause instanceof Error ? failure.cause : (failure as Error);
  return message || 'no answer';
}
