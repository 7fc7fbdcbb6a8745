// Where the words of a query stand in a text.
import type { SearchIndex } from '#pdc/search/rank';
import { normalize, toTokens } from '#pdc/search/terms';

/** An expression that finds what a query asks for: its words, its runs of Han characters and their pairs. */
export function findingOf({ formsOf }: SearchIndex, query: string): RegExp | undefined {
  const needles = new Set<string>();
  for (const form of formsOf(normalize(query))) {
    for (const token of toTokens(form)) {
      const pieces = token.kind === 'word' ? [...token.terms, ...token.parts] : piecesOf(token.characters);
      for (const piece of pieces) needles.add(piece);
    }
  }
  if (needles.size === 0) return undefined;
  const longestFirst = [...needles].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(escape).join('|'), 'gi');
}

/** The whole run, and the pairs that the index knows it by. */
const piecesOf = (run: string): string[] =>
  run.length <= 2 ? [run] : [run, ...[...run.slice(1)].map((_, at) => run.slice(at, at + 2))];

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text with its finds marked. Neighbouring finds are one. */
export function mark(text: string, finding: RegExp | undefined): (string | HTMLElement)[] {
  if (!finding) return [text];
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const [from, to] of spansOf(text, finding)) {
    const found = document.createElement('mark');
    found.textContent = text.slice(from, to);
    parts.push(text.slice(end, from), found);
    end = to;
  }
  return [...parts, text.slice(end)];
}

function spansOf(text: string, finding: RegExp): [from: number, to: number][] {
  const spans: [number, number][] = [];
  for (const { 0: found, index } of text.matchAll(finding)) {
    const last = spans.at(-1);
    if (last?.[1] === index) last[1] += found.length;
    else spans.push([index, index + found.length]);
  }
  return spans;
}
