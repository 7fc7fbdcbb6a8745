// Compares arguments by identity, for a watcher, because its next publication has the same objects for unchanged
// values.
import type { Comparison } from './recording-cache.ts';

export const byIdentity: Comparison<readonly object[]> = { keyOf: (args) => args, isSame };

/** Whether values are identical, or lists or plain records with the same members. Entries equal only themselves. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((member, index) => isSame(member, b[index]));
  if (!isPlain(a) || !isPlain(b) || 'layout' in a) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && isSame(a[name], b[name]));
}

const isPlain = (value: object): value is Record<string, unknown> => Object.getPrototypeOf(value) === Object.prototype;
