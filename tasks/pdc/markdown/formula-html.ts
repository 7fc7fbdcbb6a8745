// Formulas as HTML and MathML, which need no script, and as plain text. Syntax that MathJax supports, but KaTeX does
// not, is rewritten.
import { decodeXML } from 'entities';
import katex from 'katex';
import 'katex/contrib/mhchem';
import { html } from '../text/markup.ts';
import { createNumbering, equationId, referencesIn, withReferences } from './equations.ts';
import type { Equation } from './equations.ts';
import { isFormula } from './formulas.ts';
import { plainGrammar } from './grammar.ts';
import type { Token } from './grammar.ts';

/** The state that the formulas of one text share. */
export type FormulaState = {
  /** Definitions apply up to the end of the text, as with MathJax. */
  readonly macros: Record<string, unknown>;
  readonly equations: ReadonlyMap<Token, Equation>;
  readonly numberOf: (label: string) => string | undefined;
};

/** Reads all formulas of a text before the first one is drawn, because a reference may come before its equation. */
export function readFormulas(tokens: readonly Token[]): FormulaState {
  const numbering = createNumbering();
  const formulas = tokens.flatMap((token) => [token, ...(token.children ?? [])]).filter(isFormula);
  const equations = new Map(
    formulas.map((token) => [token, numbering.number(toLatex(token.content), { isDisplay: isDisplay(token) })]),
  );
  return { macros: createMacros(), equations, numberOf: numbering.numberOf };
}

/**
 * Draws a formula of a text that `readFormulas` has read. Call this function in the order of the text, because a macro
 * applies only after its definition.
 */
export function drawFormula(token: Token, text: FormulaState): string {
  const { latex, labels } = text.equations.get(token) ?? { latex: toLatex(token.content), labels: [] };
  const places = labels.map((label) => html`<span id="${equationId(label)}"></span>`).join('');
  const drawn = silently(() => toHtml(withReferences(latex, text.numberOf), { displayMode: isDisplay(token), text }));
  const formula = `${places}${drawn}`;
  // Between the words of a paragraph, a <p> would end the paragraph.
  return token.type === 'formula_block' ? `<${token.tag} class="katex-block">${formula}</${token.tag}>\n` : formula;
}

/**
 * The fault of a formula in KaTeX's words; undefined if KaTeX can read the formula. Call this function in the order of
 * the text too.
 */
export function faultOfFormula(token: Token, text: FormulaState): string | undefined {
  const { latex } = text.equations.get(token)!;
  const [lost] = referencesIn(latex).filter((label) => text.numberOf(label) === undefined);
  if (lost !== undefined) return `\\ref{${lost}} has no \\label{${lost}}`;
  try {
    // Only MathML is made, because it is half of the work and finds the same faults.
    toHtml(withReferences(latex, text.numberOf), {
      displayMode: isDisplay(token),
      text,
      throwOnError: true,
      output: 'mathml',
    });
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^KaTeX parse error: /, '').trim();
  }
}

type Drawing = {
  readonly displayMode: boolean;
  readonly text: Pick<FormulaState, 'macros'>;
  readonly throwOnError?: true;
  readonly output?: 'mathml';
};

/**
 * If KaTeX cannot read a part, it shows the part as the author wrote it. The part has the color of the text, so that it
 * is legible in every color scheme.
 */
function toHtml(latex: string, { text: { macros }, ...options }: Drawing): string {
  const siteMacros = Object.entries(macros).filter(([name]) => !Object.hasOwn(ownMacros, name));
  const longest = Math.max(
    definition.test(latex) ? latex.length : 0,
    ...siteMacros.map(([, macro]) => lengthOf(macro)),
  );
  try {
    if (latex.length > maxLatex) throw new RangeError(`formula longer than ${maxLatex} characters`);
    return katex.renderToString(latex, {
      throwOnError: false,
      strict: false,
      errorColor: 'inherit',
      macros: macros as Record<string, string>,
      globalGroup: true,
      // Limits the length of the expanded formula, because each expansion may be as long as the longest macro.
      maxExpand: Math.min(1000, Math.floor(maxSigns / Math.max(1, longest))),
      // References to equations are the only links that a formula may have.
      trust: ({ command, url }: { command: string; url?: string }) =>
        command === '\\href' && url?.startsWith('#mjx-eqn') === true,
      ...options,
    });
  } catch (error) {
    // `throwOnError: false` covers only ParseError. KaTeX throws another error for, say, a column `1` of an array.
    if (options.throwOnError || error instanceof katex.ParseError) throw error;
    return String(html`<span class="katex-error">${latex}</span>`);
  } finally {
    for (const [index, [name, macro]] of Object.entries(macros).entries())
      if (index >= maxMacros || lengthOf(macro) > maxMacro) Reflect.deleteProperty(macros, name);
  }
}

