// Markdown to the human channel's HTML: one renderer for every body, and what is learned on the way.
import hljs from 'highlight.js/lib/common';
import { html } from 'hono/html';
import { slug as toAnchor } from 'github-slugger';
import createParser from 'markdown-it';
import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';
import cjkFriendly from 'markdown-it-cjk-friendly';
import footnote from 'markdown-it-footnote';
import katexPlugin from '@vscode/markdown-it-katex';
import { changeTags, readdress } from './html.ts';
import type { Changes, Tag } from './html.ts';
import { readPrompt } from './prompt.ts';
import type { PromptArg } from './prompt.ts';

export type Heading = { readonly level: number; readonly id: string; readonly text: string };

/** A link or image as the author wrote it. Lines count from 0 within the raw body; `lines` is half open. */
export type Link = { readonly target: string; readonly lines: readonly [number, number] };

export type Rendered = {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  /** Han characters plus words of other scripts, code left out. */
  readonly words: number;
};

/** Where a link of the human channel leads, given what the author wrote. */
export type ResolveLink = (target: string) => string;

/** How a prompt is shown: its text, tags included, becomes HTML. */
export type ShowPrompt = (text: string) => string;

type PromptEnv = { prompt?: { lines: readonly [number, number]; text: string }; showPrompt?: ShowPrompt };

export type RenderOptions = {
  readonly resolve: ResolveLink;
  /** The article has `mathjax: true`: `$...$` and `$$...$$` are formulas. */
  readonly math: boolean;
  /** Of a `prompt-` article, whose prompt is one block in a fence too. In any other text a prompt in a fence is code. */
  readonly showPrompt?: ShowPrompt;
};

// A CommonJS module with a default export of its own.
const katex = (katexPlugin as unknown as { default?: typeof katexPlugin }).default ?? katexPlugin;

const plain = createMarkdown();
const mathematical = withFormulas(createMarkdown());

/** Renders a raw body. The source is the author's own: HTML in it passes through. */
export function renderMarkdown(raw: string, { resolve, math, showPrompt }: RenderOptions): Rendered {
  const markdown = math ? mathematical : plain;
  const env: PromptEnv = { ...findPrompt(raw), ...(showPrompt && { showPrompt }) };
  const tokens = markdown.parse(raw, env);
  const links: Link[] = [];
  const headings: Heading[] = [];
  let words = 0;
  let lines: Link['lines'] = [0, 0];

  for (const [index, token] of tokens.entries()) {
    // What has no lines of its own, such as a cell of a table, is among those of what was opened before.
    lines = token.map ?? lines;
    if (token.type === 'heading_open') {
      headings.push({
        level: Number(token.tag.slice(1)),
        id: String(token.attrGet('id') ?? ''),
        text: toText(tokens[index + 1]!),
      });
    }
    if (token.type === 'html_block') rewriteHtml(token, lines);
    for (const child of token.children ?? []) {
      if (child.type === 'html_inline') rewriteHtml(child, lines);
      else if (child.type === 'link_open') rewriteAttribute(child, 'href', lines);
      else if (child.type === 'image') rewriteImage(child, lines);
      else if (child.type === 'text') words += countWords(child.content);
    }
  }
  return { html: markdown.renderer.render(tokens, markdown.options, env), headings, links, words };

  function follow(target: string, lines: readonly [number, number]): string {
    links.push({ target, lines });
    return resolve(target);
  }
  function rewriteAttribute(token: Token, name: string, lines: readonly [number, number]): void {
    const target = token.attrGet(name);
    if (target !== null) token.attrSet(name, follow(String(target), lines));
  }
  function rewriteImage(token: Token, lines: readonly [number, number]): void {
    rewriteAttribute(token, 'src', lines);
    for (const [name, value] of patience) token.attrSet(name, value);
  }
  function rewriteHtml(token: Token, lines: readonly [number, number]): void {
    token.content = changeTags(token.content, (tag) => ({
      ...(tag.name === 'img' && patienceOf(tag)),
      ...readdress(tag, (target) => follow(target, lines)),
    }));
  }
}

/** Images of a body load when they are near, and the text does not wait for them. */
const patience = [
  ['loading', 'lazy'],
  ['decoding', 'async'],
] as const;

/** What the author says of an image of his own stays. */
const patienceOf = ({ attributes }: Tag): Changes =>
  Object.fromEntries(patience.filter(([name]) => !attributes.has(name)));

/** The opening of a body as plain text: its first paragraph, at most `limit` characters. */
export function openingOf(raw: string, limit: number): string {
  const tokens = plain.parse(raw, {});
  const start = tokens.findIndex(
    (token, index) => token.type === 'paragraph_open' && toText(tokens[index + 1]!).trim() !== '',
  );
  const text = start === -1 ? '' : toText(tokens[start + 1]!);
  return [...text.replace(/\s+/g, ' ').trim()].slice(0, limit).join('');
}

/** The cells of every table in a body, as plain text. What a prompt holds is none. */
export function tableCells(raw: string): string[] {
  const tokens = plain.parse(raw, findPrompt(raw));
  return tokens.flatMap((token, index) => (token.type === 'td_open' ? [toText(tokens[index + 1]!)] : []));
}

