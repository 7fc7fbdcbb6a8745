// Finds the articles whose text an old page contains, by runs of words that no other article has.
import type { Extent, Page } from './page-words.ts';
import { windowsOf } from './word-windows.ts';

/** How many successive words identify a text: enough to be distinctive, few enough to survive small edits nearby. */
const windowSize = 5;

/** If a text has more windows, the index keeps one in eight, so that it stays below 10 MB for 400 articles. */
const maxUnsampled = 512;
const sampling = 8;

/** The smallest share of an article's windows that its old page contains. Excerpts in lists contain less. */
const minShare = 0.5;

/** A text is identified by its words only if at least this many of its windows are in no other text. */
const minWindows = 4;

export type Found<K> = {
  /** The texts of which a page contains at least half, the most complete one first. */
  readonly texts: readonly K[];
  /** The number of texts from which the page has a run of words that no other text has. */
  readonly parts: number;
  /** Whether the page contains at least half of a text, or the text is too short to decide. */
  readonly holds: (key: K) => boolean;
};

/** Whether a page has at least half of the windows that only this text has, and the text has enough of them. */
const isOwn = (total: number, count: number): boolean => total >= minWindows && count >= minShare * total;

/** Returns the function that finds the texts on a page by the words of the page. */
export function indexTexts<K>(texts: ReadonlyMap<K, readonly string[]>): (words: readonly string[]) => Found<K> {
  const owners = new Map<number, K | undefined>();
  const samples = new Map([...texts].map(([key, words]) => [key, sampleOf(words)] as const));
  for (const [key, sample] of samples)
    for (const hash of sample) owners.set(hash, owners.has(hash) && owners.get(hash) !== key ? undefined : key);
  const totals = new Map<K, number>();
  for (const key of owners.values()) if (key !== undefined) totals.set(key, (totals.get(key) ?? 0) + 1);
  return (words) => {
    const windows = new Set(windowsOf(words, windowSize));
    const hits = new Map<K, number>();
    for (const hash of windows) {
      const key = owners.get(hash);
      if (key !== undefined) hits.set(key, (hits.get(key) ?? 0) + 1);
    }
    // If only the beginning of a text is unique, an excerpt must not find it. So half of all windows must be there.
    const shareOf = (key: K): number => {
      const sample = samples.get(key) ?? [];
      return sample.length < minWindows ? 1 : sample.filter((hash) => windows.has(hash)).length / sample.length;
    };
    const texts = [...hits]
      .filter(([key, count]) => isOwn(totals.get(key) ?? 0, count))
      .map(([key, count]) => ({ key, count, share: shareOf(key) }))
      .filter(({ share }) => share >= minShare)
      .sort((a, b) => b.share - a.share || b.count - a.count)
      .map(({ key }) => key);
    return { texts, parts: hits.size, holds: (key) => shareOf(key) >= minShare };
  };
}

function sampleOf(words: readonly string[]): number[] {
  const hashes = [...new Set(windowsOf(words, windowSize))];
  return hashes.length <= maxUnsampled ? hashes : hashes.filter((hash) => hash % sampling === 0);
}

/** A window of the text outweighs this many words of the theme. */
const windowWeight = 10;

/**
 * The element that contains the most of an article's text and the least of anything else. It is the article's part of
 * the page in any theme.
 */
export function mainPart({ words, elements }: Page, text: readonly string[]): Extent {
  const size = Math.min(windowSize, Math.max(1, text.length));
  const windows = new Set(windowsOf(text, size));
  // How many windows of the text begin before each word.
  const counts = [0];
  const hashes = windowsOf(words, size);
  for (const hash of hashes) counts.push(counts.at(-1)! + (windows.has(hash) ? 1 : 0));
  const countBefore = (at: number): number => counts[Math.min(at, counts.length - 1)]!;
  const weightOf = ({ start, end }: Extent): number =>
    windowWeight * (countBefore(Math.max(start, end - size + 1)) - countBefore(start)) - (end - start);
  const best = elements.reduce((best, element) => (weightOf(element) > weightOf(best) ? element : best));
  // The smallest element with the same windows, because a heading of the theme can repeat words of the text.
  const varietyOf = ({ start, end }: Extent): number =>
    new Set(hashes.slice(start, Math.max(start, end - size + 1)).filter((hash) => windows.has(hash))).size;
  const variety = varietyOf(best);
  const within = elements.filter(({ start, end }) => start >= best.start && end <= best.end);
  return within
    .filter((element) => varietyOf(element) === variety)
    .reduce(
      (smallest, element) => (element.end - element.start < smallest.end - smallest.start ? element : smallest),
      best,
    );
}
