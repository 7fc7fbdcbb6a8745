// Reads the HTML that an author writes into Markdown. Finds out which tags are words, which tags are left open, and
// whether a parser has to put the HTML in order. Tags are read as a browser reads them; Markdown decides where they
// are.
import { decodeHTMLAttribute } from 'entities';
import type { StateBlock, Token } from 'markdown-it';
import { indentOf, lineOf } from './block-lines.ts';
import * as elements from './elements.ts';
import { tagsIn } from './tags.ts';
import type { FoundTag } from './tags.ts';
import { isPlainTag } from './white-space.ts';

/**
 * The flaws of a tag: a `word` would vanish, an `open` tag is never closed, an `unfinished` tag lacks its `>`, a
 * `frame-end` would end an element of the page, and a `script` or `handler` would run.
 */
export type HtmlFlaw = {
  readonly kind: 'word' | 'open' | 'unfinished' | 'frame-end' | 'script' | 'handler';
  /** The tag as its author wrote it. */
  readonly tag: string;
  /** The line of the tag in the body, counted from 0. */
  readonly line: number;
};

/** The results, which rendering reads. */
export type HtmlEnv = {
  flaws?: HtmlFlaw[];
  /** Whether a parser must put the body in order before the body becomes part of a page. */
  needsParser?: boolean;
};

type Mark = Omit<FoundTag, 'kind'> & {
  /** `enter` and `leave` are the edges of an element that Markdown makes. */
  readonly kind: FoundTag['kind'] | 'enter' | 'leave';
  readonly line: number;
  readonly token: Token;
  /** Whether the tag is in a sentence, not in a block of HTML. */
  readonly isInline: boolean;
  /** The index of the tag that closes this tag, or that this tag closes. */
  pair?: number;
  /** Whether this tag is part of a tag of a template engine. */
  readonly isTemplate?: boolean;
  /** Whether the tag is never closed. */
  isLost?: boolean;
  /** Whether there is text before and after the tag on the same line. */
  readonly isMidLine?: boolean;
  /** Whether the sentence only names the tag. */
  isMentioned?: boolean;
};

/**
 * Reads the HTML of a parsed body. Tags that are words become text, and an element that would hide the rest of the text
 * is closed.
 */
export function readAuthorHtml(tokens: readonly Token[], env: HtmlEnv): void {
  if (!tokens.some(({ type, children }) => type === 'html_block' || children?.some(isInlineHtml))) return;
  const marks = marksOf(tokens);
  findPairs(marks);
  findMentions(marks);
  const flaws: HtmlFlaw[] = [];
  const edits = new Map<Token, Edit[]>();
  const nesting = new Nesting();
  let isOrdered = true;
  let [endOfRaw, endOfDrawing] = [0, 0];
  for (const [index, mark] of marks.entries()) {
    const { kind, name, line, token } = mark;
    if (index < endOfRaw) continue;
    const flaw = index < endOfDrawing ? undefined : flawOf(mark, nesting);
    if (flaw?.kind) flaws.push({ kind: flaw.kind, tag: tagOf(mark), line });
    if (flaw) listOf(edits, token).push({ ...flaw, mark });
    if (flaw?.shows === 'text') continue;
    // Some authors close void elements too: `<img src="x.png"></img>`.
    if (flaw?.kind === 'open' || (kind === 'start' && elements.voids.has(name))) nesting.lose(name);
    const danger = dangerOf(mark);
    if (danger) flaws.push({ kind: danger, tag: tagOf(mark), line });
    if (kind === 'start' && mark.pair !== undefined) {
      if (elements.rawText.has(name)) endOfRaw = mark.pair;
      if (name === 'svg' || name === 'math') endOfDrawing = Math.max(endOfDrawing, mark.pair);
    }
    if (kind === 'start' || kind === 'end' || kind === 'comment') isOrdered &&= isSimple(mark);
    if (kind === 'enter' || (kind === 'start' && !elements.voids.has(name))) nesting.enter(mark);
    if (kind === 'leave' || kind === 'end') isOrdered = nesting.leave()?.name === name && isOrdered;
  }
  for (const [token, changes] of edits) applyEdits(token, changes);
  env.needsParser ||= !isOrdered || nesting.depth > 0;
  if (flaws.length > 0) env.flaws = [...(env.flaws ?? []), ...flaws];
}

