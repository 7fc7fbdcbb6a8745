// Where something of a body stands in its file.
import { readable } from '../decode.ts';
import type { Place } from '../defect.ts';
import type { Link } from '../markdown/render.ts';
import type { RawBody } from './front-matter.ts';

/** Where an offset of the raw body stands in its file. */
export function placeInBody({ raw, rawLine, rawLines }: RawBody, offset: number): Place {
  const before = raw.slice(0, offset).split('\n');
  const line = rawLines?.[before.length - 1] ?? rawLine + before.length - 1;
  return { line, column: before.at(-1)!.length + 1 };
}

/**
 * Where the links of a body stand in its file, each asked for once and in their order: of two that are written alike, each
 * has its own place. The first line of its block for a link that is written in a way of its own.
 */
export function createPlaces(body: RawBody): (link: Link) => Place {
  const { raw } = body;
  const lines = raw.split('\n');
  const usedOffsets = new Set<number>();
  return ({ target, lines: [from] }) => {
    const block = lines.slice(0, from).join('\n').length + (from === 0 ? 0 : 1);
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
