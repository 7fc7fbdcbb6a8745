// One-time codes. A rejected code has a reason: unknown, expired or used.
import { randomBytes } from 'node:crypto';
import { createExpiringMap } from './expiring-map.ts';
import type { ExpiringMapParts } from './expiring-map.ts';

export type Codes<T> = {
  issue(value: T): string;
  take(code: string): TakenCode<T>;
};

export type TakenCode<T> = { readonly value: T } | { readonly refusal: CodeRefusal };
export type CodeRefusal = 'unknown' | 'expired' | 'used';

export function createCodes<T>(parts: ExpiringMapParts): Codes<T> {
  const entries = createExpiringMap<{ readonly value: T; used: boolean }>(parts);
  return {
    issue(value) {
      const code = randomBytes(24).toString('base64url');
      entries.put(code, { value, used: false });
      return code;
    },
    take(code) {
      const item = entries.find(code);
      if (!item) return { refusal: 'unknown' };
      const { value: entry, expired } = item;
      if (entry.used) return { refusal: 'used' };
      if (expired) return { refusal: 'expired' };
      entry.used = true;
      return { value: entry.value };
    },
  };
}
