// Tags that other engines put into Markdown: Hexo's and Jekyll's `{% name %}`, Hugo's `{{< name >}}`. People see those
// that are known as what they stand for; `data.raw` keeps every one as it was written.
import { findTemplate } from './tag-templates.ts';
import type { Lookups, TagText, Template } from './tag-templates.ts';

/** A tag that stays text: its name is unknown, or nothing closes it. The offset is one of the raw body. */
export type StrayTag = { readonly name: string; readonly offset: number; readonly fault: 'unknown' | 'unclosed' };

/** Which tags are known, and how one that is not is written as text. */
export type Dialect = {
  readonly find: (name: string) => Template | undefined;
  readonly asText: (tag: string) => string;
  /** What a tag that is never closed stands for, where it may stand alone. */
  readonly alone?: (tag: TagText) => string | undefined;
};

const shown: Dialect = { find: findTemplate, asText: (tag) => tag };

/** A body as Markdown in which no known tag is left. Code, and what stands between `<prompt>` tags, is no tag. */
export function expandTags(raw: string, lookups: Lookups, dialect = shown): string {
  return mayHoldTags(raw) ? write(readTags(raw, dialect).nodes, lookups) : raw;
}

/** The tags of a body that are shown as text, in order. */
export function strayTags(raw: string, dialect = shown): readonly StrayTag[] {
  return mayHoldTags(raw) ? readTags(raw, dialect).strays : [];
}

