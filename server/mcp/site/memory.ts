// A cache of files: they are revalidated after a while, and an old copy is served while their site cannot be reached.
// (By hand, because lru-cache names one of Node's own modules, which the portable part of the adapter does without.)
import type { ReadText } from './read.ts';

export type MemoryOptions<T> = {
  readonly readText: ReadText;
  /** Makes the cached value of a text. Throws where the text is not what it should be. */
  readonly make: (text: string) => T;
  /** Milliseconds in which nothing is asked again. */
  readonly recheckAfter: number;
  /** Characters that are kept in all; the longest unused go first. */
  readonly capacity: number;
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  /** Hears why something old is handed out. */
  readonly log: (message: string) => void;
};

/** Gives what stands at a path, nothing where no file is. Throws where it cannot be read and never was. */
export type Remember<T> = (path: string) => Promise<T | undefined>;

/** That there is no file is kept as well: else it would be asked for with every message. */
type CacheEntry<T> = {
  readonly value: T | undefined;
  readonly length: number;
  readonly version: string | undefined;
  checkedAt: number;
};

export function createMemory<T>({ readText, make, recheckAfter, capacity, now, log }: MemoryOptions<T>): Remember<T> {
  const files = new Map<string, CacheEntry<T>>();
  let used = 0;
  return async function remember(path) {
    const cached = files.get(path);
    if (!cached) return readAnew(path);
    keep(path, cached);
    const time = now();
    if (time - cached.checkedAt < recheckAfter) return cached.value;
    // Before the answer is here: who comes meanwhile does not ask too. (The promise itself is not shared: in a Worker
    // one request must not wait for another's.)
    cached.checkedAt = time;
    try {
      return await readAnew(path, cached);
    } catch (error) {
      log(`${(error as Error).message}; what was read before is served`);
      return cached.value;
    }
  };

  async function readAnew(path: string, cached?: CacheEntry<T>): Promise<T | undefined> {
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
    files.set(path, file);
    used += file.length;
    for (const oldest of files.keys()) {
      if (used <= capacity) return;
      drop(oldest);
    }
  }

  function drop(path: string): void {
    used -= files.get(path)?.length ?? 0;
    files.delete(path);
  }
}
