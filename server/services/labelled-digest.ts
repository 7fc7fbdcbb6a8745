// Digests of secret values for the stores. The label keeps digests of different kinds from matching.
import { createHash } from 'node:crypto';

/**
 * SHA-256 of a label and a text, base64url. It does not use a key, so that entries are still found after JWT_SECRET has
 * changed.
 */
export function digestOf(label: string, text: string): string {
  return createHash('sha256').update(`${label}\0${text}`).digest('base64url');
}
