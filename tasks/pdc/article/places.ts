// Finds the line and column in the file for an offset or a link in a body.
import { readable } from '../text/decode.ts';
import { lineStarts } from '../text/line-starts.ts';
import type { Place } from '../words/defect.ts';
import type { Link } from '../markdown/render.ts';
import { remember } from '../remember.ts';
import type { RawBody } from './front-matter.ts';

/** The line and column of the file for an offset of the body. */
export function placeInBody(body: RawBody, offset: number): Place {
  const { rawLine, rawLines } = body;
  const starts = lineStartsOf(body);
  let [first, last] = [0, starts.length - 1];
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if (starts[middle]! <= offset) first = middle;
    else last = middle - 1;
  }
  return { line: rawLines?.[first] ?? rawLine + first, column: offset - starts[first]! + 1 };
}

/** The offsets of the lines of a body. Cached, because a text may have many defects. */
const lineStartsOf = remember(({ raw }: RawBody): readonly number[] => lineStarts(raw));

/**
 * Returns a function that finds the places of the links of a body. Call it once for each link, in their order, so that
 * two equal links have different places. If a link is not found, its place is the first line of its block.
 */
export function createPlaces(body: RawBody): (link: Link) => Place {
  const { raw } = body;
  const starts = lineStartsOf(body);
  const usedOffsets = new Set<number>();
  /** Where each search continues. If it began at the start each time, many equal links would take quadratic time. */
  const nextOffsets = new Map<string, number>();
  return ({ target, lines: [from, to] }) => {
    const [block, end] = [starts[from] ?? raw.length, starts[to] ?? raw.length];
    const offset =
      find(target, { scope: `block ${from}`, start: block, end }) ??
      find(target, { scope: 'after', start: end }) ??
      find(target, { scope: 'anywhere', start: 0 }) ??
      block;
    usedOffsets.add(offset);
    return placeInBody(body, offset);
  };

  function find(
    target: string,
    { scope, start, end = raw.length }: { scope: string; start: number; end?: number },
  ): number | undefined {
    // The text is cut at the end, because a search for a form that a block lacks would read the rest of the body.
    const searched = raw.slice(0, end);
    const offsets = [target, readable(target), target.replaceAll('&', '&amp;')].map((text) => {
      const key = `${scope} ${text}`;
      let offset = searched.indexOf(text, Math.max(start, nextOffsets.get(key) ?? 0));
      while (offset < end && usedOffsets.has(offset)) offset = searched.indexOf(text, offset + 1);
      nextOffsets.set(key, offset === -1 ? end : offset);
      return offset;
    });
    return offsets.filter((offset) => offset !== -1 && offset < end).sort((a, b) => a - b)[0];
  }
}
