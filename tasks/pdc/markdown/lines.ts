// Finds line ends within paragraphs, and the lines of fences, because other engines read both differently.
import { createGrammar, withFormulas } from './grammar.ts';
import type { Token } from './grammar.ts';

const grammar = withFormulas(createGrammar());

/** The lines of a body, counted from 0, after which the paragraph continues without a line break. */
export function softBreakLines(raw: string): number[] {
  return tokensOf(raw).flatMap(({ type, map, content, children }) => {
    if (type !== 'inline' || !map || !content.includes('\n')) return [];
    return softBreaksIn(content, breaksOf(children)).map((at) => map[0] + at);
  });
}

/**
 * The maximum number of lines of a paragraph in which code or a formula spans lines. Longer paragraphs are skipped,
 * because the paragraph is parsed again for each of its lines.
 */
const maxLines = 100;

function softBreaksIn(content: string, breaks: readonly Token[]): number[] {
  const lines = content.split('\n');
  if (breaks.length === lines.length - 1) return breaks.flatMap(({ type }, at) => (type === 'softbreak' ? [at] : []));
  if (lines.length > maxLines) return [];
  const softBreaks = countSoft(breaks);
  return lines.slice(0, -1).flatMap((line, at) => {
    const marked = lines.with(at, `${line.trimEnd()}  `).join('\n');
    const [paragraph] = grammar.parseInline(marked, {});
    return countSoft(breaksOf(paragraph!.children)) < softBreaks ? [at] : [];
  });
}

const breaksOf = (tokens: readonly Token[] | null): Token[] =>
  (tokens ?? []).filter(({ type }) => type === 'softbreak' || type === 'hardbreak');

const countSoft = (breaks: readonly Token[]): number => breaks.filter(({ type }) => type === 'softbreak').length;

/** The first line of each fence of a body, and the line after the fence. */
export const fenceLines = (raw: string): ReadonlyMap<number, number> =>
  new Map(tokensOf(raw).flatMap(({ type, map }) => (type === 'fence' && map ? [map] : [])));

const tokensOf = (raw: string): Token[] => grammar.parse(raw, {});
