// Finds the old pages that hold the text of an article, by runs of words that no other article has.
import type { Extent, Page } from './page.ts';

/** Words in a row that identify a text: five say enough, and survive small edits nearby. */
const windowSize = 5;

/** Of a longer text one window in eight is kept: the index of 400 articles stays below 10 MB. */
const maxUnsampled = 512;
const sampling = 8;

/** The share of an article's windows that its old page holds. Excerpts of lists hold less. */
const minShare = 0.5;

/** A text with fewer windows of its own than this is not identified by its words. */
const minWindows = 4;

export type TextIndex<K> = {
  /** The texts of which a page holds at least half, the fullest first. */
  readonly find: (words: readonly string[]) => K[];
  readonly canIdentify: (key: K) => boolean;
};

export function indexTexts<K>(texts: ReadonlyMap<K, readonly string[]>): TextIndex<K> {
  const owners = new Map<number, K | undefined>();
  for (const [key, words] of texts)
    for (const hash of sampledHashes(words))
      owners.set(hash, owners.has(hash) && owners.get(hash) !== key ? undefined : key);
  const totals = new Map<K, number>();
  for (const key of owners.values()) if (key !== undefined) totals.set(key, (totals.get(key) ?? 0) + 1);
  return {
    canIdentify: (key) => (totals.get(key) ?? 0) >= minWindows,
    find(words) {
      const hits = new Map<K, number>();
      for (const hash of new Set(hashesOf(words))) {
        const key = owners.get(hash);
        if (key !== undefined) hits.set(key, (hits.get(key) ?? 0) + 1);
      }
      return [...hits]
        .map(([key, count]) => ({ key, count, share: count / totals.get(key)! }))
        .filter(({ key, share }) => share >= minShare && totals.get(key)! >= minWindows)
        .sort((a, b) => b.share - a.share || b.count - a.count)
        .map(({ key }) => key);
    },
  };
}

function sampledHashes(words: readonly string[]): Set<number> {
  const hashes = hashesOf(words);
  return new Set(hashes.length <= maxUnsampled ? hashes : hashes.filter((hash) => hash % sampling === 0));
}

/** A 32-bit number for every window. */
function hashesOf(words: readonly string[], size = windowSize): number[] {
  const single = words.map(hashOf);
  return single.slice(size - 1).map((_, at) => {
    let hash = 0;
    for (let index = at; index < at + size; index += 1) hash = (Math.imul(hash, 31) + single[index]!) >>> 0;
    // The low bits of a sum are not evenly spread.
    return (hash ^ (hash >>> 15)) >>> 0;
  });
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

/** A window of the text outweighs this many words of the theme. */
const windowWeight = 10;

/** The element that holds the most of an article's text and the least beside it: its own part of the page, in any theme. */
export function mainPart({ words, elements }: Page, text: readonly string[]): Extent {
  const size = Math.min(windowSize, Math.max(1, text.length));
  const windows = new Set(hashesOf(text, size));
  // How many windows of the text begin before each word.
  const counts = [0];
  for (const hash of hashesOf(words, size)) counts.push(counts.at(-1)! + (windows.has(hash) ? 1 : 0));
  const countBefore = (at: number): number => counts[Math.min(at, counts.length - 1)]!;
  const weightOf = ({ start, end }: Extent): number =>
    windowWeight * (countBefore(Math.max(start, end - size + 1)) - countBefore(start)) - (end - start);
  return elements.reduce((best, each) => (weightOf(each) > weightOf(best) ? each : best));
}
