// Formulas as MathJax users write them: `$…$` within a line, even next to letters and digits, and `$$…$$` on separate
// lines.
import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { remember } from '../remember.ts';
import { indentOf, lineOf, startOf } from './block-lines.ts';
import { hasFormulaFreeTag, isFormulaFree } from './formula-free.ts';

/** Adds formulas to a parser. `formula-html.ts` draws them. */
export function formulas(md: MarkdownIt): void {
  md.inline.ruler.after('escape', 'formula', inlineFormula);
  md.inline.ruler.before('escape', 'formula_command', inlineCommand);
  md.block.ruler.after('blockquote', 'formula_block', formulaBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.block.ruler.after('formula_block', 'formula_environment', environmentBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

export const isFormula = ({ type }: Token): boolean => type === 'formula' || type === 'formula_block';

/** Environments that MathJax draws without dollars around them. */
const environment =
  /\\begin\{((?:align|equation|gather|alignat|multline|eqnarray|flalign)\*?|(?:aligned|gathered|split|cases|array|[pbBvV]?matrix|CD))\}/y;

/** The end of an environment that begins at an offset; undefined if none begins there or it is never closed. */
function endOfEnvironment({ src, env }: StateInline | StateBlock, pos: number): number | undefined {
  environment.lastIndex = pos;
  if (!environment.test(src)) return undefined;
  const bySource = knownEnds(env);
  const ends = bySource.get(src) ?? endsIn(src);
  bySource.set(src, ends);
  return ends.get(pos);
}

/** A cache: without it, each of several nested environments would be read to its end again. */
const knownEnds = remember((_env: object) => new Map<string, ReadonlyMap<number, number>>());

/** The ends of all environments of a text, by their beginnings. */
function endsIn(src: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open = new Map<string, number[]>();
  for (const { 0: sign, 1: side, 2: name = '', index } of src.matchAll(/\\(begin|end)\{([A-Za-z]+\*?)\}/g)) {
    const begun = open.get(name) ?? [];
    open.set(name, begun);
    if (side === 'begin') begun.push(index);
    else {
      const start = begun.pop();
      if (start !== undefined) ends.set(start, index + sign.length);
    }
  }
  return ends;
}

/** An environment, or a reference to an equation, in a line of text. */
function inlineCommand(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '\\') return false;
  reference.lastIndex = pos;
  const named = reference.exec(src)?.[0];
  const end = named === undefined ? endOfEnvironment(state, pos) : pos + named.length;
  if (end === undefined || isFormulaFree(state) || hasFormulaFreeTag(src.slice(pos, end))) return false;
  if (!silent) {
    const token = state.push(named === undefined ? 'formula_block' : 'formula', 'span', 0);
    token.block = named === undefined;
    token.content = src.slice(pos, end);
    token.markup = '\\';
  }
  state.pos = end;
  return true;
}

const reference = /\\(?:eqref|ref)\{[^{}\n]{1,200}\}/y;

/** An environment that begins at the start of a line and ends at the end of a line. */
function environmentBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const last = endOfEnvironment(state, startOf(state, start));
  if (last === undefined || isWithinFormula(state, start)) return false;
  let line = start;
  while (state.eMarks[line]! < last) {
    line += 1;
    if (line >= end || state.isEmpty(line) || indentOf(state, line) < 0) return false;
  }
  if (state.src.slice(last, state.eMarks[line]).trim() !== '') return false;
  if (silent) return true;
  const token = state.push('formula_block', 'p', 0);
  token.block = true;
  token.markup = '\\';
  token.content = state.getLines(start, line + 1, state.tShift[start]!, true).trimEnd();
  state.line = line + 1;
  token.map = [start, state.line];
  return true;
}

/** Whether the lines of the same block above a line open a formula between `$$`, which also contains the line. */
function isWithinFormula({ src, bMarks, line: first }: StateBlock, line: number): boolean {
  const from = bMarks[Math.max(first, line - maxLines)]!;
  return src.slice(from, bMarks[line]).split('$$').length % 2 === 0;
}

/**
 * The number of lines that are read for each environment. Without a limit, thousands in a block take quadratic time.
 */
const maxLines = 50;

const isWord = (sign: string | undefined): boolean => sign !== undefined && /\w/.test(sign);

function inlineFormula(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '$') return false;
  const display = src[pos + 1] === '$';
  if (isFormulaFree(state)) return false;
  const formula = display ? findDisplay(src, pos) : findInline(state);
  if (!formula || hasFormulaFreeTag(src.slice(formula.start, formula.end))) {
    // If a run of dollars opens no formula, the whole run is text, so that the second of two dollars opens no formula
    // either.
    const dollars = /^\$+/.exec(src.slice(pos))![0];
    if (!silent) state.pending += dollars;
    state.pos += dollars.length;
    return true;
  }
  if (!silent) {
    const token = state.push(display ? 'formula_block' : 'formula', 'span', 0);
    token.block = display;
    token.markup = display ? '$$' : '$';
    token.content = src.slice(formula.start, formula.end);
  }
  state.pos = formula.end + (display ? 2 : 1);
  return true;
}

