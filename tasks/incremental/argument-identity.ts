// Comparison of arguments by identity, for a watcher: what did not change is the same object from one publication to the next.
import type { Comparison } from './recording-cache.ts';

export const byIdentity: Comparison<readonly object[]> = { keyOf: (args) => args, isSame };

/** Identical, or lists and plain records of equal members. An article or a page is only equal to itself. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  if (!isPlain(a) || !isPlain(b) || 'layout' in a) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && isSame(a[name], b[name]));
}

const isPlain = (value: object): value is Record<string, unknown> => Object.getPrototypeOf(value) === Object.prototype;
