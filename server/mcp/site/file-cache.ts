// A cache of files. Files are revalidated after some time, and the old copy is served while the site is unreachable.
// We do not use lru-cache: it imports a module of Node, and this part of the adapter also runs in a Worker.
import type { ReadText } from './read-text.ts';

export type FileCacheOptions<T> = {
  readonly readText: ReadText;
  /** Parses a text into the value that is cached. Throws if the text is invalid. */
  readonly make: (text: string) => T;
  /** Milliseconds before a file is revalidated. */
  readonly recheckAfter: number;
  /** The maximum number of cached characters. The least recently used files are evicted first. */
  readonly capacity: number;
  /** Returns milliseconds; only differences matter. */
  readonly now: () => number;
  /** Called with the reason if an old copy is served. */
  readonly log: (message: string) => void;
};

/**
 * Returns the value of a file; undefined if the file is missing. Throws if the file is not cached and cannot be read.
 */
export type ReadCached<T> = (path: string) => Promise<T | undefined>;

/** Missing files are cached too, so that they are not requested with every message. */
type CacheEntry<T> = {
  readonly value: T | undefined;
  readonly length: number;
  readonly version: string | undefined;
  checkedAt: number;
};

export function createFileCache<T>({
  readText,
  make,
  recheckAfter,
  capacity,
  now,
  log,
}: FileCacheOptions<T>): ReadCached<T> {
  const files = new Map<string, CacheEntry<T>>();
  let usedLength = 0;
  return async function readCached(path) {
    const cached = files.get(path);
    if (!cached) return fetchFile(path);
    keep(path, cached);
    const time = now();
    if (time - cached.checkedAt < recheckAfter) return cached.value;
    // Set before the response arrives, so that other callers do not check the file too. They get the old value and do
    // not wait, because in a Worker a request must not wait for the I/O of another request.
    cached.checkedAt = time;
    try {
      return await fetchFile(path, cached);
    } catch (error) {
      log(`${(error as Error).message}; serving the previous copy`);
      return cached.value;
    }
  };

  async function fetchFile(path: string, cached?: CacheEntry<T>): Promise<T | undefined> {
    const checkedAt = now();
    const reading = await readText(path, cached?.version);
    if (reading.kind === 'same' && cached) return cached.value;
    const file: CacheEntry<T> =
      reading.kind === 'text'
        ? { value: make(reading.text), length: reading.text.length, version: reading.version, checkedAt }
        : { value: undefined, length: path.length, version: undefined, checkedAt };
    keep(path, file);
    return file.value;
  }

  function keep(path: string, file: CacheEntry<T>): void {
    drop(path);
    // A file that does not fit would evict all others.
    if (file.length > capacity) return;
    files.set(path, file);
    usedLength += file.length;
    for (const oldest of files.keys()) {
      if (usedLength <= capacity) return;
      drop(oldest);
    }
  }

  function drop(path: string): void {
    usedLength -= files.get(path)?.length ?? 0;
    files.delete(path);
  }
}
