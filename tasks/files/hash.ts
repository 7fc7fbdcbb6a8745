// What tells bytes apart.
import { createHash } from 'node:crypto';

// A list of ten thousand entries is asked for its hash by whoever writes it and by whoever accounts for it.
const known = new WeakMap<Uint8Array, Buffer>();

/** SHA-256. The bytes are not changed any more. */
export function digestOf(bytes: Uint8Array): Buffer {
  const digest = known.get(bytes) ?? createHash('sha256').update(bytes).digest();
  known.set(bytes, digest);
  return digest;
}

/** The same of many bytes, piece by piece: whoever asks for their digest at the end has it at once. */
export function* hashInTurns(bytes: Uint8Array): Generator<undefined> {
  if (bytes.length <= piece) return;
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += piece) {
    yield undefined;
    hash.update(bytes.subarray(at, at + piece));
  }
  known.set(bytes, hash.digest());
}

/** Some milliseconds' worth. */
const piece = 4 * 1024 * 1024;

export const hashOf = (bytes: Uint8Array): string => digestOf(bytes).toString('base64');
