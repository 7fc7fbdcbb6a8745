// A bounded map whose values expire, for the stand-in's codes and tokens.
import type { Clock } from '../ports/clock.ts';

export type ExpiringMap<T> = {
  put(key: string, value: T): void;
  /** Also finds expired values, until they are evicted. */
  find(key: string): { readonly value: T; readonly expired: boolean } | undefined;
};

/** `seconds` is the lifetime of a value. */
export type ExpiringMapParts = { readonly clock: Clock; readonly seconds: number };

/** Above this size the oldest value is evicted. */
const maxSize = 1000;

export function createExpiringMap<T>({ clock, seconds }: ExpiringMapParts): ExpiringMap<T> {
  const values = new Map<string, { readonly value: T; readonly until: number }>();
  const now = (): number => clock().getTime();
  return {
    put(key, value) {
      const [oldest] = values.keys();
      if (oldest !== undefined && values.size >= maxSize) values.delete(oldest);
      values.set(key, { value, until: now() + seconds * 1000 });
    },
    find(key) {
      const entry = values.get(key);
      return entry && { value: entry.value, expired: entry.until <= now() };
    },
  };
}
