// Where values with an end live: this process's memory, or the Redis that all instances share. Both behind Keyv.
import { Keyv } from 'keyv';
import type { StoredDataRaw } from 'keyv';
import { parseJson } from '../json.ts';
import { openRedis } from './redis.ts';
import type { Redis } from './redis.ts';

/** Per namespace in memory: some 30 MB of states. */
const maxValues = 100_000;
/** The value of a look whether Redis takes any is gone after this. */
const pingMs = 1_000;

export type KeyvConnection = {
  /** A namespace whose values are gone after `ttlMs`. Its operations throw `store_unavailable`. */
  store<T>(namespace: string, ttlMs: number): Keyv<T>;
  /** The shared connection, for counters; undefined in memory. */
  readonly redis: Redis | undefined;
  /** Throws `store_unavailable` when Redis does not answer, or takes no value. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

export type KeyvOptions = {
  /** KEYV_URL: `redis://` or `rediss://`; in memory without. */
  readonly url?: string | undefined;
  /** Begins every key, for a Redis that others use too. */
  readonly prefix?: string;
};

/** Opens the store of values with an end. Redis is asked at the first use, so that it may start after this service. */
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
        // Without the end that Keyv writes into it, by this machine's clock: the store ends values, and another
        // instance's clock may be off.
        serialize: ({ value }) => JSON.stringify({ value }),
        // A value that is no JSON of ours counts as absent.
        deserialize: <T>(text: string) => withoutEnd(parseJson(text) as StoredDataRaw<T>),
      });
    },
    redis,
    async ping() {
      // A full one and a replica answer PING, and take nothing.
      await redis?.run((commands) => commands.set(`${prefix}ping`, '1', { PX: pingMs }));
    },
    async close() {
      await redis?.close();
    },
  };
}

/** What an older version wrote has one. */
function withoutEnd<T>(data: StoredDataRaw<T>): StoredDataRaw<T> {
  return data && { ...data, expires: undefined };
}

/**
 * The three commands that Keyv needs. The adapter of @keyv/redis would do but for a Redis that hangs: it waits without
 * end, and opens clients again that were closed for it.
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
 * A map that forgets, by a clock that nobody sets. Nobody asks for the states of logins that nobody finishes: what is
 * expired goes with the next value.
 */
function storeInMemory() {
  const entries = new Map<string, { readonly text: string; readonly end: number }>();
  // Every value lives equally long, so the order of insertion is the order of ends, and the oldest stands first.
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
