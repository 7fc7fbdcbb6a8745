// Checks the database and Redis as the service uses them.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../../login-config.ts';
import { openDatabase } from '../../stores/database.ts';
import { Problem } from '../../problem.ts';
import { openKeyv } from '../../stores/keyv.ts';
import type { KeyvConnection } from '../../stores/keyv.ts';
import type { Database } from '../../ports/sql-database.ts';
import type { Words } from '../../bilingual-text.ts';
import { about, error, ok, warn } from './doctor-report.ts';
import type { Report, Remark } from './doctor-report.ts';

/** Clocks that use NTP differ by less. */
const toleranceMs = 1_000;

/** Checks the database without changing it. */
export async function examineDatabase(config: Config): Promise<readonly Report[]> {
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

/** Remedies by the start of the SQLSTATE; the first match is used. */
const remedies: readonly (readonly [code: string, remedy: Words])[] = [
  [
    '25006',
    {
      en: 'the database is read-only: use the primary in DATABASE_URL, not a standby, and do not set default_transaction_read_only',
      zh: '数据库是只读的：DATABASE_URL 要写主库，不是备库，并且不要打开 default_transaction_read_only',
    },
  ],
  [
    '28',
    {
      en: 'check user and password in DATABASE_URL, and the rules for this machine in pg_hba.conf',
      zh: '请检查 DATABASE_URL 里的用户和密码，以及 pg_hba.conf 里关于本机的规则',
    },
  ],
  [
    '3D',
    {
      en: 'create the database in DATABASE_URL (createdb), or use another one',
      zh: '请用 createdb 建好 DATABASE_URL 里写的数据库，或换一个',
    },
  ],
  [
    '53300',
    {
      en: 'all connections are in use: see "Connections" in server/OPERATE.md',
      zh: '连接都被占用了：见 server/OPERATE.zh-CN.md 的“连接”',
    },
  ],
  [
    '08P01',
    {
      en: 'a pooler rejects the connection: see "Connections" in server/OPERATE.md',
      zh: '连接池拒绝了服务的请求：见 server/OPERATE.zh-CN.md 的“连接”',
    },
  ],
  [
    '42501',
    {
      en: 'allow the database user to create tables in its schema',
      zh: '请允许这个数据库用户在它的 schema 里建表',
    },
  ],
];
const remedyOfAny = {
  en: 'check DATABASE_URL (user, password, host, database), and that the server is running and accepts connections',
  zh: '请检查 DATABASE_URL（用户、密码、主机、数据库），并确认数据库在运行、能接受连接',
};

function mendOf(refusal: unknown): Words {
  const { cause } = refusal as { readonly cause?: { readonly code?: string } };
  const code = cause?.code ?? '';
  return remedies.find(([beginning]) => code.startsWith(beginning))?.[1] ?? remedyOfAny;
}

/** Returns no report if the response is slow, because then the comparison is not accurate. */
async function compareClocks(database: Database): Promise<readonly Remark[]> {
  const askedAt = Date.now();
  const time = await database.readTime();
  const delay = Date.now() - askedAt;
  if (delay < 0 || delay > toleranceMs) return [];
  const aheadMs = askedAt + delay / 2 - time.getTime();
  if (Math.abs(aheadMs) <= toleranceMs)
    return [ok({ en: "this machine's clock agrees with the database's", zh: '本机的时钟与数据库的一致' })];
  const seconds = `${Math.round(Math.abs(aheadMs) / 1000)} s`;
  return [
    warn(
      {
        en: `this machine's clock is ${seconds} ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's, which all instances follow`,
        zh: `本机的时钟比数据库的${aheadMs > 0 ? '快' : '慢'} ${seconds}，所有实例都以数据库的为准`,
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
    return ok({ en: 'PostgreSQL responds, and its tables are up to date', zh: 'PostgreSQL 正常，表是最新的' });
  if (autoMigrate)
    return ok({
      en: 'PostgreSQL responds; its tables are updated at the next start (AUTO_MIGRATE=1)',
      zh: 'PostgreSQL 正常；启动时会更新它的表（AUTO_MIGRATE=1）',
    });
  return error(
    {
      en: 'the tables are not up to date, and AUTO_MIGRATE=0 does not update them',
      zh: '表不是最新的，而 AUTO_MIGRATE=0 不会更新它们',
    },
    { en: 'run `npm run migrate`', zh: '请运行 `npm run migrate`' },
  );
}

/** Checks Redis, twice if necessary, because the first connection may time out on a busy machine. */
export async function examineRedis({ keyvUrl }: Config): Promise<readonly Report[]> {
  // A missing KEYV_URL is reported by the check of the settings.
  if (keyvUrl === undefined) return [];
  const keyv = openKeyv({ url: keyvUrl });
  try {
    return about('redis', [await examineValues(keyv).catch(() => examineValues(keyv))]);
  } catch (cause) {
    const remedy = {
      en: 'check KEYV_URL (rediss:// for TLS, user, password), and that the server is running and accepts writes',
      zh: '请检查 KEYV_URL（TLS 用 rediss://，用户、密码），并确认 Redis 在运行、能写入',
    };
    return about('redis', [error(notServing('Redis', cause), remedy)]);
  } finally {
    await keyv.close();
  }
}

/** Sets, reads and deletes a value, as a login does with its state. */
async function examineValues(keyv: KeyvConnection): Promise<Remark> {
  const name = randomUUID();
  const store = keyv.store<string>('doctor', 10_000);
  await store.set(name, name);
  const value = await store.get(name);
  const wasDeleted = await store.delete(name);
  if (value === name && wasDeleted)
    return ok({ en: 'stores a value and returns it once', zh: '能存一个值，并且只取出一次' });
  return error(
    { en: 'loses values that were just stored', zh: '刚存进去的值会丢失' },
    {
      en: 'set KEYV_URL to one server that keeps its data, not to a replica or an incomplete cluster',
      zh: 'KEYV_URL 要写一台能保存数据的服务器，不要写副本或槽位不全的集群',
    },
  );
}

const notServing = (server: string, failure: unknown): Words => ({
  en: `${server} is not available: ${reasonOf(failure)}`,
  zh: `${server} 不能用：${reasonOf(failure)}`,
});

/** The driver's message, which is the cause of `store_unavailable`. It may contain hosts and users, but no secrets. */
function reasonOf(failure: unknown): string {
  const { message } = failure instanceof Problem && failure.cause instanceof Error ? failure.cause : (failure as Error);
  return message || 'no answer';
}
