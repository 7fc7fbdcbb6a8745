// Stores values that expire, through Keyv: in memory, or in the Redis that all instances share.
import { Keyv } from 'keyv';
import type { StoredDataRaw } from 'keyv';
import { parseJson } from '../parse-json.ts';
import { openRedis } from './redis.ts';
import type { Redis } from './redis.ts';

/** The maximum number of values per namespace in memory. For states this is about 30 MB. */
const maxValues = 100_000;
/** The lifetime of the value that `ping` writes. */
const pingMs = 1_000;

export type KeyvConnection = {
  /** A namespace whose values expire after `ttlMs`. Its operations throw `store_unavailable`. */
  store<T>(namespace: string, ttlMs: number): Keyv<T>;
  /** The shared connection, for counters; undefined in memory. */
  readonly redis: Redis | undefined;
  /** Throws `store_unavailable` if Redis does not respond or does not accept writes. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

export type KeyvOptions = {
  /** KEYV_URL: `redis://` or `rediss://`; in memory if absent. */
  readonly url?: string | undefined;
  /** The prefix of every key, for a Redis that is shared with other programs. */
  readonly prefix?: string;
};

/** Opens the store. It connects to Redis at the first use, so Redis may start later than this service. */
export function openKeyv({ url, prefix = 'duplex:' }: KeyvOptions = {}): KeyvConnection {
  const redis = url === undefined ? undefined : openRedis(url);
  const memory = new Map<string, ReturnType<typeof storeInMemory>>();
  const openMemory = (namespace: string) => {
    const store = memory.get(namespace) ?? storeInMemory();
    memory.set(namespace, store);
    return store;
  };
  return {
    store<T>(namespace: string, ttlMs: number): Keyv<T> {
      return new Keyv<T>({
        store: redis ? storeInRedis(redis, `${prefix}${namespace}:`) : openMemory(namespace),
        ttl: ttlMs,
        useKeyPrefix: false,
        throwOnErrors: true,
        emitErrors: false,
        // Omits the expiry that Keyv adds by this machine's clock, which may differ from the clock of another instance.
        // The store expires the values.
        serialize: ({ value }) => JSON.stringify({ value }),
        // An invalid value counts as absent.
        deserialize: <T>(text: string) => withoutEnd(parseJson(text) as StoredDataRaw<T>),
      });
    },
    redis,
    async ping() {
      // Writes a value instead of sending PING, because a full Redis and a replica respond to PING but do not accept
      // writes.
      await redis?.run((commands) => commands.set(`${prefix}ping`, '1', { PX: pingMs }));
    },
    async close() {
      await redis?.close();
    },
  };
}

/** Values of older versions contain an expiry. */
function withoutEnd<T>(data: StoredDataRaw<T>): StoredDataRaw<T> {
  return data && { ...data, expires: undefined };
}

/**
 * The Redis commands that Keyv needs. They replace @keyv/redis, which waits forever if Redis hangs and opens closed
 * clients again.
 */
function storeInRedis(redis: Redis, prefix: string) {
  return {
    get: async (key: string) => (await redis.run((commands) => commands.get(prefix + key))) ?? undefined,
    set: (key: string, text: string, ttlMs: number) =>
      redis.run((commands) => commands.set(prefix + key, text, { PX: ttlMs })),
    delete: async (key: string) => (await redis.run((commands) => commands.unlink(prefix + key))) === 1,
    clear: async () => {},
  };
}

/**
 * A map with expiry by a monotonic clock. Expired values are removed when a new one is set, because states of
 * unfinished logins are never read.
 */
function storeInMemory() {
  const entries = new Map<string, { readonly text: string; readonly end: number }>();
  // All values have the same lifetime, so the first one expires first.
  const sweep = (now: number): void => {
    for (const [key, { end }] of entries) {
      if (end > now && entries.size <= maxValues) return;
      entries.delete(key);
    }
  };
  return {
    get: async (key: string) => {
      const entry = entries.get(key);
      return entry && entry.end > performance.now() ? entry.text : undefined;
    },
    set: async (key: string, text: string, ttlMs: number) => {
      const now = performance.now();
      entries.delete(key);
      entries.set(key, { text, end: now + ttlMs });
      sweep(now);
    },
    delete: async (key: string) => entries.delete(key),
    clear: async () => entries.clear(),
  };
}
