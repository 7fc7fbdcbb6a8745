// The renderers of markdown-it, with our rules for the HTML of tokens.
import { html } from '../text/markup.ts';
import { remember } from '../remember.ts';
import { withWholeOptions } from './breaks.ts';
import { codeGroups } from './code-groups.ts';
import { renderFence } from './code.ts';
import { drawFormula, readFormulas } from './formula-html.ts';
import type { FormulaState } from './formula-html.ts';
import { createGrammar, wide, withFormulas } from './grammar.ts';
import type { MarkdownIt, PromptEnv, ShowPrompt, Token } from './grammar.ts';
import { labelsOf } from './labels.ts';
import type { Labels } from './labels.ts';
import { tables } from './tables.ts';

/** The state that the formulas of the text share. */
export type FormulaEnv = { formulas?: FormulaState };

export type Extend = (md: MarkdownIt) => void;

export const plainRenderer = createMarkdown(labelsOf('zh-CN'));

/** The renderers with the rules of a site's owner. Each has different labels, or draws formulas or not. */
const renderersWith = remember((_extend: Extend) => new Map<string, MarkdownIt>());
export const noRules: Extend = () => {};

export function rendererFor(language: string, math: boolean, extend = noRules): MarkdownIt {
  const labels = labelsOf(language);
  const name = `${labels.done} ${math}`;
  const renderers = renderersWith(extend);
  let markdown = renderers.get(name);
  if (!markdown) {
    markdown = math ? withFormulas(createMarkdown(labels)) : createMarkdown(labels);
    extend(markdown);
    renderers.set(name, markdown);
  }
  return markdown;
}

function createMarkdown(labels: Labels): MarkdownIt {
  const md = createGrammar(labels);
  const { validateLink } = md;
  // A path on a disk becomes a link instead of text, so that rule local-path can report it.
  md.validateLink = (target) => validateLink(target) || /^\s*file:/i.test(target);
  codeGroups(md, labels);
  const { rules } = md.renderer;
  rules.prompt = ruleOf(({ content }, env) => ((env as PromptEnv).showPrompt ?? plainPrompt)(content));
  rules.softbreak = (tokens, index) => (isBetweenHan(tokens, index) ? '' : '\n');
  rules.callout_title = ruleOf(({ content }) => `${String(html`<p class="callout-title">${content}</p>`)}\n`);
  rules.caption = ruleOf(({ content }) => String(html`<figcaption>${content}</figcaption>`));
  rules.task = ruleOf(({ meta }) =>
    (meta as { done: boolean }).done
      ? String(html`<input type="checkbox" disabled checked aria-label="${labels.done}">`)
      : String(html`<input type="checkbox" disabled aria-label="${labels.undone}">`),
  );
  const formulaRule = ruleOf((token, env) => drawFormula(token, (env as FormulaEnv).formulas ?? readFormulas([])));
  for (const type of ['formula', 'formula_block']) rules[type] = formulaRule;
  const inlineCode = rules.code_inline!;
  rules.code_inline = (...args) => withWholeOptions(inlineCode(...args));
  rules.fence = ruleOf((token) => renderFence(token, md.utils));
  tables(md);
  return md;
}

type Rule = (tokens: readonly Token[], index: number, options: unknown, env: unknown) => string;

/** A rule that draws one token. */
function ruleOf(draw: (token: Token, env: unknown) => string): Rule {
  return (tokens, index, _options, env) => draw(tokens[index]!, env);
}

const plainPrompt: ShowPrompt = (text) =>
  String(html`<pre class="prompt"><code>${text}
</code></pre>
`);

/** Only some browsers drop a line break between Han characters. Without the break, no browser shows a space. */
function isBetweenHan(tokens: readonly Token[], index: number): boolean {
  const previousCharacter = nearestText(tokens, index, -1).at(-1);
  const nextCharacter = nearestText(tokens, index, 1).at(0);
  return (
    previousCharacter !== undefined &&
    nextCharacter !== undefined &&
    wide.test(previousCharacter) &&
    wide.test(nextCharacter)
  );
}

function nearestText(tokens: readonly Token[], index: number, step: 1 | -1): string[] {
  for (let at = index + step; tokens[at]; at += step) {
    const { content } = tokens[at]!;
    if (content !== '') return [...content];
  }
  return [];
}
