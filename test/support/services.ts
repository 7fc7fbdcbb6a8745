// Connects to PostgreSQL and Redis. Without them, a suite is skipped with one line, or fails in CI.
import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import pg from 'pg';

const waitMs = 2_000;

/** Skips a suite, or fails it if all services are required. */
export function skip(suite: Mocha.Context, message: string): never {
  if (process.env.REQUIRE_SERVICES === '1') throw new Error(message);
  process.stderr.write(`    ${message}\n`);
  return suite.skip() as never;
}

export type Schema = {
  /** The address of the schema. Connections to this address see no other schema. */
  readonly url: string;
  /** Removes the schema with everything in it. */
  drop(): Promise<void>;
};

/** Makes an empty schema in the test database (TEST_DATABASE_URL), or skips the suite. Call it in a `before` hook. */
export async function makeSchema(suite: Mocha.Context): Promise<Schema> {
  const { TEST_DATABASE_URL: server = 'postgres://postgres@127.0.0.1:5432/test' } = process.env;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const tell = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: waitMs });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  try {
    await tell(`create schema ${name}`);
  } catch (error) {
    return skip(suite, `skipped: no PostgreSQL at TEST_DATABASE_URL (${(error as Error).message})`);
  }
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, drop: () => tell(`drop schema ${name} cascade`) };
}

export type RedisRoom = {
  readonly url: string;
  /** The beginning of every key. */
  readonly prefix: string;
  /** Removes every key that begins with the prefix. */
  clear(): Promise<void>;
};

/** Connects to Redis (TEST_REDIS_URL) with a unique prefix, or skips the suite. Call it in a `before` hook. */
export async function makeRedisRoom(suite: Mocha.Context): Promise<RedisRoom> {
  const { TEST_REDIS_URL: url = 'redis://127.0.0.1:6379' } = process.env;
  const prefix = `test-${randomUUID()}:`;
  try {
    await tellRedis(url, (client) => client.ping());
  } catch (error) {
    return skip(suite, `skipped: no Redis at TEST_REDIS_URL (${(error as Error).message})`);
  }
  const script = "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end";
  return { url, prefix, clear: () => tellRedis(url, (client) => client.eval(script, { arguments: [`*${prefix}*`] })) };
}

async function tellRedis<T>(url: string, work: (client: ReturnType<typeof createClient>) => Promise<T>): Promise<void> {
  const client = createClient({ url, socket: { connectTimeout: waitMs, reconnectStrategy: false } });
  client.on('error', () => {});
  await client.connect();
  await work(client).finally(() => client.disconnect());
}
