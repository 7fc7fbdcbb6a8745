// Formulas in a block of HTML, which Markdown does not read.
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { rawText } from './elements.ts';
import { follow } from './formula-free.ts';
import type { Surrounding } from './formula-free.ts';
import { isFormula } from './formulas.ts';
import { tagsIn } from './tags.ts';

/** Changes a grammar that has formulas, so that blocks of HTML have them too. `plain` reads plain text with formulas. */
export function htmlFormulas(md: MarkdownIt, plain: MarkdownIt): void {
  md.core.ruler.after('author_html', 'html_formulas', (state) => {
    state.tokens = state.tokens.flatMap((token) => (mayHaveFormula(token) ? split(token, { state, plain }) : [token]));
  });
}

const mayHaveFormula = ({ type, content }: Token): boolean =>
  type === 'html_block' && /\$|\\(?:begin|(?:eq)?ref)\{/.test(content);

/** Splits a block of HTML into its formulas and the HTML around them. */
function split({ content, map }: Token, { state, plain }: { state: StateCore; plain: MarkdownIt }): Token[] {
  const pieces: Token[] = [];
  const around: Surrounding = { name: '', depth: 0 };
  let html = '';
  let [at, isRaw] = [0, false];
  for (const tag of tagsIn(content, rawText)) {
    addText(content.slice(at, tag.at));
    html += tag.text;
    at = tag.at + tag.text.length;
    isRaw = tag.kind === 'start' && rawText.has(tag.name);
    follow(tag, around);
  }
  addText(content.slice(at));
  addHtml();
  return pieces;

  function addText(text: string): void {
    if (isRaw || around.depth > 0) {
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
