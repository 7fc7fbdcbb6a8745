// Compares the texts of two pages: words lost or added, lines joined, pictures lost.
import { isMark } from './page-words.ts';
import type { Words } from './page-words.ts';
import { windowsOf } from './word-windows.ts';

/** A difference that a reader of the old page notices: the new page lacks something, or adds something. */
export type Difference = {
  readonly kind: 'lost' | 'added' | 'joined' | 'image';
  readonly text: string;
};

/** A stretch of words that the other text lacks. */
export type Run = { readonly start: number; readonly words: readonly string[] };

/** The number of words in a window. A word counts as present in the other text if it has the same neighbors there. */
const windowSize = 3;

/**
 * Returns the words that are outside of all windows of three words that the other text has too. A passage that only
 * moved is not missing, because its windows are the same. The time is linear.
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

/** All windows of a text, padded so that the first and the last word are in as many windows as the others. */
function windowsAround(words: readonly string[]): number[] {
  const marks = Array<string>(windowSize - 1).fill('');
  return windowsOf([...marks, ...words, ...marks], windowSize);
}

/** The words around each place where the old page breaks a line and the new page does not. */
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
 * The differences of two texts: lost words first, then added words, joined lines, and lost pictures. Marks of Markdown
 * on the new page count only if it has more of them than the old page.
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
