// Code groups, `::: code-group` to `:::`, as in VitePress: a page shows one of several blocks of code. Radio buttons
// choose the block, so no script is needed. On paper all blocks follow each other.
import { html } from '../text/markup.ts';
import { indentOf, lineOf } from './block-lines.ts';
import { maxInfo, readCodeInfo } from './code-info.ts';
import type { MarkdownIt, StateBlock } from './grammar.ts';
import type { Labels } from './labels.ts';

/** The style sheet has rules for this many tabs. */
const maxTabs = 8;

export function codeGroups(md: MarkdownIt, labels: Labels): void {
  md.block.ruler.before('fence', 'code_group', group, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.renderer.rules.code_group_open = (tokens, index) => {
    const { tabs, id } = tokens[index]!.meta as Meta;
    const choices = tabs.map(
      (tab, at) => html`<label><input type="radio" name="${id}"${at === 0 && html` checked`}>${tab}</label>`,
    );
    return `${String(html`<div class="code-group"><div class="tabs" role="radiogroup" aria-label="${labels.codeGroup}">${choices}</div>`)}\n`;
  };
  md.renderer.rules.code_group_close = () => '</div>\n';
}

type Meta = { readonly tabs: readonly string[]; readonly id: string };

/** A group contains only fences. A group with other content, or without an end, stays text. */
function group(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!/^:{3,} *code-group *$/.test(lineOf(state, startLine)) || indentOf(state, startLine) >= 4) return false;
  const close = findClose(state, startLine + 1, endLine);
  if (close === undefined) return false;
  if (silent) return true;
  const open = state.push('code_group_open', 'div', 1);
  open.block = true;
  open.map = [startLine, close + 1];
  const from = state.tokens.length;
  const { parentType, lineMax } = state;
  state.lineMax = close;
  state.md.block.tokenize(state, startLine + 1, close);
  state.lineMax = lineMax;
  state.parentType = parentType;
  const fences = state.tokens.slice(from);
  if (fences.length === 0 || fences.length > maxTabs || fences.some(({ type }) => type !== 'fence')) {
    // It was not a group, so the tokens are removed again.
    state.tokens.length = from - 1;
    state.level -= 1;
    return false;
  }
  open.meta = { tabs: fences.map(({ info }, at) => tabOf(info, at)), id: `code-group-${startLine + 1}` } satisfies Meta;
  // The tab shows the name, so the block does not.
  for (const fence of fences) fence.info = withoutTitle(fence.info);
  state.push('code_group_close', 'div', -1).block = true;
  state.line = close + 1;
  return true;
}

/** The line that ends a group. A line of colons within a fence does not count. */
function findClose(state: StateBlock, from: number, end: number): number | undefined {
  let fence = '';
  for (let line = from; line < end; line += 1) {
    const text = lineOf(state, line);
    const [, signs = ''] = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(text) ?? [];
    if (fence !== '') {
      if (signs.startsWith(fence) && text.trim() === signs) fence = '';
    } else if (signs !== '') fence = signs;
    else if (/^:{3,} *$/.test(text)) return line;
    else if (text.trim() !== '') return undefined;
  }
  return undefined;
}

function tabOf(info: string, at: number): string {
  const { title, language } = readCodeInfo(info);
  return title !== '' ? title : language !== '' ? language : String(at + 1);
}

const withoutTitle = (info: string): string => info.slice(0, maxInfo).replace(/\s\[[^\]]+\]|\stitle=(["']).*?\1/, '');
