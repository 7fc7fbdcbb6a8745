// Where lines end within a paragraph, and which lines fences take: what other engines read in another way than Markdown does.
import { createGrammar, withFormulas } from './grammar.ts';
import type { Token } from './grammar.ts';

const grammar = withFormulas(createGrammar());

/**
 * The numbers of the lines of a body, from 0, behind which its paragraph goes on without a line break. A paragraph in which
 * code or a link goes over several lines is passed over.
 */
export function softBreakLines(raw: string): number[] {
  return tokensOf(raw).flatMap(({ type, map, content, children }) => {
    if (type !== 'inline' || !map || !content.includes('\n')) return [];
    const breaks = (children ?? []).filter((child) => child.type === 'softbreak' || child.type === 'hardbreak');
    if (breaks.length !== content.split('\n').length - 1) return [];
    return breaks.flatMap((token, index) => (token.type === 'softbreak' ? [map[0] + index] : []));
  });
}

/** The first line of each fence of a body, and the line behind its last. */
export const fenceLines = (raw: string): ReadonlyMap<number, number> =>
  new Map(tokensOf(raw).flatMap(({ type, map }) => (type === 'fence' && map ? [map] : [])));

const tokensOf = (raw: string): Token[] => grammar.parse(raw, {});
