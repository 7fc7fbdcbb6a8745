// What one build leaves for the next, in files of `.cache/duplex/`: read whole or not at all, and never needed.
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

export type Store<T> = {
  /** Nothing where there is none, where it is broken, and where another version or other options left it. */
  readonly load: () => T | undefined;
  /** What would stand in the file, in pieces: for whoever must look at it before. Nothing of what could not be read again. */
  readonly toPieces: (value: T) => readonly Buffer[] | undefined;
  /** Replaces the file in one step. A disk that is full or read-only is no fault: the next build does without. */
  readonly save: (pieces: readonly Buffer[]) => void;
};

/** A file of the cache. The key is part of its checksum: a cache of another version fails it, and is ignored. */
export function createStore<T>(name: string, key: string): Store<T> {
  const file = path.join(cacheFolder, name);
  const checksum = (...json: readonly Buffer[]): string => {
    const hash = createHash('sha256').update(`${name}\n${key}\n`);
    for (const piece of json) hash.update(piece);
    return hash.digest('hex');
  };
  return {
    load() {
      try {
        const bytes = readFileSync(file);
        const end = bytes.indexOf('\n');
        const json = bytes.subarray(end + 1);
        return bytes.toString('latin1', 0, end) === checksum(json) ? (JSON.parse(json.toString()) as T) : undefined;
      } catch {
        return undefined;
      }
    },
    toPieces(value) {
      const json = [...inPieces(toJson(value, 3))];
      const size = json.reduce((sum, { length }) => sum + length, 0);
      // It is read as one string: a site that outgrows the longest builds without a cache.
      if (size > constants.MAX_STRING_LENGTH) return undefined;
      return [Buffer.from(`${checksum(...json)}\n`), ...json];
    },
    save(pieces) {
      const temporary = `${file}.${process.pid}.new`;
      try {
        mkdirSync(cacheFolder, { recursive: true });
        const handle = openSync(temporary, 'w');
        try {
          for (const piece of pieces) writeFileSync(handle, piece);
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

/** Texts as bytes, in pieces of about a mebibyte. */
function* inPieces(texts: Iterable<string>): Generator<Buffer> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < 2 ** 20) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}

/** Output folders come and go: the files of those that were built last stay. */
const mostFiles = 16;

function prune(): void {
  const files = readdirSync(cacheFolder).map((name) => {
    const file = path.join(cacheFolder, name);
    return { file, changed: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
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
  // An installed copy has no lock file of its own: the site's says which packages there are.
  const locks = [path.join(root, 'package-lock.json'), path.join(base, 'package-lock.json')];
  const files: string[] = locks.filter((file) => existsSync(file));
  walk(path.join(root, 'tasks'), { file: (file) => void files.push(file) });
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.versions.icu}`);
  for (const file of files.sort()) hash.update(`\n${path.relative(root, file)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}