/** The maximum length of a formula, because KaTeX takes quadratic time. */
const maxLatex = 10_000;

const maxSigns = 1_000_000;
const maxMacro = 5000;

/** The maximum number of macros, because each formula goes through all of them. */
const maxMacros = 1000;

const definition = /\\(?:[gx]?def|let|futurelet|newcommand|providecommand|DeclareMathOperator)(?![A-Za-z])/;

const lengthOf = (macro: unknown): number =>
  typeof macro === 'string' ? macro.length : ((macro as { tokens?: readonly unknown[] }).tokens?.length ?? 0);

/** Copies our macros, so that the definitions of a text can be added to the copy. */
const createMacros = (): Record<string, unknown> => ({ ...ownMacros });

const ownMacros: Readonly<Record<string, string>> = {
  // With MathJax, Markdown removed the backslash before MathJax saw it.
  '\\*': '*',
  // Any name can be defined, even an existing one.
  '\\newcommand': '\\providecommand{#1}{}\\renewcommand{#1}',
  '\\DeclareMathOperator': '\\@ifstar\\@operatorWithLimits\\@operator',
  '\\@operator': '\\newcommand{#1}{\\operatorname{#2}}',
  '\\@operatorWithLimits': '\\newcommand{#1}{\\operatorname*{#2}}',
  // The original commands would expand macros before the length of the result is known.
  '\\edef': '\\def',
  '\\xdef': '\\gdef',
  '\\mbox': '\\text{#1}',
  '\\class': '\\@secondoftwo{#1}{#2}',
  '\\style': '\\@secondoftwo{#1}{#2}',
  '\\cssId': '\\@secondoftwo{#1}{#2}',
  '\\htmlClass': '\\@secondoftwo{#1}{#2}',
  '\\htmlId': '\\@secondoftwo{#1}{#2}',
  '\\htmlStyle': '\\@secondoftwo{#1}{#2}',
  '\\htmlData': '\\@secondoftwo{#1}{#2}',
  '\\require': '',
  '\\eqalign': '\\begin{aligned}#1\\end{aligned}',
};

const isDisplay = ({ type, content }: Token): boolean => type === 'formula_block' || opensDisplay.test(content);

/** Environments that are display formulas everywhere. */
const opensDisplay = /\\begin\{(?:align|equation|gather|cd|alignat|multline|flalign)\*?\}/i;

/**
 * Rewrites a formula for KaTeX. Removes the backticks of "$`x`$" and invisible characters, and replaces spaces and
 * environments that KaTeX does not know.
 */
const toLatex = (content: string): string =>
  content
    .replace(/^`([^]+)`$/, '$1')
    .replace(/[\u200b-\u200f\u2060-\u2064\ufeff]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' ')
    .replace(/&(lt|gt|amp);/g, (_, name: 'lt' | 'gt' | 'amp') => escaped[name])
    // Links are removed from formulas, but their text stays.
    .replace(/\\href\s*\{[^{}]{0,1000}\}/g, '')
    .replace(/\\url\s*\{([^{}]{0,1000})\}/g, (_, url: string) => `\\text{${url.replace(/[%#&_$]/g, '\\$&')}}`)
    .replace(/\\begin\{eqnarray\*?\}/g, '\\begin{array}{rcl}')
    .replace(/\\end\{eqnarray\*?\}/g, '\\end{array}')
    .replace(
      /\\(begin|end)\{(multline|flalign)(\*?)\}/g,
      (_, side: string, name: string, star: string) => `\\${side}{${name === 'flalign' ? 'align' : 'gather'}${star}}`,
    )
    .replace(/\\(?:re)?newcommand\*?(?![A-Za-z])/g, '\\newcommand')
    .replace(optionalArgument, (_, name: string, count: string, value: string) => {
      const others = Array.from({ length: Number(count) - 1 }, (_unused, index) => `#${index + 2}`).join('');
      return `\\def${name}{\\@ifnextchar[{${name}@}{${name}@[${value}]}}\\def${name}@[#1]${others}`;
    })
    .replace(/\\require\s*\{[^{}]{0,100}\}/g, '')
    .replace(/\\bbox\s*(?:\[[^\]\n]{0,100}\])?/g, '')
    .replace(
      /\\unicode\s*(?:\[[^\]\n]{0,100}\])?\{\s*(x?)([\da-f]{1,6})\s*\}/gi,
      (match: string, hex: string, digits: string) => {
        const code = parseInt(digits, hex === '' ? 10 : 16);
        return code >= 32 && code <= 0x10ffff && !/[\\{}$%#&~^_]/.test(String.fromCodePoint(code))
          ? `\\text{${String.fromCodePoint(code)}}`
          : match;
      },
    );

