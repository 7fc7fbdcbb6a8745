// Stores values that can be taken once: states and login codes.
import type { OneTimeStore } from '../ports/one-time-store.ts';
import type { KeyvConnection } from './keyv.ts';

export type OneTimeParts = {
  readonly keyv: Pick<KeyvConnection, 'store'>;
  readonly namespace: string;
  readonly ttlMs: number;
};

/** How long a key is recognized after it was put or taken. */
const issuedKeysMs = 15 * 60_000;

/** Creates a store of JSON values that expire after `ttlMs`. Its methods throw `store_unavailable`. */
export function createOneTimeStore<T>({ keyv, namespace, ttlMs }: OneTimeParts): OneTimeStore<T> {
  const values = keyv.store<T>(namespace, ttlMs);
  // A separate namespace, because keys are recognized longer than their values live.
  const issuedKeys = keyv.store<1>(`${namespace}-issued`, issuedKeysMs);
  return {
    async put(key, value) {
      await Promise.all([values.set(key, value), issuedKeys.set(key, 1)]);
    },

    async take(key) {
      const value = await values.get(key);
      if (value === undefined) return undefined;
      // Several callers may have read the value, but deleting the key succeeds for exactly one of them.
      const [wasStored] = await Promise.all([values.delete(key), issuedKeys.set(key, 1)]);
      return wasStored ? value : undefined;
    },

    async recognizes(key) {
      return (await issuedKeys.get(key)) !== undefined;
    },
  };
}
