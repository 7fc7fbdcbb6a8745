// Translates the tags of a body to Markdown: Hexo's and Jekyll's `{% name %}`, Hugo's `{{< name >}}`, and Liquid's
// addresses. Other tags stay as text, escaped so that no parser reads them as tags again.
import { withoutCaptures } from './captures.ts';
import { mapProse, partsOf } from './running-text.ts';
import { findTemplate, loneNote } from './tag-templates.ts';
import type { Lookups, Template } from './tag-templates.ts';
import { widgetOfTag } from './widgets.ts';
import type { Widget } from './widgets.ts';

/** A tag that stays as text, because its name is unknown or nothing closes it. The offset is in the raw body. */
export type StrayTag = { readonly name: string; readonly offset: number };

/** Translates the tags that have a template, and returns the tags that stay. Skips code and `<prompt>` elements. */
export function translateTags(raw: string, lookups: Lookups): TranslatedTags {
  const bare = withoutCaptures(raw);
  const { nodes } = readTags(protectRaw(withoutLiquid(bare, lookups)));
  const tags = new Set(readTags(bare).strays.map(({ offset }) => writtenAt(bare, offset)));
  const original = readTags(raw);
  const strays = original.strays.filter(
    ({ name, offset }) => !/^(?:end)?raw$/.test(name) && tags.has(writtenAt(raw, offset)),
  );
  return { text: showEscaped(write(nodes, lookups)), strays, widgets: widgetsIn(original.nodes) };
}

type TranslatedTags = {
  readonly text: string;
  readonly strays: readonly StrayTag[];
  readonly widgets: readonly Widget[];
};

const widgetsIn = (nodes: readonly Node[]): Widget[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const { tag, body } = node;
    const kind = widgetOfTag(tag.name);
    const inside = typeof body === 'string' ? [] : widgetsIn(body);
    return kind === undefined ? inside : [{ kind, offset: tag.offset }, ...inside];
  });

const writtenAt = (text: string, offset: number): string => text.slice(offset, text.indexOf('}', offset));

type Tag = { readonly text: string; readonly name: string; readonly args: string; readonly offset: number };
type Node = string | { readonly tag: Tag; readonly template: Template; readonly body: string | readonly Node[] };

type Open = { readonly tag: Tag; readonly template: Template; readonly children: Node[] };

/** Matches opening tags with closing tags. An opening tag that nothing closes is text. */
function readTags(raw: string): { nodes: readonly Node[]; strays: readonly StrayTag[] } {
  const root: Node[] = [];
  const open: Open[] = [];
  const strays: StrayTag[] = [];
  const add = (node: Node): void => {
    const into = open.at(-1)?.children ?? root;
    const last = into.at(-1);
    if (typeof node === 'string' && typeof last === 'string') into[into.length - 1] = last + node;
    else into.push(node);
  };
  const leave = ({ name, offset }: Tag): void => void strays.push({ name, offset });
  const giveUp = (unclosed: readonly Open[]): void => {
    for (const { tag, children } of unclosed) {
      const alone = loneNote(tag.name, tag.args);
      if (alone === undefined) leave(tag);
      add(alone ?? asText(tag.text));
      for (const child of children) add(child);
    }
  };
  for (const token of tokensOf(raw)) {
    if (token.kind === 'text') add(token.text);
    else if (token.kind === 'literal') add({ ...token, body: token.body });
    else if (token.kind === 'end') {
      const depth = open.findLastIndex(({ tag }) => tag.name === token.tag.name);
      // A closing tag without an open block, for example of an unknown tag, is text.
      if (depth === -1) add(asText(token.tag.text));
      else {
        giveUp(open.splice(depth + 1));
        const { tag, template, children } = open.pop()!;
        add({ tag, template, body: children });
      }
    } else {
      const { tag } = token;
      const template = findTemplate(tag.name);
      if (template?.kind === 'block') open.push({ tag, template, children: [] });
      else if (template?.kind === 'inline') add({ tag, template, body: '' });
      else {
        leave(tag);
        add(asText(tag.text));
      }
    }
  }
  giveUp(open.splice(0));
  return { nodes: root, strays: strays.sort((a, b) => a.offset - b.offset) };
}

/**
 * Escapes a tag. Otherwise `<douban id="1">` would be an HTML element, and an argument such as `"<blockquote>"` would
 * swallow the text after it.
 */
