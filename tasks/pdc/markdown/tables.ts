// Tables on a narrow screen: short cells stay on one line, and a first column of names stays in sight while the other
// columns scroll. A style sheet cannot measure words, so short cells are marked when the page is built.
import { widthOf } from '../text/width.ts';
import { toText } from './grammar.ts';
import type { MarkdownIt, Token } from './grammar.ts';

/** In characters of full width. */
const shortest = 10;
const maxName = 8;

/** In characters of full width: where a long cell breaks, the space next to a cell, and the width of the text. */
const maxCell = 16;
const roomBeside = 1.25;
const measure = 42;

/** Tables with fewer columns need no fixed column, because two columns fit every screen. */
const minColumns = 3;

export function tables(md: MarkdownIt): void {
  md.renderer.rules.table_open = (tokens, index) =>
    `<div class="table${hasNames(tokens, index) ? ' named' : ''}${isBroad(tokens, index) ? ' broad' : ''}"><table>\n`;
  md.renderer.rules.table_close = () => '</table></div>\n';
  for (const cell of ['th_open', 'td_open'] as const) {
    md.renderer.rules[cell] = (tokens, index, options, _env, self) => {
      if (widthAt(tokens, index) <= shortest) tokens[index]!.attrSet('class', 'short');
      return self.renderToken(tokens, index, options);
    };
  }
}

/** The width of the text in the cell that opens at `index`; infinite for a cell with a picture. */
function widthAt(tokens: readonly Token[], index: number): number {
  const inline = tokens[index + 1]!;
  return inline.children?.some(({ type }) => type === 'image') ? Infinity : widthOf(toText(inline));
}

/** Whether the columns of the table that opens at `open` need more room than the text has. */
function isBroad(tokens: readonly Token[], open: number): boolean {
  const columns: number[] = [];
  let column = 0;
  for (let at = open; tokens[at]!.type !== 'table_close'; at += 1) {
    const { type } = tokens[at]!;
    if (type === 'tr_open') column = 0;
    if (type !== 'th_open' && type !== 'td_open') continue;
    columns[column] = Math.max(columns[column] ?? 0, Math.min(maxCell, widthAt(tokens, at)));
    column += 1;
  }
  return columns.reduce((sum, width) => sum + width + roomBeside, 0) > measure;
}

/** Whether the rows of the table that opens at `open` all begin with a short cell. */
function hasNames(tokens: readonly Token[], open: number): boolean {
  let columns = 0;
  for (let at = open; tokens[at]!.type !== 'table_close'; at += 1) {
    const { type } = tokens[at]!;
    if (type === 'th_open') columns += 1;
    else if (type === 'thead_close' && columns < minColumns) return false;
    else if (type === 'tr_open' && widthAt(tokens, at + 1) > maxName) return false;
  }
  return true;
}
