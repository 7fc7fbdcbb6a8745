// Values that are taken once: states and login codes.
import type { OneTimeStore } from '../types.ts';
import type { KeyvRoom } from './keyv.ts';

export type OneTimeParts = {
  readonly keyv: Pick<KeyvRoom, 'store'>;
  readonly namespace: string;
  readonly ttlMs: number;
};

/** Makes a store of plain JSON values that live `ttlMs`. Throws `store_unavailable`. */
export function createOneTimeStore<T>({ keyv, namespace, ttlMs }: OneTimeParts): OneTimeStore<T> {
  const values = keyv.store<T>(namespace, ttlMs);
  return {
    async put(key, value) {
      await values.set(key, value);
    },

    async take(key) {
      const value = await values.get(key);
      if (value === undefined) return undefined;
      // Any number may have read it; memory and Redis say of a key to exactly one that it was there to delete.
      return (await values.delete(key)) ? value : undefined;
    },
  };
}