/** Whether tags of a body may show where other articles stand, and their titles. */
export const mayNamePosts = (raw: string): boolean =>
  /\{%-?\s*(?:post_link|post_path|post_url|link)\b|\{\{[<%]\s*(?:rel)?ref\b/i.test(raw);

const mayHoldTags = (raw: string): boolean => raw.includes('{%') || raw.includes('{{');

type Tag = { readonly text: string; readonly name: string; readonly args: string; readonly offset: number };
type Node = string | { readonly tag: Tag; readonly template: Template; readonly body: string | readonly Node[] };

type Open = { readonly tag: Tag; readonly template: Template; readonly children: Node[] };

/** Joins the tags that open a block with those that close it. One that nothing closes is text. */
function readTags(raw: string, dialect: Dialect): { nodes: readonly Node[]; strays: readonly StrayTag[] } {
  const root: Node[] = [];
  const open: Open[] = [];
  const strays: StrayTag[] = [];
  const add = (node: Node): void => void (open.at(-1)?.children ?? root).push(node);
  const leave = ({ name, offset }: Tag, fault: StrayTag['fault']): void => void strays.push({ name, offset, fault });
  const giveUp = (unclosed: readonly Open[]): void => {
    for (const { tag, children } of unclosed) {
      const alone = dialect.alone?.(tag);
      if (alone === undefined) leave(tag, 'unclosed');
      add(alone ?? dialect.asText(tag.text));
      for (const child of children) add(child);
    }
  };
  for (const token of tokensOf(raw, dialect)) {
    if (token.kind === 'text') add(token.text);
    else if (token.kind === 'literal') add({ ...token, body: token.body });
    else if (token.kind === 'end') {
      const depth = open.findLastIndex(({ tag }) => tag.name === token.tag.name);
      // The end of a tag that is unknown itself is text like its beginning.
      if (depth === -1) add(dialect.asText(token.tag.text));
      else {
        giveUp(open.splice(depth + 1));
        const { tag, template, children } = open.pop()!;
        add({ tag, template, body: children });
      }
    } else {
      const { tag } = token;
      const template = dialect.find(tag.name);
      if (template?.kind === 'block') open.push({ tag, template, children: [] });
      else if (template?.kind === 'inline') add({ tag, template, body: '' });
      else {
        leave(tag, template ? 'unclosed' : 'unknown');
        add(dialect.asText(tag.text));
      }
    }
  }
  giveUp(open.splice(0));
  return { nodes: root, strays: strays.sort((a, b) => a.offset - b.offset) };
}

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag' | 'end'; readonly tag: Tag }
  /** A whole block whose inside is no Markdown. */
  | { readonly kind: 'literal'; readonly tag: Tag; readonly template: Template; readonly body: string };

/** Where something begins that is a tag, or in which none is looked for. */
const stops =
  /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`\n]*$)|~{3,})|`+|<prompt>|\{%|\{\{[<%]|\{\{-?[ \t]*(?=site\.(?:base)?url\b|["'])/gm;

/** Jekyll's ways to write an address of the site: the build adds what stands before the path. */
const liquidAddress =
  /\{\{-?[ \t]*(?:site\.(?:base)?url|["']([^"'{}\n]*)["'][ \t]*\|[ \t]*(?:relative|absolute)_url)[ \t]*-?\}\}/y;

function* tokensOf(raw: string, { find }: Dialect): Generator<Token> {
  let told = 0;
  let at = 0;
  const endless = new Set<string>();
  const upTo = function* (end: number): Generator<Token> {
    if (end > told) yield { kind: 'text', text: raw.slice(told, end) };
  };
  for (let stop = nextStop(raw, at); stop; stop = nextStop(raw, at)) {
    const { 0: found, 1: fence, index } = stop;
    if (fence !== undefined) at = endOfFence(raw, index + found.length, fence);
    else if (found === '<prompt>') at = endOf('</prompt>', raw, index + found.length) ?? index + found.length;
    else if (found.startsWith('`')) {
      at = endOfSpan(raw, index, found);
      const span = raw.slice(index, at);
      // Hexo needs these two around braces even in code: nobody means to show them.
      const bare = span.replace(/\{%-?\s*raw\s*-?%\}([^]*?)\{%-?\s*endraw\s*-?%\}/g, '$1');
      if (bare !== span) {
        yield* upTo(index);
        yield { kind: 'text', text: bare };
        told = at;
      }
    } else if (/^\{\{-?[ \t]*$/.test(found)) {
      liquidAddress.lastIndex = index;
      const written = liquidAddress.exec(raw);
      at = index + (written ?? stop)[0].length;
      if (written) {
        yield* upTo(index);
        yield { kind: 'text', text: written[1] ?? '' };
        told = at;
      }
    } else {
      const read = readTag(raw, index);
      if (!read) {
        at = index + found.length;
        continue;
      }
      yield* upTo(index);
      at = index + read.tag.text.length;
      const template = read.kind === 'tag' ? find(read.tag.name) : undefined;
      const { name } = read.tag;
      const end = template && isLiteral(template) && !endless.has(name) ? findEnd(raw, at, name) : undefined;
      // What ends nowhere behind this place ends nowhere behind a later one: each name is looked for once in vain.
      if (!end) endless.add(name);
      if (end) {
        yield { kind: 'literal', tag: read.tag, template: template!, body: raw.slice(at, end.start) };
        at = end.end;
      } else {
        yield read;
      }
      told = at;
    }
  }
  yield* upTo(raw.length);
}

const isLiteral = ({ kind }: Template): boolean => kind === 'literal' || kind === 'verbatim';

function nextStop(raw: string, from: number): RegExpExecArray | null {
  stops.lastIndex = from;
  return stops.exec(raw);
}

export function endOfFence(raw: string, from: number, fence: string): number {
  const close = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*\\r?$`, 'gm');
  close.lastIndex = from;
  return close.exec(raw) ? close.lastIndex : raw.length;
}

/** The end of a code span, within its paragraph; of backticks that close nowhere, their own. */
export function endOfSpan(raw: string, from: number, ticks: string): number {
  const behind = from + ticks.length;
  const near = raw.slice(behind, behind + 5000);
  const paragraph = near.slice(0, /\n[ \t>]*\r?\n/.exec(near)?.index ?? near.length);
  const close = [...paragraph.matchAll(/`+/g)].find(({ 0: run }) => run.length === ticks.length);
  return close ? behind + close.index + ticks.length : behind;
}

function endOf(text: string, raw: string, from: number): number | undefined {
  const start = raw.indexOf(text, from);
  return start === -1 ? undefined : start + text.length;
}

const shortcode = { '<': '>}}', '%': '%}}' } as const;

/** The tag at an offset; nothing where what looks like one is none, as in `{{ "{%" }}`. */
function readTag(raw: string, offset: number): Extract<Token, { kind: 'tag' | 'end' }> | undefined {
  const isHugo = raw[offset + 1] === '{';
  const start = offset + (isHugo ? 3 : 2);
  // A longer one is a brace that was never closed.
  const near = raw.slice(start, start + 4000);
  const length = near.indexOf(isHugo ? shortcode[raw[offset + 2] as '<' | '%'] : '%}');
  if (length === -1) return undefined;
  const text = raw.slice(offset, start + length + (isHugo ? 3 : 2));
  const inside = near.slice(0, length);
  const parts = isHugo
    ? /^\s*(\/)?\s*([\w][\w./-]*)([^]*)$/.exec(inside.replace(/\/\s*$/, ''))
    : /^[-+]?\s*(end(?=\w))?([A-Za-z][\w-]*)(?![\w.])([^]*)$/.exec(inside.replace(/-$/, ''));
  if (!parts || /\{%|\{\{|\n[ \t]*\r?\n/.test(inside)) return undefined;
  const [, closing, name, args] = parts;
  const kind = closing === undefined ? 'tag' : 'end';
  return { kind, tag: { text, name: name!.toLowerCase(), args: args!.trim(), offset } };
}

function findEnd(raw: string, from: number, name: string): { start: number; end: number } | undefined {
  const close = new RegExp(`\\{%[-+]?\\s*end${name}\\s*-?%\\}|\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`, 'gi');
  close.lastIndex = from;
  const found = close.exec(raw);
  return found ? { start: found.index, end: close.lastIndex } : undefined;
}

/** Nodes as Markdown. A block stands on lines of its own, each with what its tag's line began with: a list's indent, a quotation's `>`. */
function write(nodes: readonly Node[], lookups: Lookups): string {
  const page = openPage();
  for (const [index, node] of nodes.entries()) {
    if (typeof node === 'string') {
      page.add(node);
      continue;
    }
    const { tag, template, body } = node;
    if (template.kind === 'inline') {
      page.add(template.show(tag, lookups));
      continue;
    }
    const inside = typeof body === 'string' ? body : write(body, lookups);
    if (template.kind === 'verbatim') {
      page.add(template.show(inside));
      continue;
    }
    const { prefix, isItem } = page.begin();
    const lines = template.show(tag, trimLines(inside, prefix));
    page.add(lines.map((text, at) => (at === 0 ? text : `${prefix}${text}`.trimEnd())).join('\n'));
    const rest = textBehind(nodes, index);
    if (/\S/.test(/^.*/.exec(rest)![0])) page.add(`\n\n${prefix}`);
    else if (!isItem && /^.*\n[ \t>]*\S/.test(rest)) page.add(`\n${prefix.trimEnd()}`);
  }
  return page.text();
}

/** What follows a node; a tag counts for a word. */
function textBehind(nodes: readonly Node[], index: number): string {
  const [next = '', second] = nodes.slice(index + 1, index + 3);
  if (typeof next !== 'string') return 'a tag';
  return /^[ \t]*\r?\n[ \t]*$/.test(next) && second !== undefined ? `${next}a tag` : next;
}

/** A text in the making, whose last line is at hand however long it is. */
function openPage() {
  const parts: string[] = [];
  let line = '';
  const add = (text: string): void => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) parts.push(line + text.slice(0, end));
    line = end > 0 ? text.slice(end) : line + text;
  };
  return {
    add,
    text: () => parts.join('') + line,
    /** Makes room for a block: behind a text it begins anew; behind the sign of a list it is the item's. */
    begin(): { prefix: string; isItem: boolean } {
      if (!/^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*$/.test(line)) {
        add('\n\n');
        return { prefix: '', isItem: false };
      }
      const prefix = line.replace(/[^>\t]/g, ' ');
      const isItem = /[^ \t>]/.test(line);
      if (!isItem && !/(?:^|\n)[ \t>]*\n$/.test(parts.at(-1) ?? '\n')) {
        line = '';
        add(`${prefix.trimEnd()}\n${prefix}`);
      }
      return { prefix, isItem };
    },
  };
}

/** What stands between two tags: without the blank lines at its ends, and without the prefix of their lines. */
function trimLines(inside: string, prefix: string): string {
  return inside
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) =>
      line.startsWith(prefix) ? line.slice(prefix.length) : prefix.startsWith(line.trimEnd()) ? '' : line,
    )
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
