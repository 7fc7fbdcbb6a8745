// Where something of a body stands in its file.
import { readable } from '../text/decode.ts';
import type { Place } from '../words/defect.ts';
import type { Link } from '../markdown/render.ts';
import { remember } from '../remember.ts';
import type { RawBody } from './front-matter.ts';

/** Where an offset of the raw body stands in its file. */
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

/** The offset of each line of a body: a text may have a defect in each. */
const lineStartsOf = remember(({ raw }: RawBody): readonly number[] => lineStarts(raw));

/** The offset of each line of a text. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * Where the links of a body stand in its file, each asked for once and in their order: of two that are written alike, each
 * has its own place. The first line of its block for a link that is written in a way of its own.
 */
export function createPlaces(body: RawBody): (link: Link) => Place {
  const { raw } = body;
  const starts = lineStartsOf(body);
  const usedOffsets = new Set<number>();
  return ({ target, lines: [from] }) => {
    const block = starts[from] ?? raw.length;
    const offset = find(target, block) ?? find(target, 0) ?? block;
    usedOffsets.add(offset);
    return placeInBody(body, offset);
  };

  function find(target: string, start: number): number | undefined {
    const offsets = [target, readable(target), target.replaceAll('&', '&amp;')].map((text) => {
      let offset = raw.indexOf(text, start);
      while (usedOffsets.has(offset)) offset = raw.indexOf(text, offset + 1);
      return offset;
    });
    return offsets.filter((offset) => offset !== -1).sort((a, b) => a - b)[0];
  }
}