/** The elements around a tag, including those that Markdown makes. */
class Nesting {
  readonly #open: Mark[] = [];
  /** How many elements of each name the author has opened. */
  readonly #counts = new Map<string, number>();
  readonly #lostCounts = new Map<string, number>();

  get depth(): number {
    return this.#open.length;
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  enter(mark: Mark): void {
    this.#open.push(mark);
    this.#count(mark, 1);
  }

  leave(): Mark | undefined {
    const mark = this.#open.pop();
    if (mark) this.#count(mark, -1);
    return mark;
  }

  /** Remembers a lost element: its end tag, if there is one, does not close anything. */
  lose(name: string): void {
    this.#lostCounts.set(name, (this.#lostCounts.get(name) ?? 0) + 1);
  }

  /** Whether an end tag may belong to such an element. */
  closeLost(name: string): boolean {
    const count = this.#lostCounts.get(name) ?? 0;
    if (count > 0) this.#lostCounts.set(name, count - 1);
    return count > 0;
  }

  #count({ kind, name }: Mark, step: 1 | -1): void {
    if (kind === 'start') this.#counts.set(name, (this.#counts.get(name) ?? 0) + step);
  }
}

function listOf<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

const isInlineHtml = ({ type }: Token): boolean => type === 'html_inline';

const isBareTag = (tag: string): boolean => /^<[^\t\n\f\r />]+[\t\n\f\r ]*\/?>$/.test(tag);

/** A frame that a sentence shows, not a mention of the element. */
const isFrame = ({ kind, name, text }: Mark): boolean => kind === 'start' && name === 'iframe' && text.includes('=');

/**
 * How a tag with a flaw is shown: as text, with an end tag added, or unchanged. A flaw without a kind is not reported.
 */
type Flaw = { readonly kind?: HtmlFlaw['kind']; readonly shows: 'text' | 'closed' | 'element' };
type Edit = Flaw & { readonly mark: Mark };

function flawOf(mark: Mark, nesting: Nesting): Flaw | undefined {
  const { kind, name, text, isInline, pair } = mark;
  if (kind === 'unfinished') return { kind: 'unfinished', shows: 'text' };
  if (kind === 'comment') return isMeant(mark) ? undefined : { kind: 'word', shows: 'text' };
  if (kind !== 'start' && kind !== 'end') return undefined;
  if (name === 'plaintext') return { kind: 'open', shows: 'text' };
  if (isInline && elements.unseen.has(name)) return { shows: 'text' };
  if (mark.isMentioned) return { kind: 'word', shows: 'text' };
  if (pair !== undefined || isCustom(mark)) return undefined;
  if (!elements.isElement(name)) return { ...(isToldElsewhere(mark) ? {} : { kind: 'word' }), shows: 'text' };
  if (isInline && elements.rawText.has(name) && !isFrame(mark)) return { shows: 'text' };
  if (kind === 'end') {
    if (elements.framing.has(name)) return { kind: 'frame-end', shows: isInline ? 'text' : 'element' };
    // A browser makes an element from `</br>` and `</p>`. Any other end tag closes nothing, so it is a word.
    const isMeant = !isInline || /^(?:br|p)$/.test(name) || nesting.closeLost(name);
    return isMeant ? undefined : { kind: 'word', shows: 'text' };
  }
  const isBare = (isInline || isLone(mark)) && isBareTag(text);
  if (elements.voids.has(name)) {
    // Without attributes, these elements show nothing, so their tags are words: `cp <source> <link>` names two files.
    const isMeant = /^(?:br|hr|wbr)$/.test(name) || (name === 'col' && !elements.isOutOfPlace(name, nesting));
    return isBare && !isMeant ? { kind: 'word', shows: 'text' } : undefined;
  }
  if (elements.optionallyClosed.has(name)) {
    const isOutOfPlace = elements.isOutOfPlace(name, nesting);
    if (isHidden(text) && (isOutOfPlace || isInline)) return { kind: 'open', shows: 'closed' };
    return isBare && isOutOfPlace ? { kind: 'word', shows: 'text' } : undefined;
  }
  // In `a<b and c>d` the words are not attributes.
  if (isInline && !text.includes('=')) return { kind: 'open', shows: 'text' };
  if (name === 'iframe' || elements.hiding.has(name) || isHidden(text) || closesItself(text))
    return { kind: 'open', shows: 'closed' };
  return { kind: 'open', shows: elements.rawText.has(name) ? 'text' : 'element' };
}

