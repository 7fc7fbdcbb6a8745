// Reads the files of a site during a verification: each file only once if memory allows. Collects unreadable files.
import type { Message } from '#pdc/words/message';
import type { RuleFinding } from './finding.ts';
import { reasonOf } from './source.ts';
import type { FileSource, Served } from './source.ts';

export type Files = {
  readonly serve: (path: string) => Promise<Served | undefined>;
  readonly bytes: (path: string) => Promise<Uint8Array | undefined>;
  /** The file as UTF-8. Rule `bytes` reports a BOM and invalid bytes. */
  readonly text: (path: string) => Promise<string | undefined>;
  /** Parsed JSON; undefined if the file is missing or is not JSON. */
  readonly json: (path: string) => Promise<unknown>;
  readonly exists: (path: string) => Promise<boolean>;
  /** Files that may exist, but could not be read. */
  readonly faults: ReadonlyMap<string, Message>;
};

/** The size of the cache that keeps files for the next rule. If a site is larger, its files are read again. */
const cacheBytes = 128 * 1024 * 1024;

export function openFiles(source: FileSource): Files {
  const cache = new Map<string, Promise<Served | undefined>>();
  const sizes = new Map<string, number>();
  const presence = new Map<string, boolean>();
  const faults = new Map<string, Message>();
  let cachedBytes = 0;

  function serve(path: string): Promise<Served | undefined> {
    if (presence.get(path) === false) return Promise.resolve(undefined);
    const reading = cache.get(path) ?? load(path);
    cache.delete(path); // so that this file is dropped last
    cache.set(path, reading);
    return reading;
  }
  async function load(path: string): Promise<Served | undefined> {
    const served = await source(path).catch((error: Error) => void faults.set(path, reasonOf(error)));
    presence.set(path, served !== undefined);
    sizes.set(path, served?.bytes.length ?? 0);
    cachedBytes += served?.bytes.length ?? 0;
    dropOldest();
    return served ?? undefined;
  }
  function dropOldest(): void {
    for (const path of cache.keys()) {
      if (cachedBytes <= cacheBytes) return;
      const size = sizes.get(path);
      if (size === undefined) continue; // still being read
      cachedBytes -= size;
      sizes.delete(path);
      cache.delete(path);
    }
  }
  const bytes = async (path: string): Promise<Uint8Array | undefined> => (await serve(path))?.bytes;
  const text = async (path: string): Promise<string | undefined> => {
    const served = await serve(path);
    return served && decode(served.bytes);
  };
  return {
    serve,
    bytes,
    text,
    json: async (path) => parseJson((await text(path)) ?? ''),
    exists: async (path) => presence.get(path) ?? (await serve(path)) !== undefined,
    faults,
  };
}

/** Decodes UTF-8 without its byte order mark. */
export const decode = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length)
    .toString()
    .replace(/^\ufeff/, '');

/** Undefined if the text is not JSON, which rule `schema` reports for a file. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const atOnce = 8;

/** Visits items, a few at a time, and joins the findings. */
export async function eachOf<T>(
  items: Iterable<T>,
  visit: (item: T) => Promise<readonly RuleFinding[]>,
): Promise<RuleFinding[]> {
  const queue = items[Symbol.iterator]();
  const findings: RuleFinding[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) findings.push(...(await visit(next.value)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return findings;
}
