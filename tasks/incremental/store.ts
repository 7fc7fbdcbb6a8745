// Cache files in `.cache/duplex/`: each is read whole or not at all, and no build needs one.
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
import { base, root } from '../settings/settings.ts';
import { walk } from '../files/tree.ts';

/** Other programs keep theirs in `.cache/` as well. */
export const cacheFolder = path.join(base, '.cache/duplex');

/** What no build replaces. */
export const versionFile = path.join(cacheFolder, 'version');

export type Store<T> = {
  /** Undefined where there is no file, where it is broken, and where another version or other options left it. */
  readonly load: () => T | undefined;
  /** The file in pieces, for the guard to look at before `save`. Undefined where it is too long to be read again. */
  readonly toPieces: (value: T) => readonly Piece[] | undefined;
  /** Replaces the file in one step. A disk that is full or read-only is no fault: the next build does without. */
  readonly save: (pieces: readonly Piece[]) => void;
};

export type Piece = {
  readonly bytes: Buffer;
  readonly digest: string;
  /** Whether the file that was loaded has the same piece. */
  readonly isKnown: boolean;
};

/** A file of the cache. The key is part of its checksum: a cache of another version fails it, and is ignored. */
export function createStore<T>(name: string, key: string): Store<T> {
  const file = path.join(cacheFolder, name);
  /** The first line: a checksum of everything, and the digest of each piece. */
  const headOf = (digests: readonly string[], json: readonly Buffer[]): string =>
    [digestOf(`${name}\n${key}\n${digests.join(' ')}\n`, ...json), ...digests].join(' ');
  let known: ReadonlySet<string> = new Set();
  return {
    load() {
      known = new Set();
      try {
        const bytes = readFileSync(file);
        const end = bytes.indexOf('\n');
        const head = bytes.toString('latin1', 0, end);
        const digests = head.split(' ').slice(1);
        const json = bytes.subarray(end + 1);
        if (head !== headOf(digests, [json])) return undefined;
        known = new Set(digests);
        return JSON.parse(json.toString()) as T;
      } catch {
        return undefined;
      }
    },
    toPieces(value) {
      const pieces = [...inPieces(toJson(value, 3))].map((bytes) => {
        const digest = digestOf(bytes);
        return { bytes, digest, isKnown: known.has(digest) };
      });
      const size = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
      // It is read as one string: a site that outgrows the longest builds without a cache.
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
        prune();
      } catch {
        rmSync(temporary, { force: true });
      }
    },
  };
}

/** JSON, member by member down to a depth: as one string, what 10,000 articles leave would be a tenth of the build's memory. */
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

/** As many texts stand in a piece: where no member came or went, one that changed leaves the other pieces as they were. */
const textsInPiece = 256;

function* inPieces(texts: Iterable<string>): Generator<Buffer> {
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

/** Output folders come and go: the files of those that were built last stay. */
const mostFiles = 16;

function prune(): void {
  const files = readdirSync(cacheFolder)
    .map((name) => path.join(cacheFolder, name))
    .filter((file) => file !== versionFile)
    .map((file) => ({ file, changed: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  for (const { file } of files.sort((a, b) => b.changed - a.changed).slice(mostFiles)) rmSync(file, { force: true });
}

export function removeCache(): void {
  rmSync(cacheFolder, { recursive: true, force: true });
}

/**
 * Everything but the author's files that decides what is built: our code, the packages, and the machine that runs them. So
 * nobody has to raise a version number.
 */
export function codeKey(): string {
  // An installed copy has no lock file of its own: its version says which code it holds, the site's lock which packages there are.
  const locks = ['package.json', 'package-lock.json'].map((name) => path.join(root, name));
  locks.push(path.join(base, 'package-lock.json'));
  const files: string[] = locks.filter((file) => existsSync(file));
  walk(path.join(root, 'tasks'), { file: (file) => void files.push(file) });
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.versions.icu}`);
  for (const file of files.sort()) hash.update(`\n${path.relative(root, file)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}
