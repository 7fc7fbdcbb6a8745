// Splits a text into parts, because clients limit the size of what they accept.
import { estimateTokens } from '../text/tokens.ts';

export type Excerpt = {
  readonly content: string;
  /** In characters, which are code points, so that no part ends within a character. */
  readonly offset: number;
  readonly next_offset: number | null;
  readonly more: boolean;
};

/**
 * The part of a text that begins at character `offset` and has at most `maxTokens` estimated tokens, but at least one
 * character. The part ends at a line end, if it then still has more than half of the text that fits.
 */
export function excerpt(text: string, { offset, maxTokens }: { offset: number; maxTokens: number }): Excerpt {
  const start = unitOf(text, offset);
  const end = cutAtLine(text, start, longest(text, start, maxTokens));
  const content = text.slice(start, end);
  const more = end < text.length;
  return { content, offset, next_offset: more ? offset + countCharacters(content) : null, more };
}

export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** Where a character begins, in UTF-16 units. */
function unitOf(text: string, character: number): number {
  let unit = 0;
  for (let charactersLeft = character; charactersLeft > 0 && unit < text.length; charactersLeft -= 1)
    unit += widthAt(text, unit);
  return unit;
}

const widthAt = (text: string, unit: number): number => ((text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1);

/** The end of the longest part within `maxTokens`, by binary search: a longer part never has fewer tokens. */
function longest(text: string, start: number, maxTokens: number): number {
  if (start >= text.length) return start;
  let fits = start + widthAt(text, start);
  let beyond = text.length + 1;
  while (beyond - fits > 1) {
    const middle = Math.floor((fits + beyond) / 2);
    if (estimateTokens(text.slice(start, middle)) <= maxTokens) fits = middle;
    else beyond = middle;
  }
  // Halves of a character are not separated.
  const splits = fits < text.length && widthAt(text, fits - 1) === 2;
  return splits && fits - 1 > start ? fits - 1 : fits;
}

/** Moves the end back to a line end, if more than half of the part is left. */
function cutAtLine(text: string, start: number, end: number): number {
  if (end === text.length) return end;
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
  return lineEnd - start > (end - start) / 2 ? lineEnd : end;
}
