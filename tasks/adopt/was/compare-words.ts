// Whether two pages say the same: words lost or added, lines joined, pictures lost.
import { isMark } from './page-words.ts';
import type { Words } from './page-words.ts';
import { windowsOf } from './word-windows.ts';

/** The first thing that a reader of the old page misses in the new one, or finds there in addition. */
export type Difference = {
  readonly kind: 'lost' | 'added' | 'joined' | 'image';
  readonly text: string;
};

/** A stretch of words that the other text lacks. */
export type Run = { readonly start: number; readonly words: readonly string[] };

/** A word is in the other text where it stands between the same neighbours. */
const windowSize = 3;

/**
 * The stretches of a text that another lacks: the words that share no window of three with it. A text that moved is not a
 * difference. Linear in both.
 */
export function missing(words: readonly string[], otherWords: readonly string[]): Run[] {
  const windows = new Set(windowsAround(otherWords));
  const isCovered = words.map(() => false);
  for (const [end, window] of windowsAround(words).entries())
    if (windows.has(window)) isCovered.fill(true, Math.max(0, end - windowSize + 1), end + 1);
  const runs: Run[] = [];
  for (let start = 0; start < words.length;) {
    const next = isCovered.indexOf(!isCovered[start], start);
    const end = next < 0 ? words.length : next;
    if (!isCovered[start]) runs.push({ start, words: words.slice(start, end) });
    start = end;
  }
  return runs;
}

/** Every window of a text and of the marks around it: the first and the last word have two windows of their own. */
function windowsAround(words: readonly string[]): number[] {
  const marks = Array<string>(windowSize - 1).fill('');
  return windowsOf([...marks, ...words, ...marks], windowSize);
}

/** Words before which the old page breaks a line and the new one does not. */
export function joined(old: Words, now: Words): string[] {
  const size = 2;
  const key = (words: readonly string[], at: number): string => words.slice(at - size, at + size).join(' ');
  const broken = new Map<string, boolean>();
  for (let at = size; at <= now.words.length - size; at += 1) {
    const context = key(now.words, at);
    broken.set(context, (broken.get(context) ?? false) || now.lines.has(at));
  }
  return old.breaks
    .filter((at) => at >= size && broken.get(key(old.words, at)) === false)
    .map((at) => key(old.words, at));
}

/**
 * The differences of two texts, in the order in which a reader meets them in the old one. Marks that Markdown left on
 * the old page do not count.
 */
export function compareWords(old: Words, now: Words): Difference[] {
  const pictures = new Set(now.images);
  const [oldWords, nowWords] = [old, now].map(({ words }) => words.filter((word) => !isMark(word))) as [
    string[],
    string[],
  ];
  const hasMarks = now.words.length - nowWords.length > old.words.length - oldWords.length;
  const added = hasMarks ? missing(now.words, old.words) : missing(nowWords, oldWords);
  return [
    ...missing(oldWords, nowWords).map(({ words }) => ({ kind: 'lost' as const, text: words.join(' ') })),
    ...added.map(({ words }) => ({ kind: 'added' as const, text: words.join(' ') })),
    ...joined(old, now).map((text) => ({ kind: 'joined' as const, text })),
    ...old.images.filter((name) => !pictures.has(name)).map((text) => ({ kind: 'image' as const, text })),
  ];
}
