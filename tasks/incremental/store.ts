// What one build leaves for the next, in files below `.cache/`: read whole or not at all, and never needed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { base, root } from '../settings/settings.ts';
import { walk } from '../files/tree.ts';

export const cacheFolder = path.join(base, '.cache');

export type Store<T> = {
  /** Nothing where there is none, where it is broken, and where another version or other options left it. */
  readonly load: () => T | undefined;
  /** The bytes as they would stand in the file: for whoever must look at them before. Nothing of what is too long for JSON. */
  readonly toBytes: (value: T) => Buffer | undefined;
  /** Replaces the file in one step. A disk that is full or read-only is no fault: the next build does without. */
  readonly save: (bytes: Buffer) => void;
};

/** A file of the cache. The key is part of its checksum, so that a file of another version is as good as a broken one. */
export function createStore<T>(name: string, key: string): Store<T> {
  const file = path.join(cacheFolder, name);
  const checksum = (json: Buffer): string =>
    createHash('sha256').update(`${name}\n${key}\n`).update(json).digest('hex');
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
    toBytes(value) {
      const json = toJson(value);
      return json && Buffer.concat([Buffer.from(`${checksum(json)}\n`), json]);
    },
    save(bytes) {
      const temporary = `${file}.${process.pid}.new`;
      try {
        mkdirSync(cacheFolder, { recursive: true });
        writeFileSync(temporary, bytes);
        renameSync(temporary, file);
        prune();
      } catch {
        rmSync(temporary, { force: true });
      }
    },
  };
}

/** The longest string has 512 MiB: a site that outgrows it builds without a cache. */
function toJson(value: unknown): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Output folders come and go: the files of those that were built last stay. */
const mostFiles = 16;

function prune(): void {
  // The watcher's folder stands here too.
  const names = readdirSync(cacheFolder, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );
  const files = names.map((name) => {
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
