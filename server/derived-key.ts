// Derives a key for each purpose from one secret by HKDF-SHA256 (RFC 5869), so that a key reveals nothing about the
// others.
import { createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A 256-bit key. Every instance with the same secret gets the same key for the same label. */
export function deriveKey(secret: string, label: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `duplex ${label}`, 32)));
}
