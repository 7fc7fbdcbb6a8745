// A bounded map in memory whose values expire: the stand-in's codes and tokens.
import type { Clock } from '../ports/clock.ts';

export type ExpiringMap<T> = {
  put(key: string, value: T): void;
  /** A value past its time is still told apart from one that never was. */
  find(key: string): { readonly value: T; readonly expired: boolean } | undefined;
};

/** `seconds`: how long a value lives. */
export type ExpiringMapParts = { readonly clock: Clock; readonly seconds: number };

/** The oldest give way. */
const maxSize = 1000;

export function createExpiringMap<T>({ clock, seconds }: ExpiringMapParts): ExpiringMap<T> {
  const values = new Map<string, { readonly value: T; readonly until: number }>();
  const now = (): number => clock().getTime();
  return {
    put(key, value) {
      const [oldest] = values.keys();
      if (values.size >= maxSize) values.delete(oldest!);
      values.set(key, { value, until: now() + seconds * 1000 });
    },
    find(key) {
      const entry = values.get(key);
      return entry && { value: entry.value, expired: entry.until <= now() };
    },
  };
}
