// Formulas in the HTML that an author writes, as MathJax finds them: those in a block of HTML, which Markdown does not
// read, but none in code.
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { rawText } from './elements.ts';
import { isFormula } from './formulas.ts';
import { tagsIn } from './tags.ts';
import type { FoundTag } from './tags.ts';

/** In these elements, a dollar stays a dollar, as with MathJax. */
const skipped = new Set('code pre math svg noscript select annotation annotation-xml'.split(' '));

/**
 * Changes a grammar that has formulas, so that HTML has formulas only where MathJax would find them. `plain` reads
 * plain text with formulas.
 */
export function htmlFormulas(md: MarkdownIt, plain: MarkdownIt): void {
  md.core.ruler.after('author_html', 'html_formulas', (state) => {
    state.tokens = state.tokens.flatMap((token) => (mayHaveFormula(token) ? split(token, { state, plain }) : [token]));
    for (const { children } of state.tokens) if (children?.some(isFormula)) keepDollars(children);
  });
}

/** Turns the formulas between the tags of skipped elements in a sentence into text. */
function keepDollars(children: readonly Token[]): void {
  const skip: Skip = { name: '', depth: 0 };
  for (const child of children) {
    if (child.type === 'html_inline') for (const tag of tagsIn(child.content, rawText)) follow(tag, skip);
    else if (skip.depth > 0 && isFormula(child)) {
      const sign = child.markup === '\\' ? '' : child.markup;
      Object.assign(child, { type: 'text', tag: '', content: `${sign}${child.content}${sign}` });
    }
  }
}

/** The skipped element around a place, and how many elements of this name are open there. */
type Skip = { name: string; depth: number };

/** Follows a tag into a skipped element, or out of it. */
function follow({ kind, name, text }: FoundTag, skip: Skip): void {
  if (text.endsWith('/>')) return;
  if (skip.depth === 0 && skipped.has(name)) skip.name = name;
  if (name !== skip.name) return;
  if (kind === 'start') skip.depth += 1;
  else if (skip.depth > 0) skip.depth -= 1;
}

const mayHaveFormula = ({ type, content }: Token): boolean =>
  type === 'html_block' && /\$|\\(?:begin|(?:eq)?ref)\{/.test(content);

/** Splits a block of HTML into its formulas and the HTML around them. */
function split({ content, map }: Token, { state, plain }: { state: StateCore; plain: MarkdownIt }): Token[] {
  const pieces: Token[] = [];
  const skip: Skip = { name: '', depth: 0 };
  let html = '';
  let [at, isRaw] = [0, false];
  for (const tag of tagsIn(content, rawText)) {
    addText(content.slice(at, tag.at));
    html += tag.text;
    at = tag.at + tag.text.length;
    isRaw = tag.kind === 'start' && rawText.has(tag.name);
    follow(tag, skip);
  }
  addText(content.slice(at));
  addHtml();
  return pieces;

  function addText(text: string): void {
    if (isRaw || skip.depth > 0) {
      html += text;
      return;
    }
    for (const part of plain.parseInline(text, {})[0]?.children ?? []) {
      if (isFormula(part)) {
        addHtml();
        pieces.push(Object.assign(part, { map }));
      } else html += part.content;
    }
  }
  function addHtml(): void {
    if (html !== '')
      pieces.push(Object.assign(new state.Token('html_block', '', 0), { content: html, map, block: true }));
    html = '';
  }
}
