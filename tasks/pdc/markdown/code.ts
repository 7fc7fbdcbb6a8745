// Renders a block of code for people: colors, title, marked lines, and the source of diagrams.
import hljs from 'highlight.js/lib/common';
import { html, raw } from '../text/markup.ts';
import { fullRuns, widthOf } from '../text/width.ts';
import { withWholeOptions } from './breaks.ts';
import { readCodeInfo } from './code-info.ts';
import { readCodeMarks } from './code-marks.ts';
import type { CodeMark } from './code-marks.ts';
import type { MarkdownIt, Token } from './grammar.ts';

/** The language of the blocks that are drawn as diagrams. */
const diagramLanguage = 'mermaid';

/** Whether a raw body may have a diagram, found without parsing: a false positive only publishes an extra file. */
export const mayHoldDiagram = (body: string): boolean =>
  body.includes(diagramLanguage) && /(?:`{3}|~{3}|\{%-?)[ \t]*mermaid\b/.test(body);

/** Blocks with more lines are folded if a script can unfold them. */
const minFolded = 40;

/** Blocks with at least this many lines have line numbers. */
const minCounted = 10;

/**
 * In characters of full width: the widest line that does not break on a phone, and the widest line that fits the width
 * of the text.
 */
const widestOnPhone = 18;
const widestInText = 43;

/** Without scripts, a page shows the source of a diagram. The theme's script draws the diagram above its source. */
export function renderFence({ content, info }: Token, { escapeHtml, unescapeAll }: MarkdownIt['utils']): string {
  const { language, title, marked, numbered } = readCodeInfo(unescapeAll(info));
  const { text, marks } = readCodeMarks(content);
  for (const line of marked) marks.set(line, 'marked');
  const { lines, isDrawn, isBroad, mayBreak } = shapeOf(text);
  const name = nameOfLanguage(language);
  const isDiagram = language === diagramLanguage;
  const isNumbered = numbered ?? (lines >= minCounted && name !== '' && !isDrawn && !isDiagram);
  const highlighted = highlight(text, language) ?? escapeHtml(text);
  const coloured = lines === 1 ? withWholeOptions(highlighted) : highlighted;
  const code = withLines(isDrawn ? inCells(coloured) : coloured, {
    marks,
    hasRows: isNumbered || (mayBreak && !isDiagram),
  });
  const kind = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  const block = raw(`<pre${isNumbered ? ' class="numbered"' : ''}><code${kind}>${code}</code></pre>`);
  // CSS shows this attribute, so that copied or encrypted text contains only the code.
  const named = name !== '' && html` data-language="${name}"`;
  const caption = title !== '' && html`<figcaption>${title}</figcaption>`;
  if (isDiagram) {
    return `${String(html`<figure class="diagram"><div class="code"${named}>${block}</div>${caption}</figure>`)}\n`;
  }
  const isLong = lines > minFolded;
  const kinds = html`code${isLong && ' long'}${lines === 1 && ' single'}${isDrawn && ' drawn'}${isBroad && ' broad'}`;
  const attributes = html`class="${kinds}"${named}${isLong && html` data-lines="${lines}"`}`;
  if (caption) return `${String(html`<figure ${attributes}>${caption}${block}</figure>`)}\n`;
  return `${String(html`<div ${attributes}>${block}</div>`)}\n`;
}

type Shape = {
  readonly lines: number;
  /** A drawing of characters, whose lines must meet. */
  readonly isDrawn: boolean;
  /** Wider than the text. */
  readonly isBroad: boolean;
  /** A phone breaks its lines. */
  readonly mayBreak: boolean;
};

function shapeOf(text: string): Shape {
  const lines = text.split('\n');
  const isDrawn = lines.filter((line) => junction.test(line)).length > 1;
  const width = widthOfLines(lines);
  const isSingle = lines.length === 2;
  return {
    lines: lines.length - 1,
    isDrawn,
    isBroad: !isSingle && width > widestInText,
    mayBreak: !isSingle && !isDrawn && width > widestOnPhone,
  };
}

/** Vertical lines, corners, junctions and `+--+`. A text with these on two lines or more is a drawing. */
const junction = /[\u2502\u2503\u250c-\u254b\u2551-\u2570]|\+[-=]{2,}\+/;

/** In a drawing, full-width characters take two cells. The style sheet adapts them to the reader's font. */
const inCells = (code: string): string => code.replace(fullRuns, '<span class="full">$&</span>');

/**
 * The width of the widest line. No character is wider than 1, so a line is measured only if it has more characters than
 * the greatest width so far.
 */
const widthOfLines = (lines: readonly string[]): number =>
  lines.reduce((most, line) => (line.length > most ? Math.max(most, widthOf(line)) : most), 0);

/** The prompt before a command in a shell session. A bare "#" is not a prompt, because it can also begin a comment. */
const typed = /^ {0,3}(?:[\w.@:~/[\]()-]+[$%>#]|[$%>]) /m;

const shells = /^(?:bash|sh|zsh|shell|console|shellsession)$/;

/** In `--yes` the word `yes` is not a command, although the shell grammar says so. */
const colouredOption = /(?<=(?:^|\s)-[\w-]*)<span class="hljs-(?:built_in|keyword|literal)">(\w+)<\/span>/g;

/** Grammars test a run like this from each of its characters, which is slow. */
const longRun = /\w{1000}|\s{1000}/;
const maxColoured = 100_000;

/** Returns undefined if the language is unknown, or if highlighting would take long. */
function highlight(code: string, language: string): string | undefined {
  const lowerName = language.toLowerCase();
  const name = /^(?:shell|console|shellsession)$/.test(lowerName) && !typed.test(code) ? 'bash' : lowerName;
  if (!hljs.getLanguage(name) || code.length > maxColoured || longRun.test(code)) return undefined;
  const { value } = hljs.highlight(code, { language: name, ignoreIllegals: true });
  return shells.test(name) ? value.replace(colouredOption, '$1') : value;
}

type Lines = { readonly marks: ReadonlyMap<number, CodeMark>; readonly hasRows: boolean };

/**
 * Puts whole lines into elements: the marked lines, or every line if lines have numbers or may break. A color element
 * that spans several lines is closed before each of these elements and opened again within it.
 */
function withLines(code: string, { marks, hasRows }: Lines): string {
  if (marks.size === 0 && !hasRows) return code;
  const open: string[] = [];
  const close = (): string => '</span>'.repeat(open.length);
  return code
    .split(/(?<=\n)/)
    .map((line, index) => {
      const [closeAll, reopenAll] = [close(), open.join('')];
      for (const [tag] of line.matchAll(/<\/?span[^>]*>/g)) {
        if (tag === '</span>') open.pop();
        else open.push(tag);
      }
      const mark = marks.get(index + 1);
      if (mark === undefined && !hasRows) return line;
      const kinds = indentClass(line);
      const [start, end] = mark === undefined ? [`<span class="row${kinds}">`, '</span>'] : elementOf(mark, kinds);
      return `${closeAll}${start}${reopenAll}${line}${close()}${end}${open.join('')}`;
    })
    .join('');
}

const elementOf = (mark: CodeMark, kinds: string): [start: string, end: string] =>
  mark === 'marked'
    ? [`<mark class="line${kinds}">`, '</mark>']
    : mark === 'added'
      ? [`<ins class="line added${kinds}">`, '</ins>']
      : [`<del class="line removed${kinds}">`, '</del>'];

/** The continuation of a wrapped line repeats at most this much of its indentation: a phone has about 36 characters. */
const maxIndent = 8;

/** ` in4` for a line that begins with four spaces. The style sheet has the even numbers. */
function indentClass(line: string): string {
  const [, spaces = ''] = /^(?:<span[^>]*>)*( +)/.exec(line) ?? [];
  const indent = Math.min(maxIndent, spaces.length - (spaces.length % 2));
  return indent === 0 ? '' : ` in${indent}`;
}

function nameOfLanguage(language: string): string {
  if (/^(?:te?xt|plaintext)?$/i.test(language)) return '';
  if (language === diagramLanguage) return 'Mermaid';
  const name = hljs.getLanguage(language.toLowerCase())?.name ?? language;
  // If one grammar serves several languages, the block has the name that the author wrote.
  return name.includes(',') ? language.toUpperCase() : name;
}
