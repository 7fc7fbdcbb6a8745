// Formulas as MathJax users write them: `$…$` within a line, also beside letters and digits, and `$$…$$` on lines of their own.
import katex from 'katex';
import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';

// KaTeX shows a part that it cannot read as it was written, in the colour of the text, which every scheme can read.
const options = {
  throwOnError: false,
  strict: false,
  errorColor: 'inherit',
  // Markdown took the backslash away before MathJax saw it.
  macros: { '\\*': '*' },
};

/** Teaches a parser formulas, which become HTML and MathML: a reader's browser runs nothing for them. */
export function formulas(md: MarkdownIt): void {
  md.inline.ruler.after('escape', 'formula', inlineFormula);
  md.block.ruler.after('blockquote', 'formula_block', formulaBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.renderer.rules.formula = (tokens, index) => {
    const latex = toLatex(tokens[index]!.content);
    return toHtml(latex, { displayMode: opensDisplay.test(latex) });
  };
  md.renderer.rules.formula_block = (tokens, index) =>
    `<p class="katex-block">${toHtml(toLatex(tokens[index]!.content), { displayMode: true })}</p>\n`;
}

/** KaTeX prints a line for every character whose width it does not know, Chinese and circled numbers among them: they are shown. */
function toHtml(latex: string, own: { readonly displayMode: boolean }): string {
  const { warn } = console;
  console.warn = () => {};
  try {
    return katex.renderToString(latex, { ...options, ...own });
  } finally {
    console.warn = warn;
  }
}

/** The fault of a formula in KaTeX's words; undefined where it can be read. */
export function faultOfFormula({ type, content }: Token): string | undefined {
  try {
    // Half of the work is as good for finding out.
    katex.renderToString(toLatex(content), {
      ...options,
      throwOnError: true,
      displayMode: type === 'formula_block',
      output: 'mathml',
    });
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^KaTeX parse error: /, '');
  }
}

export const isFormula = ({ type }: Token): boolean => type === 'formula' || type === 'formula_block';

/** Environments that stand for a formula of their own wherever they are. */
const opensDisplay = /\\begin\{(?:align|equation|gather|cd|alignat)\}/i;

/**
 * Rewrites it for KaTeX: without the backticks of "$`x`$" and the signs that nobody sees, with blanks that it knows, and
 * with the columns that LaTeX's oldest environment for several lines has.
 */
const toLatex = (content: string): string =>
  content
    .replace(/^`([^]+)`$/, '$1')
    .replace(/[\u200b-\u200f\u2060-\u2064\ufeff]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' ')
    .replace(/\\begin\{eqnarray\*?\}/g, '\\begin{array}{rcl}')
    .replace(/\\end\{eqnarray\*?\}/g, '\\end{array}');

const isWord = (sign: string | undefined): boolean => sign !== undefined && /\w/.test(sign);

function inlineFormula(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const display = src[pos + 1] === '$';
  if (src[pos] !== '$' || (!display && isWithinTag(state))) return false;
  const formula = display ? findDisplay(src, pos) : findInline(src, pos);
  if (!formula) {
    // Dollars that open nothing are text, all of them: the second of two opens no formula of its own.
    const dollars = /^\$+/.exec(src.slice(pos))![0];
    if (!silent) state.pending += dollars;
    state.pos += dollars.length;
    return true;
  }
  if (!silent) {
    const token = state.push(display ? 'formula_block' : 'formula', 'math', 0);
    token.block = display;
    token.markup = display ? '$$' : '$';
    token.content = src.slice(formula.start, formula.end);
  }
  state.pos = formula.end + (display ? 2 : 1);
  return true;
}

/** Behind the opening tag of an element its own text is not looked into. */
function isWithinTag({ tokens }: StateInline): boolean {
  const last = tokens.at(-1);
  return last?.type === 'html_inline' && /^<\w+.+[^/]>$/.test(last.content);
}

type Range = { readonly start: number; readonly end: number };

function findInline(src: string, pos: number): Range | undefined {
  const before = src[pos - 1];
  if (before === '\\' || before === '$') return undefined;
  const start = pos + 1;
  const end = findDollar(src, start);
  if (end === -1 || src[end + 1] === '$') return undefined;
  const content = src.slice(start, end);
  // Between words two dollars may be money: only what is certainly a formula is one.
  if ((isWord(before) || isWord(src[end + 1])) && !isCertain(content)) return undefined;
  return { start, end };
}

const isCertain = (content: string): boolean =>
  /\\[A-Za-z]|\^/.test(content) || /^[A-Za-z]$/.test(content) || (/[_=<>+*/|{}-]/.test(content) && !/\s/.test(content));

function findDisplay(src: string, pos: number): Range | undefined {
  if (src[pos - 1] === '\\' || src[pos + 2] === '$') return undefined;
  const start = pos + 2;
  for (let end = findDollar(src, start); end !== -1; end = findDollar(src, end + 1)) {
    if (src[end + 1] === '$' && src[end + 2] !== '$') return end === start ? undefined : { start, end };
  }
  return undefined;
}

/** The next dollar that no backslash takes away. */
function findDollar(src: string, from: number): number {
  for (let at = src.indexOf('$', from); at !== -1; at = src.indexOf('$', at + 1)) {
    const slashes = /\\*$/.exec(src.slice(Math.max(0, at - 20), at))![0].length;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

/** `$$` opens a line and closes the same or a later one; a line that goes on behind it belongs to a paragraph. */
function formulaBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const first = lineOf(state, start);
  if (!first.startsWith('$$')) return false;
  const opening = first.slice(2);
  const onOneLine = opening.indexOf('$$');
  if (onOneLine !== -1 && opening.slice(onOneLine + 2).trim() !== '') return false;
  const close = onOneLine === -1 ? findClose(state, start + 1, end) : start;
  if (close === undefined) return false;
  if (silent) return true;
  const last = close === start ? undefined : lineOf(state, close);
  const token = state.push('formula_block', 'math', 0);
  token.block = true;
  token.markup = '$$';
  token.content =
    close === start
      ? `${opening.slice(0, onOneLine)}\n`
      : `${opening.trim() === '' ? '' : `${opening}\n`}${state.getLines(start + 1, close, state.tShift[start]!, true)}${withoutClose(last!)}`;
  state.line = close + 1;
  token.map = [start, state.line];
  return true;
}

const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
  src.slice(bMarks[line]! + tShift[line]!, eMarks[line]);

const withoutClose = (line: string): string => {
  const text = line.slice(0, line.lastIndexOf('$$'));
  return text.trim() === '' ? '' : text;
};

/** The line that closes a formula; undefined where a heading or a fence comes first, or nothing closes it. */
function findClose(state: StateBlock, from: number, end: number): number | undefined {
  for (let line = from; line < end; line += 1) {
    const text = lineOf(state, line);
    const isOutdented = text !== '' && state.sCount[line]! < state.blkIndent;
    if (isOutdented || /^(?:#{1,6}[ \t]|`{3}|~{3})/.test(text)) return undefined;
    if (text.includes('$$')) return text.trimEnd().endsWith('$$') ? line : undefined;
  }
  return undefined;
}
