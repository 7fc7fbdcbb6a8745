// Stores hold labelled digests of values that only their owners may know, so that one kind never matches another.
import { createHash } from 'node:crypto';

/** SHA-256 of a label and a text, base64url. Unkeyed, so that every instance and every secret finds the same entry. */
export function digestOf(label: string, text: string): string {
  return createHash('sha256').update(`${label}\0${text}`).digest('base64url');
}