type Range = { readonly start: number; readonly end: number };

function findInline({ src, pos, pending, tokens }: StateInline): Range | undefined {
  const previousSign = src[pos - 1];
  const isAfterFormula = pending === '' && tokens.at(-1)?.type === 'formula';
  if (previousSign === '\\' || (previousSign === '$' && !isAfterFormula)) return undefined;
  const start = pos + 1;
  const end = findEnd(src, start);
  if (end === -1) return undefined;
  const content = src.slice(start, end);
  const nextSign = src[end + 1];
  // Two dollars between words can be money, so the text between them must look like a formula.
  const isTight = isWord(previousSign) || isWord(nextSign) || nextSign === '$';
  if ((isTight && !isCertain(content)) || isSigil(content, nextSign)) return undefined;
  return { start, end };
}

/**
 * The dollar that ends a formula. A dollar in braces, as in `\text{if $a$}`, ends no formula, unless the braces are
 * never closed.
 */
function findEnd(src: string, start: number): number {
  const first = findDollar(src, start);
  let [end, from, depth] = [first, start, 0];
  for (let count = 0; end !== -1 && end - start < maxBraced && count < 10; count += 1) {
    for (const [brace] of src.slice(from, end).matchAll(/\\[^]|[{}]/g))
      depth += brace === '{' ? 1 : brace === '}' ? -1 : 0;
    if (depth <= 0) return end;
    from = end + 1;
    end = findDollar(src, from);
  }
  return first;
}

/** The maximum length of a formula that has dollars in braces. */
const maxBraced = 500;

const isCertain = (content: string): boolean =>
  /\\[A-Za-z]|\^/.test(content) || /^[A-Za-z]$/.test(content) || (/[_=<>+*/|{}-]/.test(content) && !/\s/.test(content));

/** Whether the second dollar begins a price, a variable or a template: `$5-$10`, `$a=$b`, `${a}$b`, `${a}${b}`. */
const isSigil = (content: string, nextSign: string | undefined): boolean =>
  nextSign === '{' ||
  (isWord(nextSign) &&
    !/[\\^]/.test(content) &&
    (/[-+*/:|_=<>,.;]$|^\{\w+\}/.test(content) || (/^\d/.test(content) && /\d/.test(nextSign!))));

function findDisplay(src: string, pos: number): Range | undefined {
  if (src[pos - 1] === '\\' || src[pos + 2] === '$') return undefined;
  const start = pos + 2;
  for (let end = findDollar(src, start); end !== -1; end = findDollar(src, end + 1)) {
    if (src[end + 1] === '$' && src[end + 2] !== '$') return end === start ? undefined : { start, end };
  }
  return undefined;
}

/** The next dollar without a backslash. */
function findDollar(src: string, from: number): number {
  for (let at = src.indexOf('$', from); at !== -1; at = src.indexOf('$', at + 1)) {
    const slashes = /\\*$/.exec(src.slice(Math.max(0, at - 20), at))![0].length;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

/**
 * A block that begins with `$$` at the start of a line, and ends with `$$` at the end of the same line or a later one.
 * A line with text after the closing `$$` belongs to a paragraph.
 */
function formulaBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const first = lineOf(state, start);
  if (!first.startsWith('$$')) return false;
  const opening = first.slice(2);
  const onOneLine = opening.indexOf('$$');
  if (onOneLine !== -1 && opening.slice(onOneLine + 2).trim() !== '') return false;
  const close = onOneLine === -1 ? findClose(state, start, end) : start;
  if (close === undefined) return false;
  if (silent) return true;
  const token = state.push('formula_block', 'p', 0);
  token.block = true;
  token.markup = '$$';
  token.content =
    close === start
      ? `${opening.slice(0, onOneLine)}\n`
      : `${opening.trim() === '' ? '' : `${opening}\n`}${state.getLines(start + 1, close, state.tShift[start]!, true)}${withoutClose(lineOf(state, close))}`;
  state.line = close + 1;
  token.map = [start, state.line];
  return true;
}

const withoutClose = (line: string): string => {
  const text = line.slice(0, line.lastIndexOf('$$'));
  return text.trim() === '' ? '' : text;
};

/** The line that closes a formula; undefined if a heading or a fence comes first, or nothing closes it. */
function findClose(state: StateBlock, start: number, end: number): number | undefined {
  // A formula at the margin ends the list item whose text it follows.
  const minIndent = Math.min(0, indentOf(state, start));
  for (let line = start + 1; line < end; line += 1) {
    const text = lineOf(state, line);
    const isOutdented = text !== '' && indentOf(state, line) < minIndent;
    if (isOutdented || /^(?:#{1,6}[ \t]|`{3}|~{3})/.test(text)) return undefined;
    if (text.includes('$$')) return text.trimEnd().endsWith('$$') ? line : undefined;
  }
  return undefined;
}