/** A tag that is the only content of its token, such as a list item that is only a tag. */
const isLone = ({ token, text }: Mark): boolean => token.content.trim() === text;

/** An element that a browser does not show. */
const isHidden = (tag: string): boolean =>
  /\s(?:hidden|popover)(?=[\s=/>])|(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(tag);

/**
 * A comment, or a declaration at the head of a file. A browser shows neither. In a sentence, a declaration is a word.
 */
const isMeant = ({ text, isInline }: Mark): boolean =>
  text.startsWith('<!--') || (!isInline && /^<(?:\?xml\s|!doctype\s+svg\s)/i.test(text));

/**
 * Whether a tag begins a custom element. Such a tag closes itself or has attributes. A placeholder such as `<repo-url>`
 * does neither.
 */
const isCustom = ({ kind, text }: Mark): boolean =>
  kind === 'start' && elements.isCustom(nameIn(text)) && (text.includes('=') || closesItself(text));

/** Rule prompt-element reports prompts, and rule template-tags reports `{{<name>}}`. */
const isToldElsewhere = ({ name, isTemplate }: Mark): boolean => name === 'prompt' || isTemplate === true;

function dangerOf({ kind, name, text, pair }: Mark): HtmlFlaw['kind'] | undefined {
  if (kind !== 'start') return undefined;
  const attributes = attributesOf(text);
  const valueOf = (attributeName: string): string => attributes.get(attributeName) ?? '';
  // A script in an SVG may close itself.
  if (name === 'script' && (pair !== undefined || closesItself(text)) && elements.isProgram(valueOf('type')))
    return 'script';
  if (/^(?:embed|object)$/.test(name) && isOwn(valueOf(name === 'embed' ? 'src' : 'data'))) return 'handler';
  if (elements.animatesAddress(name, valueOf('attributename'))) return 'handler';
  return [...attributes].some(([key, value]) => /^on[a-z]/.test(key) || elements.isScriptAddress(value))
    ? 'handler'
    : undefined;
}

/** Whether one of these elements shows a file of the site. The file would not be sandboxed, so it is left out. */
const isOwn = (address: string): boolean => address !== '' && !/^\s*(?:https?:)?\/\//i.test(address);

/** The attributes of a tag, by their lower-case names. */
function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', quoted, single, bare = ''] of tag.slice(1 + nameIn(tag).length).matchAll(attribute)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeHTMLAttribute(quoted ?? single ?? bare));
  }
  return attributes;
}

/** As a browser reads it: a quotation mark that does not follow an equals sign is part of a name. */
const attribute =
  /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)))?/g;

