// Line ends within paragraphs, and the lines of fences: other engines read both differently.
import { createGrammar, withFormulas } from './grammar.ts';
import type { Token } from './grammar.ts';

const grammar = withFormulas(createGrammar());

/**
 * The numbers of the lines of a body, from 0, after which the paragraph goes on without a line break. A paragraph in
 * which code or a link goes over several lines is passed over.
 */
export function softBreakLines(raw: string): number[] {
  return tokensOf(raw).flatMap(({ type, map, content, children }) => {
    if (type !== 'inline' || !map || !content.includes('\n')) return [];
    const breaks = (children ?? []).filter((child) => child.type === 'softbreak' || child.type === 'hardbreak');
    if (breaks.length !== content.split('\n').length - 1) return [];
    return breaks.flatMap((token, index) => (token.type === 'softbreak' ? [map[0] + index] : []));
  });
}

/** The first line of each fence of a body, and the line after its last. */
export const fenceLines = (raw: string): ReadonlyMap<number, number> =>
  new Map(tokensOf(raw).flatMap(({ type, map }) => (type === 'fence' && map ? [map] : [])));

const tokensOf = (raw: string): Token[] => grammar.parse(raw, {});
