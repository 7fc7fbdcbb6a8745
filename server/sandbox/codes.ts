// One-time codes: each is exchanged once, in its time, and says afterwards why it is refused.
import { randomBytes } from 'node:crypto';
import { createShelf } from './shelf.ts';
import type { ShelfParts } from './shelf.ts';

export type Codes<T> = {
  issue(value: T): string;
  take(code: string): Taken<T>;
};

export type Taken<T> = { readonly value: T } | { readonly refused: CodeRefusal };
export type CodeRefusal = 'unknown' | 'expired' | 'used';

export function createCodes<T>(parts: ShelfParts): Codes<T> {
  const shelf = createShelf<{ readonly value: T; used: boolean }>(parts);
  return {
    issue(value) {
      const code = randomBytes(24).toString('base64url');
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
