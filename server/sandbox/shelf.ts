// What the stand-in remembers for a while: codes, tokens, QR codes. In memory, bounded, swept by the clock.
import type { Clock } from '../types.ts';

export type Shelf<T> = {
  put(key: string, value: T): void;
  /** A value past its time is still told apart from one that never was, for as long again as it lived. */
  find(key: string): { readonly value: T; readonly expired: boolean } | undefined;
  size(): number;
};

export type ShelfParts = {
  readonly clock: Clock;
  /** How long a value lives. */
  readonly seconds: number;
  /** The oldest give way. */
  readonly most?: number;
};

/** Makes a shelf. It has no timer: whoever puts something there sweeps it. */
export function createShelf<T>({ clock, seconds, most = 1000 }: ShelfParts): Shelf<T> {
  // All live equally long, so the order of insertion is the order of age.
  const kept = new Map<string, { readonly value: T; readonly until: number }>();
  const ms = seconds * 1000;

  const sweep = (): void => {
    const forgotten = clock().getTime() - ms;
    for (const [key, { until }] of kept) {
      if (until > forgotten && kept.size < most) return;
      kept.delete(key);
    }
  };

  return {
    put(key, value) {
      sweep();
      kept.set(key, { value, until: clock().getTime() + ms });
    },
    find(key) {
      const entry = kept.get(key);
      if (!entry) return undefined;
      const now = clock().getTime();
      return entry.until + ms <= now ? undefined : { value: entry.value, expired: entry.until <= now };
    },
    size: () => kept.size,
  };
}
