// The opening of a body as plain text.
import { define, readFormulas, withFormulaText } from './formula-html.ts';
import { isFormula } from './formulas.ts';
import { toText } from './grammar.ts';
import { plainRenderer, rendererFor } from './markdown-renderers.ts';

/**
 * The opening of a body as plain text: its first paragraph, at most `limit` characters. Formulas become text, and tags
 * of other engines are removed.
 */
export function openingOf(
  raw: string,
  { limit, math = false }: { readonly limit: number; readonly math?: boolean },
): string {
  const tokens = math ? rendererFor('zh-CN', true).parse(raw, {}) : plainRenderer.parse(raw, {});
  const formulas = readFormulas(tokens);
  for (const [index, token] of tokens.entries()) {
    if (isFormula(token)) define(token, formulas);
    if (token.type !== 'paragraph_open') continue;
    const inline = tokens[index + 1]!;
    // Only the first formulas are drawn, because drawing takes long.
    const children = inline.children?.slice(0, 10 * limit) ?? null;
    const text = toText(withFormulaText({ children }, formulas)).replace(foreignTag, '').replace(/\s+/g, ' ').trim();
    if (text !== '') return [...text].slice(0, limit).join('');
  }
  return '';
}

const foreignTag = /\{%[^%\n]{0,500}%\}|\{\{[<%][^<>%\n]{0,500}[%>]\}\}/g;
