// Hashes of bytes.
import { createHash } from 'node:crypto';

// The hash of a large file is needed twice, for its digest and for writing it.
const known = new WeakMap<Uint8Array, Buffer>();

/** SHA-256. The bytes are not changed any more. */
export function digestOf(bytes: Uint8Array): Buffer {
  const digest = known.get(bytes) ?? createHash('sha256').update(bytes).digest();
  known.set(bytes, digest);
  return digest;
}

/** Hashes many bytes piece by piece, with a pause point (`undefined`) before each. `digestOf` then has the digest at once. */
export function* hashInPieces(bytes: Uint8Array): Generator<undefined> {
  if (bytes.length <= pieceSize) return;
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += pieceSize) {
    yield undefined;
    hash.update(bytes.subarray(at, at + pieceSize));
  }
  known.set(bytes, hash.digest());
}

/** Bytes that take some milliseconds. */
const pieceSize = 4 * 1024 * 1024;

export const hashOf = (bytes: Uint8Array): string => digestOf(bytes).toString('base64');