const asText = (tag: string): string =>
  tag.replace(/`[^`]*`|<(?=[a-z/!?])/gi, (piece) => (piece === '<' ? '\\<' : piece)).replace(/^\{\{</, '{{\\<');

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag' | 'end'; readonly tag: Tag }
  /** A block whose text is not Markdown. */
  | { readonly kind: 'literal'; readonly tag: Tag; readonly template: Template; readonly body: string };

/** The beginnings of tags, and of parts that are not searched for tags. */
const stops = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`\n]*$)|~{3,})|`+|<prompt>|\{%|\{\{[<%]/gm;

function* tokensOf(raw: string): Generator<Token> {
  const endless = new Set<string>();
  let token: Token | undefined;
  for (const { text, isProse } of partsOf(raw, stops, endOfTag))
    yield isProse || !text.startsWith('{') ? { kind: 'text', text } : token!;

  /** The end of a tag, or the end of its block if the block is not Markdown. */
  function endOfTag(at: number): number | undefined {
    const tagToken = readTag(raw, at);
    if (!tagToken) return undefined;
    const { name, text } = tagToken.tag;
    const behind = at + text.length;
    const template = tagToken.kind === 'tag' ? findTemplate(name) : undefined;
    const end = template && isLiteral(template) && !endless.has(name) ? findEnd(raw, behind, name) : undefined;
    // If nothing closes this block, nothing closes a later block of the same name. So the search is not repeated for
    // such a block.
    if (!end) endless.add(name);
    token = end
      ? { kind: 'literal', tag: tagToken.tag, template: template!, body: raw.slice(behind, end.start) }
      : tagToken;
    return end?.end ?? behind;
  }
}

const isLiteral = ({ kind }: Template): boolean => kind === 'literal' || kind === 'verbatim';

const shortcode = { '<': '>}}', '%': '%}}' } as const;

/** The tag at an offset; undefined if the text only looks like a tag, as in `{{ "{%" }}`. */
function readTag(raw: string, offset: number): Extract<Token, { kind: 'tag' | 'end' }> | undefined {
  const isHugo = raw[offset + 1] === '{';
  const start = offset + (isHugo ? 3 : 2);
  // A longer tag is not read, because its brace was probably never closed.
  const near = raw.slice(start, start + 4000);
  const length = near.indexOf(isHugo ? shortcode[raw[offset + 2] as '<' | '%'] : '%}');
  if (length === -1) return undefined;
  const text = raw.slice(offset, start + length + (isHugo ? 3 : 2));
  const inside = near.slice(0, length);
  const parts = isHugo
    ? /^\s*(\/)?\s*([\w][\w./-]*)([^]*)$/.exec(inside.replace(/\/\s*$/, ''))
    : /^[-+]?\s*(end(?=\w))?([A-Za-z][\w-]*)(?![\w.])([^]*)$/.exec(inside.replace(/-$/, ''));
  if (!parts || /\{%|\{\{|\n[ \t]*\r?\n/.test(inside)) return undefined;
  const [, closing, name = '', args = ''] = parts;
  const kind = closing === undefined ? 'tag' : 'end';
  return { kind, tag: { text, name: name.toLowerCase(), args: args.trim(), offset } };
}

function findEnd(raw: string, from: number, name: string): { start: number; end: number } | undefined {
  const close = new RegExp(`\\{%[-+]?\\s*end${name}\\s*-?%\\}|\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`, 'gi');
  close.lastIndex = from;
  const match = close.exec(raw);
  return match ? { start: match.index, end: close.lastIndex } : undefined;
}

/**
 * Writes nodes as Markdown. The lines of a block get the prefix of the tag's line: an indent, or the `>` of a quote.
 */
function write(nodes: readonly Node[], lookups: Lookups): string {
  const page = openPage();
  for (const [index, node] of nodes.entries()) {
    if (typeof node === 'string') {
      page.add(node);
      continue;
    }
    const { tag, template, body } = node;
    if (template.kind === 'inline') {
      const markdown = template.show(tag.args, lookups);
      page.add(page.isHtml() ? asHtml(markdown) : markdown);
      continue;
    }
    const inside = typeof body === 'string' ? body : write(body, lookups);
    if (template.kind === 'verbatim') {
      page.add(template.show(inside));
      continue;
    }
    const { prefix, isItem } = page.begin();
    const lines = template.show(tag.args, trimLines(inside, prefix), tag.name);
    page.add(lines.map((text, at) => (at === 0 ? text : `${prefix}${text}`.trimEnd())).join('\n'));
    const following = textBehind(nodes, index);
    if (/^.*\S/.test(following)) page.add(`\n\n${prefix}`);
    else if (!isItem && /^.*\n[ \t>]*\S/.test(following)) page.add(`\n${prefix.trimEnd()}`);
  }
  return page.text();
}

/** The text after a node. A tag counts as a word. */
function textBehind(nodes: readonly Node[], index: number): string {
  const [next = '', second] = nodes.slice(index + 1, index + 3);
  if (typeof next !== 'string') return 'a tag';
  return /^[ \t]*\r?\n[ \t]*$/.test(next) && second !== undefined ? `${next}a tag` : next;
}

/** Collects a text, and keeps its last line available without a search through the text. */
function openPage() {
  const parts: string[] = [];
  let line = '';
  // The first line after the last blank line decides whether Markdown is read here.
  let first = '';
  const add = (text: string): void => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) {
      const complete = line + text.slice(0, end);
      parts.push(complete);
      for (const completeLine of complete.slice(0, -1).split('\n')) {
        if (/^[ \t>]*\r?$/.test(completeLine)) first = '';
        else first ||= completeLine;
      }
    }
    line = end > 0 ? text.slice(end) : line + text;
  };
  return {
    add,
    text: () => parts.join('') + line,
    /** Whether the text ends in an HTML block, in which Markdown is not read. The next blank line ends the block. */
    isHtml: () => htmlBlock.test(first || line),
    /** Begins a block: after text as a new paragraph, after a list marker as a part of the list item. */
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

/** CommonMark's HTML blocks of the sixth and seventh kind, by their first line. */
const htmlBlock =
  /^ {0,3}(?:<\/?(?:address|article|aside|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s/>]|$)|<\/?[a-z][\w-]*(?:\s[^<>]*)?>[ \t]*$)/i;

/** Converts a picture or a link to HTML, for a place where Markdown is not read. */
function asHtml(markdown: string): string {
  const quoted = (text: string): string =>
    text
      .replace(/\\([\\[\]<])/g, '$1')
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;');
  return markdown
    .replace(/!\[((?:\\.|[^\]\\])*)\]\(([^\s()]*)(?: "([^"]*)")?\)/g, (_, alt: string, src: string, title?: string) => {
      return `<img src="${src}" alt="${quoted(alt)}"${title === undefined ? '' : ` title="${title}"`}>`;
    })
    .replace(
      /\[((?:\\.|[^\]\\])*)\]\(([^\s()]*)\)/g,
      (_, text: string, href: string) => `<a href="${href}">${quoted(text).replaceAll('<', '&lt;')}</a>`,
    );
}

/** Trims the text between two tags: removes blank lines at its ends, and the prefix of the tags' lines. */
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

/** Removes `raw` tags where readers would see them: in code and around fences. Fills in Liquid's addresses. */
function withoutLiquid(raw: string, { setting }: Lookups): string {
  if (!raw.includes('{{') && !/\{%-?\s*raw/.test(raw)) return raw;
  const bare = raw.replace(
    /^[ \t]*\{%-?\s*raw\s*-?%\}[ \t]*\n(?=(?:[ \t]*\n)*[ \t]*(`{3,}|~{3,}))([^]*?\n[ \t]*\1[ \t]*\n(?:[ \t]*\n)*)[ \t]*\{%-?\s*endraw\s*-?%\}[ \t]*$/gm,
    '$2',
  );
  return mapProse(
    bare,
    (prose) =>
      prose
        .replace(liquidAddress, '$1')
        .replace(/\{\{-?[ \t]*site\.([\w.-]+)[ \t]*-?\}\}/g, (tag, key: string) => setting?.(key) ?? tag),
    (code) =>
      code.startsWith('`') && !code.includes('\n')
        ? code.replace(/\{%-?\s*raw\s*-?%\}([^]*?)\{%-?\s*endraw\s*-?%\}/g, '$1')
        : code.replace(
            /^((?:`{3,}|~{3,})[^\n]*\n)[ \t>]*\{%-?\s*raw\s*-?%\}[ \t]*\n([^]*?\n)[ \t>]*\{%-?\s*endraw\s*-?%\}[ \t]*\n(?=[ \t>]*[`~]{3,}[ \t]*\r?$)/,
            '$1$2',
          ),
  );
}

