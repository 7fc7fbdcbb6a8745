// A key for each purpose from one secret: HKDF-SHA256 (RFC 5869), so that no use of one key tells anything of another.
import { createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** 256 bits of its own for a purpose. Every instance with the same secret gets the same key for the same label. */
export function deriveKey(secret: string, label: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `duplex ${label}`, 32)));
}
