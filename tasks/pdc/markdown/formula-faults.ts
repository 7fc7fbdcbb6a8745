// Finds the formulas of a body that cannot be read.
import { lineStarts } from '../text/line-starts.ts';
import { faultOfFormula, formulasIn, readFormulas } from './formula-html.ts';
import { findPrompt } from './grammar.ts';
import { rendererFor } from './markdown-renderers.ts';

/** A formula that cannot be read: what is wrong with it, and the offset of its text in the raw body. */
export type FormulaFault = { readonly offset: number; readonly fault: string };

export function findFormulaFaults(raw: string): FormulaFault[] {
  if (!/\$|\\(?:begin|(?:eq)?ref)\{/.test(raw)) return [];
  const faults: FormulaFault[] = [];
  const starts = lineStarts(raw);
  const tokens = rendererFor('zh-CN', true).parse(raw, findPrompt(raw));
  const formulas = readFormulas(tokens);
  let blockStart = 0;
  for (const token of tokens) {
    if (token.map) blockStart = Math.max(blockStart, starts[token.map[0]] ?? raw.length);
    for (const formula of formulasIn(token)) {
      const fault = faultOfFormula(formula, formulas);
      if (fault !== undefined) faults.push({ offset: offsetOf(formula.content, blockStart), fault });
    }
  }
  return faults;

  /**
   * Searches only the block. Otherwise, the search for a formula that the parser rewrote would go to the end of the
   * body, because the body does not contain this text.
   */
  function offsetOf(content: string, start: number): number {
    const [line = ''] = content.trim().split('\n', 1);
    const offset = raw.slice(start, start + maxBlock).indexOf(line);
    return offset === -1 ? start : start + offset;
  }
}

const maxBlock = 20_000;
