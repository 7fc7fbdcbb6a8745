// Parses a body: Markdown with its extensions, anchors of headings, and the prompt as one block. This file renders
// nothing, so it is light enough for a Worker. `render.ts` makes HTML from the tokens, and `sections.ts` finds the
// sections of an article.
import createParser from 'markdown-it';
import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { anchors } from './anchors.ts';
import { endlessBlock, readAuthorHtml } from './author-html.ts';
import type { HtmlEnv } from './author-html.ts';
import { footnotes } from './footnotes.ts';
import { formulas } from './formulas.ts';
import { htmlFormulas } from './html-formulas.ts';
import { labelsOf } from './labels.ts';
import type { Labels } from './labels.ts';
import { readPrompt } from './prompt.ts';
import { lineStarts } from '../text/line-starts.ts';

export type { MarkdownIt, StateBlock, Token };

/** Makes HTML from the text of a prompt, including its tags. */
export type ShowPrompt = (text: string) => string;

/** The environment of parsing: where the prompt is in the body, and how a `prompt-` article shows it. */
export type PromptEnv = { prompt?: { lines: readonly [number, number]; text: string }; showPrompt?: ShowPrompt };

export function createGrammar(labels: Labels = labelsOf('zh-CN')): MarkdownIt {
  // markdown-it 15 has 57 % of the speed of 14, but only 15 is developed further. Measure again with each new version.
  const md = createParser({ html: true, linkify: true });
  linkAddresses(md);
  md.use(cjkFriendly);
  footnotes(md);
  anchors(md, labels.anchor);
  md.block.ruler.before('fence', 'prompt', promptBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.block.ruler.before('html_block', 'endless_html', endlessBlock, { alt: ['paragraph', 'reference', 'blockquote'] });
  md.core.ruler.after('block', 'fenced_prompt', fencedPrompt);
  // These rules are our own, because the libraries for them are unmaintained or need an older markdown-it.
  md.core.ruler.after('block', 'callouts', (state) => callouts(state, labels.callouts));
  // This rule comes after `footnote_tail`, which moves footnotes to the place where they are shown.
  md.core.ruler.after('footnote_tail', 'author_html', (state) => readAuthorHtml(state.tokens, state.env as HtmlEnv));
  md.core.ruler.after('inline', 'task_lists', taskLists);
  md.core.ruler.after('inline', 'figures', figures);
  return md;
}

/**
 * Links only addresses with a scheme, because `//a.b` may be a comment in code. A backslash ends an address, because it
 * escapes the next character.
 */
function linkAddresses({ linkify }: MarkdownIt): void {
  linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  linkify.add('//', null);
  const match = linkify.matchAtStart.bind(linkify);
  linkify.matchAtStart = (text) => {
    const link = match(text);
    return link?.url.includes('\\') ? match(text.slice(0, text.indexOf('\\'))) : link;
  };
}

/** The kinds of callouts, as GitHub has them. */
type CalloutKind = keyof Labels['callouts'];

/** A quotation that begins with a line such as `[!NOTE]` is a callout. */
function callouts(state: StateCore, calloutTitles: Labels['callouts']): void {
  const { tokens, Token } = state;
  const changed: Token[] = [];
  const open: (CalloutKind | undefined)[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    changed.push(token);
    if (token.type === 'blockquote_close' && open.pop()) token.tag = 'div';
    if (token.type !== 'blockquote_open') continue;
    const kind = takeKind(tokens.slice(index + 1, index + 3));
    open.push(kind);
    if (kind === undefined) continue;
    token.tag = 'div';
    token.attrSet('class', `callout ${kind}`);
    token.attrSet('role', 'note');
    changed.push(Object.assign(new Token('callout_title', 'p', 0), { block: true, content: calloutTitles[kind] }));
    // If the paragraph has only the line of the kind, the empty paragraph is dropped.
    if (tokens[index + 2]?.content === '') index += 3;
  }
  state.tokens = changed;
}

/** Removes the line of the kind from the paragraph, and returns the kind. */
function takeKind([paragraph, inline]: readonly Token[]): CalloutKind | undefined {
  if (paragraph?.type !== 'paragraph_open' || !inline) return undefined;
  const [line, kind] = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i.exec(inline.content) ?? [];
  if (line === undefined || kind === undefined) return undefined;
  inline.content = inline.content.slice(line.length);
  return kind.toLowerCase() as CalloutKind;
}

/** A list item that begins with `[ ]` or `[x]` is a task. */
function taskLists({ tokens, Token }: StateCore): void {
  for (const [index, item] of tokens.entries()) {
    if (item.type !== 'list_item_open') continue;
    const [paragraph, inline] = tokens.slice(index + 1, index + 3);
    if (paragraph?.type !== 'paragraph_open' || inline?.type !== 'inline') continue;
    const { children } = inline;
    const text = children?.[0];
    if (!children || text?.type !== 'text') continue;
    const match = /^\[([ xX])\](?=\s)/.exec(text.content);
    if (!match) continue;
    item.attrJoin('class', 'task');
    text.content = text.content.slice(match[0].length);
    children.unshift(Object.assign(new Token('task', 'input', 0), { meta: { done: match[1] !== ' ' } }));
  }
}

/** An image that has a title and is the only content of its paragraph becomes a figure, and the title its caption. */
function figures({ tokens, Token }: StateCore): void {
  for (const [index, { type, children }] of tokens.entries()) {
    const image = children?.[0];
    if (type !== 'inline' || children?.length !== 1 || image?.type !== 'image') continue;
    const [open, close] = [tokens[index - 1], tokens[index + 1]];
    const caption = image.attrGet('title');
    if (open?.type !== 'paragraph_open' || !close || !image.attrs || caption === null) continue;
    image.attrs = image.attrs.filter(([name]) => name !== 'title');
    open.tag = close.tag = 'figure';
    children.push(Object.assign(new Token('caption', 'figcaption', 0), { content: String(caption) }));
  }
}

/** Reads plain text with formulas, without Markdown. */
export const plainGrammar = createParser('zero').use(formulas);

/** Adds formulas to a grammar. */
export const withFormulas = (md: MarkdownIt): MarkdownIt => md.use(formulas).use(htmlFormulas, plainGrammar);

/** A prompt outside fences is one block, not Markdown: the tags and line breaks in it are text. */
function promptBlock(state: StateBlock, startLine: number, _end: number, silent: boolean): boolean {
  const { prompt } = state.env as PromptEnv;
  if (prompt?.lines[0] !== startLine) return false;
  if (silent) return true;
  const token = state.push('prompt', 'pre', 0);
  token.content = prompt.text;
  token.map = [...prompt.lines];
  state.line = prompt.lines[1];
  return true;
}

/**
 * In a `prompt-` article, a prompt in a fence becomes the same kind of block. The rest of the fence stays code before
 * and after it.
 */
function fencedPrompt(state: StateCore): void {
  const { prompt, showPrompt } = state.env as PromptEnv;
  if (!prompt || !showPrompt) return;
  const [from, to] = prompt.lines;
  const index = state.tokens.findIndex(({ type, map }) => type === 'fence' && map && map[0] < from && to <= map[1]);
  const fence = state.tokens[index];
  if (!fence) return;
  const lines = fence.content.split('\n');
  const first = fence.map![0] + 1;
  const toCode = (codeLines: readonly string[]): Token[] =>
    codeLines.every((line) => line.trim() === '')
      ? []
      : [Object.assign(new state.Token('fence', 'code', 0), { ...fence, content: `${codeLines.join('\n')}\n` })];
  const block = Object.assign(new state.Token('prompt', 'pre', 0), { content: prompt.text, map: [from, to] });
  state.tokens.splice(
    index,
    1,
    ...toCode(lines.slice(0, from - first)),
    block,
    ...toCode(lines.slice(to - first).slice(0, -1)),
  );
}

/** The place of the prompt in a body, for the parser; empty for a body without a prompt. */
export function findPrompt(raw: string): PromptEnv {
  if (!raw.includes('<prompt')) return {};
  const reading = readPrompt(raw);
  if (!('element' in reading)) return {};
  const { start, end } = reading.element;
  const lines = [lineAt(raw, start), lineAt(raw, end) + 1] as const;
  return { prompt: { lines, text: raw.slice(start, end).replace(/\r\n?/g, '\n') } };
}

const lineAt = (text: string, offset: number): number => lineStarts(text.slice(0, offset)).length - 1;

/** An inline token as plain text, on one line. */
export function toText({ children }: { readonly children: readonly Part[] | null }): string {
  const parts = children ?? [];
  const texts = parts.map((part) => {
    if (part.type === 'softbreak') return '\n';
    if (isSeparating(part)) return ' ';
    return part.type === 'html_inline' ? '' : part.content;
  });
  const line = texts
    .join('')
    .replace(lineBreak, (_, offset: number, joinedText: string) =>
      wide.test(joinedText[offset - 1] ?? '') && wide.test(joinedText[offset + 1] ?? '') ? '' : ' ',
    );
  // Where a line begins, the author may have written a space too, and the ends need none.
  return parts.some(isSeparating) ? line.replace(/ {2,}/g, ' ').trim() : line;
}

type Part = Pick<Token, 'type' | 'content'>;

/** Whether a browser begins a new line at this token. */
const isSeparating = ({ type, content }: Part): boolean =>
  type === 'hardbreak' ||
  (type === 'html_inline' && /^<\/?(?:br|hr|p|div|li|ul|ol|center|h[1-6])(?=[\s/>])/i.test(content));

const lineBreak = /\n/g;

/** Characters of the scripts that are written without spaces. */
export const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
