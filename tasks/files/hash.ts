// What tells bytes apart.
import { createHash } from 'node:crypto';
import type { Pause } from './pause.ts';

// A list of ten thousand entries is asked for its hash by whoever writes it and by whoever accounts for it.
const known = new WeakMap<Uint8Array, Buffer>();

/** SHA-256. The bytes are not changed any more. */
export function digestOf(bytes: Uint8Array): Buffer {
  const digest = known.get(bytes) ?? createHash('sha256').update(bytes).digest();
  known.set(bytes, digest);
  return digest;
}

/** The same of many bytes, with turns for others; whoever asks for their digest then has it at once. */
export async function hashInTurns(bytes: Uint8Array, pause: Pause): Promise<void> {
  if (bytes.length <= piece) return;
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += piece) {
    await pause();
    hash.update(bytes.subarray(at, at + piece));
  }
  known.set(bytes, hash.digest());
}

/** Some milliseconds' worth. */
const piece = 4 * 1024 * 1024;

export const hashOf = (bytes: Uint8Array): string => digestOf(bytes).toString('base64');