/** Whether a tag ends with `/>`. A slash at the end of a value without quotes belongs to the value. */
function closesItself(tag: string): boolean {
  if (!tag.endsWith('/>')) return false;
  let last = tag.length - 2;
  while (/[^\s"'>]/.test(tag[last - 1] ?? ' ')) last -= 1;
  return !tag.includes('=', last) && !tag.slice(0, last).trimEnd().endsWith('=');
}

const nameIn = (tag: string): string => /^<\/?([^\t\n\f\r />]*)/.exec(tag)?.[1] ?? '';

/** A tag as a message names it. A long tag is named without its attributes. */
function tagOf({ kind, token, at, text }: Mark): string {
  if (kind !== 'unfinished')
    return /^.{1,40}$/.test(text) ? text : `<${/^<(\/?[^\s>]{0,30})/.exec(text)?.[1] ?? ''} ...>`;
  return /^<[^\s>]{0,30}/.exec(token.content.slice(at, at + 40))![0];
}

/** Whether a browser builds an element exactly as written from such a tag, if all tags are nested correctly. */
const isSimple = ({ kind, name, text }: Mark): boolean =>
  kind === 'comment'
    ? /^<!--(?![->[!])/.test(text) && text.indexOf('--', 4) === text.length - 3
    : elements.simple.has(name) && isPlainTag(text) && !/\son|script|srcdoc|&|\p{Cc}/iu.test(text);

function applyEdits(token: Token, edits: readonly Edit[]): void {
  if (token.type === 'html_inline' && edits[0]?.shows === 'text') {
    token.type = 'text';
    return;
  }
  let content = '';
  let end = 0;
  for (const { shows, mark } of edits) {
    if (shows === 'element') continue;
    content += token.content.slice(end, mark.at);
    content += shows === 'text' ? escapeTag(mark.text) : `${opened(mark.text)}</${mark.name}>`;
    end = mark.at + mark.text.length;
  }
  token.content = content + token.content.slice(end);
}

const opened = (tag: string): string => (closesItself(tag) ? `${tag.slice(0, -2).trimEnd()}>` : tag);

const escapeTag = (tag: string): string => tag.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Every tag of the body, with the edges of the elements around it. */
function marksOf(tokens: readonly Token[]): Mark[] {
  const marks: Mark[] = [];
  let line = 0;
  for (const token of tokens) {
    line = token.map?.[0] ?? line;
    addEdge(token);
    if (token.type === 'html_block') addTags(token, { isInline: false });
    const from = marks.length;
    let previousText = '';
    const midLine = midLineTags(token.children ?? []);
    for (const child of token.children ?? []) {
      addEdge(child);
      if (isInlineHtml(child))
        addTags(child, {
          isInline: true,
          isTemplate: previousText.endsWith('{{'),
          isMidLine: midLine.has(child),
        });
      previousText = child.content;
      if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1;
    }
    loseRawText(marks.slice(from));
  }
  return marks;

  function addEdge(token: Token): void {
    // A footnote gets its tags only when it is drawn.
    const name = token.tag === '' && token.type.startsWith('footnote') ? 'footnote' : token.tag;
    if (token.nesting === 0 || name === '') return;
    const kind = token.nesting === 1 ? 'enter' : 'leave';
    marks.push({ kind, name, text: '', at: 0, line, token, isInline: false });
  }

  function addTags(token: Token, where: Pick<Mark, 'isInline' | 'isTemplate' | 'isMidLine'>): void {
    let [at, lines] = [0, line];
    for (const tag of tagsIn(token.content, elements.rawText)) {
      lines += countLines(token.content.slice(at, tag.at));
      at = tag.at;
      marks.push({ ...tag, ...where, line: lines, token });
    }
    if (where.isInline) line += countLines(token.content);
  }
}

/** The tags of a sentence that have text before and after them on their line. */
function midLineTags(children: readonly Token[]): ReadonlySet<Token> {
  const tags = new Set<Token>();
  let [isAfterText, candidates] = [false, [] as Token[]];
  for (const child of children) {
    if (/break$/.test(child.type)) [isAfterText, candidates] = [false, []];
    else if (isInlineHtml(child)) {
      if (isAfterText) candidates.push(child);
    } else if (child.content.trim() !== '') {
      for (const tag of candidates) tags.add(tag);
      [isAfterText, candidates] = [true, []];
    }
  }
  return tags;
}

const countLines = (text: string): number => (text.includes('\n') ? text.split('\n').length - 1 : 0);

/** A sentence with the start tag of a raw text element but not its end tag only mentions the element. */
function loseRawText(marks: readonly Mark[]): void {
  const closedNames = new Set<string>();
  for (const mark of [...marks].reverse()) {
    if (!mark.isInline || !elements.rawText.has(mark.name)) continue;
    if (mark.kind === 'end') closedNames.add(mark.name);
    else mark.isLost = !closedNames.has(mark.name);
  }
}

/** Pairs each start tag with the next free end tag of its name, within the Markdown element around both tags. */
function findPairs(marks: readonly Mark[]): void {
  const open = new Map<string, number[]>();
  const entered: number[] = [];
  for (const [index, mark] of marks.entries()) {
    const { kind, name } = mark;
    // Paragraphs do not limit pairs, because a browser continues an open element in the next paragraph.
    if (name === 'p' && (kind === 'enter' || kind === 'leave')) continue;
    if (kind === 'enter') entered.push(index);
    else if (kind === 'leave') leave(entered.pop() ?? 0, index);
    else if (kind === 'start' && !mark.isLost && !elements.voids.has(name) && !closesItself(mark.text))
      listOf(open, name).push(index);
    else if (kind === 'end') {
      const start = listOf(open, name).pop();
      if (start === undefined) continue;
      marks[start]!.pair = index;
      mark.pair = start;
    }
  }

  function leave(from: number, to: number): void {
    for (let index = to - 1; index > from; index -= 1) {
      const mark = marks[index]!;
      if (mark.kind !== 'start' || mark.pair !== undefined || mark.isLost) continue;
      const starts = listOf(open, mark.name);
      if (starts.at(-1) === index) starts.pop();
      mark.isLost = true;
    }
  }
}

/** Finds tags that a sentence only mentions, as in `use <p> and </p> around it`: they begin no paragraph. */
function findMentions(marks: readonly Mark[]): void {
  for (const mark of marks) {
    const end = mark.kind === 'start' && mark.name === 'p' ? marks[mark.pair ?? -1] : undefined;
    if (!end || !mark.isMidLine || !end.isMidLine || !isBareTag(mark.text)) continue;
    mark.isMentioned = true;
    end.isMentioned = true;
  }
}

/**
 * The starts and ends of HTML blocks that continue until their end is found (CommonMark). `<pre>` is not among the
 * starts, because an open `<pre>` hides nothing.
 */
const blocks: readonly (readonly [open: RegExp, end: RegExp])[] = [
  [/^<(?:script|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
];

/** For each kind of block, the lines that were already searched and do not contain its end. */
type Endless = { endless?: Map<RegExp, readonly [from: number, to: number]> };

/** HTML without an end would swallow the rest of the text: its first line becomes a paragraph and is reported. */
export function endlessBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (indentOf(state, startLine) >= 4) return false;
  const text = lineOf(state, startLine);
  const [, end] = text.startsWith('<') ? (blocks.find(([open]) => open.test(text)) ?? []) : [];
  if (!end || end.test(text) || hasEnd(state, end, startLine, endLine)) return false;
  if (silent) return true;
  const env = state.env as HtmlEnv;
  env.flaws = [...(env.flaws ?? []), { kind: 'open', tag: /^<[^\s>]{0,30}>?/.exec(text)![0], line: startLine }];
  const map: [number, number] = [startLine, startLine + 1];
  state.push('paragraph_open', 'p', 1).map = map;
  Object.assign(state.push('inline', '', 0), { content: text.trim(), map, children: [] });
  state.push('paragraph_close', 'p', -1);
  state.line = startLine + 1;
  return true;
}

function hasEnd(state: StateBlock, end: RegExp, startLine: number, endLine: number): boolean {
  const endless = ((state.env as Endless).endless ??= new Map());
  const [from, to] = endless.get(end) ?? [0, 0];
  if (from <= startLine && startLine < to) return false;
  let line = startLine + 1;
  for (; line < endLine; line += 1) {
    if (indentOf(state, line) < 0 && !state.isEmpty(line)) break;
    if (end.test(lineOf(state, line))) return true;
  }
  endless.set(end, [startLine, line]);
  return false;
}
