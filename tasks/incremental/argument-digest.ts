// Digests of arguments, by which a build recognizes the rows of the previous build. The digest of a locked article
// contains its public metadata and the stamp of its file, but nothing of its text.
import { createHash } from 'node:crypto';
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import { remember } from '#pdc/remember';
import type { Comparison } from './recording-cache.ts';

/** The stamps of the files of locked articles, by source. */
export type Stamps = ReadonlyMap<string, string>;

/** Compares arguments by digest, for a build, because the previous build ran in another process. */
export const byDigest = (stamps: Stamps | undefined): Comparison<string> => ({
  keyOf: (args) => digestOf(args, stamps),
  isSame: (a, b) => a === b,
});

/**
 * The digest of frozen data. Undefined if the data contain a locked article with an unstamped file, or an object that
 * is not a plain record, such as a file.
 */
export function digestOf(data: unknown, stamps: Stamps = new Map()): string | undefined {
  let isComplete = true;
  const text = textOf(data);
  return isComplete ? hash(text) : undefined;

  function textOf(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
    if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
    if (isEntry(value)) return entryText(value);
    if (Object.isFrozen(value)) return frozenText(value);
    if (Object.getPrototypeOf(value) !== Object.prototype) {
      isComplete = false;
      return '';
    }
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${textOf(member)}`)
      .join()}}`;
  }

  function entryText(entry: Article | Page): string {
    if (!isLocked(entry)) return openHash(entry);
    // Files for machines get a locked article without its text.
    if (!('text' in entry)) return metadataHash(entry);
    const stamp = stamps.get(entry.source);
    if (stamp === undefined) isComplete = false;
    return `${metadataHash(entry)} ${stamp}`;
  }
}

const isEntry = (value: object): value is Article | Page => 'layout' in value;

const frozenText = remember((value: object): string => JSON.stringify(value));

const openHash = remember((entry: Exclude<Article | Page, { encrypted: true }>): string =>
  hash(metadataHash(entry), entry.raw),
);

/** The hash of an entry without its body and the place of the body in the file. */
const metadataHash = remember((entry: Article | Page): string =>
  hash(JSON.stringify({ ...entry, raw: undefined, rawLine: undefined, rawLines: undefined, text: undefined })),
);

/** Hashes the length of each part too, so that different lists of parts never have the same hash. */
function hash(...parts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(`${part.length}\n${part}`);
  return digest.digest('base64');
}