/** Jekyll's ways to write an address of the site. Only the path is kept, because the build adds the rest. */
const liquidAddress =
  /\{\{-?[ \t]*(?:site\.(?:base)?url|["']([^"'{}\n]*)["'][ \t]*\|[ \t]*(?:relative|absolute)_url)[ \t]*-?\}\}/g;

/** Escapes the text between `raw` tags. Otherwise it could become a tag when the `raw` tags are removed. */
const protectRaw = (raw: string): string =>
  raw.replace(
    /(\{%-?\s*raw\s*-?%\})([^]*?)(\{%-?\s*endraw\s*-?%\})/g,
    (_, open: string, inside: string, close: string) => {
      return open + mapProse(inside, (prose) => prose.replace(/\{(?=[%{])/g, '\\{')) + close;
    },
  );

// Unescapes Hugo's escaped shortcodes. They have comment signs inside the braces, and these signs are not shown.
function showEscaped(raw: string): string {
  if (!/\{\{[<%]\/\*/.test(raw)) return raw;
  const bare = (text: string, escape: string): string =>
    text.replace(
      /\{\{([<%])\/\*([^]*?)\*\/([>%])\}\}/g,
      (_, open: string, inside: string, close: string) => `{{${escape}${open}${inside}${close}}}`,
    );
  return mapProse(
    raw,
    (prose) => bare(prose, '\\'),
    (code) => bare(code, ''),
  );
}
