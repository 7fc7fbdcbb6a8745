// Reads and writes the cache files in `.cache/duplex/`. A damaged file is ignored, because a build works without a
// cache.
import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { base } from '../settings/settings.ts';

/** Other programs may use `.cache/` too. */
export const cacheFolder = path.join(base, '.cache/duplex');

/** The file with the version of the product that built here last. It is not removed with old caches. */
export const versionFile = path.join(cacheFolder, 'version');

export type CacheFile<T> = {
  /** Undefined if the file is missing or damaged, or was written by another version or with other options. */
  readonly load: () => T | undefined;
  /** The file in pieces, which the guard searches before `save`. Undefined if the file is too long to be loaded. */
  readonly toPieces: (value: T) => readonly Piece[] | undefined;
  /** Replaces the file in one step. Does nothing if the disk is full or read-only. */
  readonly save: (pieces: readonly Piece[]) => void;
};

export type Piece = {
  readonly bytes: Buffer;
  readonly digest: string;
  /** Whether the loaded file has the same piece. */
  readonly wasLoaded: boolean;
};

/** Opens a cache file. The key is part of the checksum, so a file with another key is ignored. */
export function openCacheFile<T>(name: string, key: string): CacheFile<T> {
  const file = path.join(cacheFolder, name);
  /** The first line: a checksum of everything, and the digest of each piece. */
  const headOf = (digests: readonly string[], json: readonly Buffer[]): string =>
    [digestOf(`${name}\n${key}\n${digests.join(' ')}\n`, ...json), ...digests].join(' ');
  let loadedDigests: ReadonlySet<string> = new Set();
  return {
    load() {
      loadedDigests = new Set();
      try {
        const bytes = readFileSync(file);
        const end = bytes.indexOf('\n');
        const head = bytes.toString('latin1', 0, end);
        const digests = head.split(' ').slice(1);
        const json = bytes.subarray(end + 1);
        if (head !== headOf(digests, [json])) return undefined;
        loadedDigests = new Set(digests);
        return JSON.parse(json.toString()) as T;
      } catch {
        return undefined;
      }
    },
    toPieces(value) {
      const pieces = [...splitIntoPieces(toJson(value, 3))].map((bytes) => {
        const digest = digestOf(bytes);
        return { bytes, digest, wasLoaded: loadedDigests.has(digest) };
      });
      const size = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
      // The file is loaded as one string. A site whose cache is longer than the longest string builds without a cache.
      return size > constants.MAX_STRING_LENGTH ? undefined : pieces;
    },
    save(pieces) {
      const temporary = `${file}.${process.pid}.new`;
      try {
        mkdirSync(cacheFolder, { recursive: true });
        const handle = openSync(temporary, 'w');
        try {
          const json = pieces.map(({ bytes }) => bytes);
          const head = headOf(
            pieces.map(({ digest }) => digest),
            json,
          );
          for (const bytes of [Buffer.from(`${head}\n`), ...json]) writeFileSync(handle, bytes);
        } finally {
          closeSync(handle);
        }
        renameSync(temporary, file);
        removeOldFiles();
      } catch {
        rmSync(temporary, { force: true });
      }
    },
  };
}

/**
 * Yields JSON in parts. Values deeper than `depth` are not split. As one string, the cache of 10,000 articles would
 * take a tenth of the build's memory.
 */
function* toJson(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value ?? null);
    return;
  }
  const isArray = Array.isArray(value);
  const members = Object.entries(value).filter(([, member]) => isArray || member !== undefined);
  yield isArray ? '[' : '{';
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? '' : ','}${isArray ? '' : `${JSON.stringify(name)}:`}`;
    yield* toJson(member, depth - 1);
  }
  yield isArray ? ']' : '}';
}

/** The number of texts in a piece. A changed text changes only its own piece, unless texts were added or removed. */
const textsInPiece = 256;

function* splitIntoPieces(texts: Iterable<string>): Generator<Buffer> {
  let piece: string[] = [];
  for (const text of texts) {
    piece.push(text);
    if (piece.length < textsInPiece) continue;
    yield Buffer.from(piece.join(''));
    piece = [];
  }
  yield Buffer.from(piece.join(''));
}

function digestOf(...texts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
}

/** The number of cache files that are kept: those of the folders that were built last. */
const maxFiles = 16;

function removeOldFiles(): void {
  const files = readdirSync(cacheFolder)
    .map((name) => path.join(cacheFolder, name))
    .filter((file) => file !== versionFile)
    .map((file) => ({ file, changed: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  for (const { file } of files.sort((a, b) => b.changed - a.changed).slice(maxFiles)) rmSync(file, { force: true });
}

/** Removes the cache. Renames its folder first, because another build may save a file at the same time. */
export function removeCache(): void {
  const removed = `${cacheFolder}.removed`;
  rmSync(removed, { recursive: true, force: true });
  if (existsSync(cacheFolder)) renameSync(cacheFolder, removed);
  rmSync(removed, { recursive: true, force: true });
}
