// Reads the lines of a block. In a list or quotation, the text of a line begins after the list or quotation marker.
import type { StateBlock } from 'markdown-it';

/** The offset of the text of a line. */
export const startOf = ({ bMarks, tShift }: StateBlock, line: number): number => bMarks[line]! + tShift[line]!;

/** The text of a line, without its indentation. */
export const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice(startOf(state, line), state.eMarks[line]);

/** The width of the indentation within the block; negative for a line outside of it. */
export const indentOf = ({ sCount, blkIndent }: StateBlock, line: number): number => sCount[line]! - blkIndent;