/** Whether a body has a table for people that names at least one of the arguments. */
export function hasVariablesTable(raw: string, args: readonly PromptArg[]): boolean {
  const cells = tableCells(raw).map((cell) => cell.toLowerCase());
  return args.some(({ name }) => cells.some((cell) => cell.includes(name.toLowerCase())));
}

/** Han and kana characters, and runs of anything else between spaces and punctuation. */
export function countWords(text: string): number {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}'’_-]*?(?=[\p{Script=Han}]|[^\p{L}\p{N}'’_-]|$)/gu,
    )?.length ?? 0
  );
}

function createMarkdown(): MarkdownIt {
  const md = createParser({ html: true, linkify: true, highlight });
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  md.use(cjkFriendly as never);
  md.use(footnote as never);
  md.use(anchor as never, {
    // Signs alone make no anchor.
    slugify: (title: string) => toAnchor(title) || 'section',
    // Behind the heading, not in it: what names a section is its title alone.
    permalink: anchor.permalink.linkAfterHeader({
      class: 'anchor',
      symbol: '#',
      style: 'aria-label',
      assistiveText: (title) => `本节链接：${title}`,
      wrapper: ['<div class="heading">', '</div>'],
    }),
  });
  md.block.ruler.before('fence', 'prompt', promptBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.core.ruler.after('block', 'fenced_prompt', fencedPrompt);
  md.renderer.rules.prompt = (tokens, index, _options, env) =>
    ((env as PromptEnv).showPrompt ?? plainPrompt)(tokens[index]!.content);
  md.renderer.rules.softbreak = (tokens, index) => (isBetweenHan(tokens, index) ? '' : '\n');
  md.renderer.rules.table_open = () => '<div class="table"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  return md;
}

/** Formulas become HTML and MathML at build time; a reader's browser runs nothing for them. */
function withFormulas(md: MarkdownIt): MarkdownIt {
  // What is wrong in a formula shows as it was written, in the colour of the text, which every scheme can read.
  md.use(katex as never, { throwOnError: false, strict: false, errorColor: 'inherit' });
  return md;
}

function highlight(code: string, language: string): string {
  const name = language.toLowerCase();
  return hljs.getLanguage(name) ? hljs.highlight(code, { language: name, ignoreIllegals: true }).value : '';
}

/** A prompt that stands bare in the body is one block, not Markdown: its tags and line breaks are its text. */
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

/** The prompt of a `prompt-` article in a fence is the same block; what else the fence holds stays code around it. */
function fencedPrompt(state: StateCore): void {
  const { prompt, showPrompt } = state.env as PromptEnv;
  if (!prompt || !showPrompt) return;
  const [from, to] = prompt.lines;
  const index = state.tokens.findIndex(({ type, map }) => type === 'fence' && map && map[0] < from && to <= map[1]);
  const fence = state.tokens[index];
  if (!fence) return;
  const lines = fence.content.split('\n');
  const first = fence.map![0] + 1;
  const toCode = (rest: readonly string[]): Token[] =>
    rest.every((line) => line.trim() === '')
      ? []
      : [Object.assign(new state.Token('fence', 'code', 0), { ...fence, content: `${rest.join('\n')}\n` })];
  const block = Object.assign(new state.Token('prompt', 'pre', 0), { content: prompt.text, map: [from, to] });
  state.tokens.splice(
    index,
    1,
    ...toCode(lines.slice(0, from - first)),
    block,
    ...toCode(lines.slice(to - first).slice(0, -1)),
  );
}

const plainPrompt: ShowPrompt = (text) =>
  String(html`<pre class="prompt"><code>${text}
</code></pre>
`);

function findPrompt(raw: string): PromptEnv {
  if (!raw.includes('<prompt')) return {};
  const reading = readPrompt(raw);
  if (!('element' in reading)) return {};
  const { start, end } = reading.element;
  const lines = [lineAt(raw, start), lineAt(raw, end) + 1] as const;
  return { prompt: { lines, text: raw.slice(start, end).replaceAll('\r\n', '\n') } };
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length - 1;

/** CSS drops a line break between Han characters only in some browsers: without it, none shows a space. */
function isBetweenHan(tokens: readonly Token[], index: number): boolean {
  const before = nearestText(tokens, index, -1).at(-1);
  const after = nearestText(tokens, index, 1).at(0);
  return before !== undefined && after !== undefined && wide.test(before) && wide.test(after);
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

function nearestText(tokens: readonly Token[], index: number, step: 1 | -1): string[] {
  for (let at = index + step; tokens[at]; at += step) {
    if (tokens[at]!.content !== '') return [...tokens[at]!.content];
  }
  return [];
}

/** An inline token as plain text, on one line. */
function toText(inline: Token): string {
  const texts = (inline.children ?? []).map((child) => {
    if (child.type === 'softbreak' || child.type === 'hardbreak') return '\n';
    return child.type === 'html_inline' ? '' : child.content;
  });
  return texts
    .join('')
    .replace(lineBreak, (_, offset: number, whole: string) =>
      wide.test(whole[offset - 1] ?? '') && wide.test(whole[offset + 1] ?? '') ? '' : ' ',
    );
}

const lineBreak = /\n/g;
