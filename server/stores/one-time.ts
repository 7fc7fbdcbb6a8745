// Values that are taken once: states and login codes.
import type { OneTimeStore } from '../ports/one-time-store.ts';
import type { KeyvConnection } from './keyv.ts';

export type OneTimeParts = {
  readonly keyv: Pick<KeyvConnection, 'store'>;
  readonly namespace: string;
  readonly ttlMs: number;
};

/** So long a value that was put or taken is recognized. */
const memoryMs = 15 * 60_000;

/** Makes a store of plain JSON values that live `ttlMs`. Throws `store_unavailable`. */
export function createOneTimeStore<T>({ keyv, namespace, ttlMs }: OneTimeParts): OneTimeStore<T> {
  const values = keyv.store<T>(namespace, ttlMs);
  // Apart from the values: between the end of one and its memory nobody could be told from a stranger.
  const memory = keyv.store<1>(`${namespace}-issued`, memoryMs);
  return {
    async put(key, value) {
      await Promise.all([values.set(key, value), memory.set(key, 1)]);
    },

    async take(key) {
      const value = await values.get(key);
      if (value === undefined) return undefined;
      // Any number may have read it; memory and Redis say of a key to exactly one that it was there to delete.
      const [deleted] = await Promise.all([values.delete(key), memory.set(key, 1)]);
      return deleted ? value : undefined;
    },

    async recognizes(key) {
      return (await memory.get(key)) !== undefined;
    },
  };
}
