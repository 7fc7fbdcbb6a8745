// Computes SHA-256 hashes of bytes.
import { createHash } from 'node:crypto';

// The hash of a file is needed twice: for its digest, and to find out whether it changed.
const digests = new WeakMap<Uint8Array, Buffer>();

/** The SHA-256 of bytes, which must not change afterwards. */
export function digestOf(bytes: Uint8Array): Buffer {
  const digest = digests.get(bytes) ?? createHash('sha256').update(bytes).digest();
  digests.set(bytes, digest);
  return digest;
}

/**
 * Hashes a large file in pieces, and yields a pause point (`undefined`) before each piece. Afterwards `digestOf`
 * returns the result at once.
 */
export function* hashInPieces(bytes: Uint8Array): Generator<undefined> {
  if (bytes.length <= pieceSize) return;
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += pieceSize) {
    yield undefined;
    hash.update(bytes.subarray(at, at + pieceSize));
  }
  digests.set(bytes, hash.digest());
}

/** The number of bytes in a piece. Hashing a piece takes some milliseconds. */
const pieceSize = 4 * 1024 * 1024;

export const hashOf = (bytes: Uint8Array): string => digestOf(bytes).toString('base64');