/** KaTeX knows no default value of a first argument, as in `\newcommand{\x}[2][a]{#1#2}`. */
const optionalArgument =
  /\\newcommand\s{0,9}\{?\s{0,9}(\\[A-Za-z]{1,100})\s{0,9}\}?\s{0,9}\[([1-9])\]\[([^[\]{}]{0,100})\]/g;

const escaped = { lt: '<', gt: '>', amp: '&' };

/**
 * Hides the warning that KaTeX prints for every character whose width it does not know, such as a Chinese character.
 * KaTeX draws these characters anyway.
 */
function silently<T>(work: () => T): T {
  const { warn } = console;
  console.warn = () => {};
  try {
    return work();
  } finally {
    console.warn = warn;
  }
}

/**
 * A formula as one line of plain text, such as `x^2` or `a/b`, for excerpts and lists. If KaTeX cannot read the
 * formula, the result is its LaTeX without commands and braces. Call it in the order of the text, with the same state.
 */
export function formulaText({ content }: Pick<Token, 'content'>, text = readFormulas([])): string {
  let mathml: string;
  try {
    const latex = withReferences(toLatex(content).replace(/\\label\s*\{[^{}]*\}/g, ''), text.numberOf);
    mathml = silently(() => toHtml(latex, { displayMode: true, output: 'mathml', throwOnError: true, text }));
  } catch {
    return content
      .replace(/\\[A-Za-z]+|[{}$\\]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  }
  return textOfMathml(mathml.replace(/<annotation[^]*?<\/annotation>/g, ''));
}

/** Adds the definitions of a formula to the state of its text. */
export function define(token: Token, text: FormulaState): void {
  if (definition.test(token.content)) formulaText(token, text);
}

type Told = { readonly title: string; readonly description: string };

/** Title and description as people read them in lists, where no formula is drawn. */
export function inPlainText({ title, description, mathjax }: Told & { readonly mathjax?: boolean | undefined }): Told {
  return mathjax === true ? { title: toLine(title), description: toLine(description) } : { title, description };
}

function toLine(text: string): string {
  if (!/\$|\\begin/.test(text)) return text;
  const [inline] = plainGrammar.parseInline(text, {});
  return (inline?.children ?? []).map((child) => (isFormula(child) ? formulaText(child) : child.content)).join('');
}

/** The signs that separate the parts of these elements. */
const betweenParts: Readonly<Record<string, string>> = {
  mfrac: '/',
  msup: '^',
  msub: '_',
  msubsup: '_',
  mover: '',
  munder: '_',
  munderover: '_',
};

/** The text of MathML from KaTeX, in which every element is closed. */
function textOfMathml(mathml: string): string {
  type Open = { readonly name: string; readonly parts: string[] };
  const open: Open[] = [{ name: '', parts: [] }];
  for (const [, slash, name = '', text = ''] of mathml.matchAll(/<(\/?)([\w-]+)[^<>]*?\/?>|([^<]+)/g)) {
    if (text !== '') open.at(-1)!.parts.push(text);
    else if (slash === '/' && open.length > 1) {
      const { name: closedName, parts } = open.pop()!;
      open.at(-1)!.parts.push(joined(closedName, parts));
    } else if (slash === '' && !/^(?:mspace|mglyph)$/.test(name)) open.push({ name, parts: [] });
  }
  return decodeXML(open.map(({ parts }) => parts.join('')).join(''))
    .replace(/[\u2061-\u2064\u200b]/g, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}

function joined(name: string, parts: readonly string[]): string {
  const sign = betweenParts[name];
  if (name === 'mphantom') return '';
  if (name === 'msqrt') return `√${group(parts.join(''))}`;
  if (name === 'mtr') return `${parts.join(' ')} `;
  return sign === undefined
    ? parts.join('')
    : parts.map((part) => (sign === '' ? part : group(part))).join(parts[0] === '' && sign === '_' ? '' : sign);
}

const group = (part: string): string =>
  [...part.trim()].length > 1 && /[^\w.]/.test(part.trim()) ? `(${part.trim()})` : part.trim();

export const formulasIn = (token: Token): Token[] => [token, ...(token.children ?? [])].filter(isFormula);

/** An inline token in which formulas are text. */
export const withFormulaText = (
  { children }: Pick<Token, 'children'>,
  text?: FormulaState,
): Pick<Token, 'children'> => ({
  children:
    children?.map((child) =>
      isFormula(child)
        ? Object.assign(Object.create(child) as Token, { type: 'text', content: formulaText(child, text) })
        : child,
    ) ?? null,
});
