// One-time codes: each is exchanged once, in its time, and says afterwards why it is refused.
import { createShelf } from './shelf.ts';
import type { ShelfParts } from './shelf.ts';

/** That many random bytes; passed in, so that tests can repeat them. */
export type Random = (bytes: number) => Buffer;

export type Codes<T> = {
  issue(value: T): string;
  take(code: string): Taken<T>;
};

export type Taken<T> = { readonly value: T } | { readonly refused: CodeRefusal };
export type CodeRefusal = 'unknown' | 'expired' | 'used';

export function createCodes<T>({ random, ...parts }: ShelfParts & { readonly random: Random }): Codes<T> {
  const shelf = createShelf<{ readonly value: T; used: boolean }>(parts);
  return {
    issue(value) {
      const code = random(24).toString('base64url');
      shelf.put(code, { value, used: false });
      return code;
    },
    take(code) {
      const found = shelf.find(code);
      if (!found) return { refused: 'unknown' };
      const { value: entry, expired } = found;
      if (entry.used) return { refused: 'used' };
      if (expired) return { refused: 'expired' };
      entry.used = true;
      return { value: entry.value };
    },
  };
}
