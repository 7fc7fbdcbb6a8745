// Finds the tags in a piece of HTML without a parser: small enough for a Worker, and linear for any input.
import { lowerAscii } from '../text/fold.ts';

export type FoundTag = {
  /** `unfinished`: a tag or a comment without an end in this piece. */
  readonly kind: 'start' | 'end' | 'comment' | 'unfinished';
  /** In lower case; empty for a comment. */
  readonly name: string;
  /** As written; an unfinished tag is only its `<`. */
  readonly text: string;
  readonly at: number;
};

/** Every tag and comment, in order. The content of raw text elements is skipped. */
export function* tagsIn(html: string, rawText: ReadonlySet<string>): Generator<FoundTag> {
  const search = createSearch(html);
  for (let at = html.indexOf('<'); at !== -1;) {
    const tag = readTag(html, at, search);
    if (tag) yield tag;
    let end = at + (tag?.text.length ?? 1);
    if (tag?.kind === 'start' && rawText.has(tag.name)) end = search(`</${tag.name}`, end) ?? end;
    at = html.indexOf('<', end);
  }
}

type Search = (text: string, from: number) => number | undefined;

/** Finds a text, regardless of case. A text that is missing after one place is not searched for after later places. */
function createSearch(html: string): Search {
  const lower = lowerAscii(html);
  const missing = new Set<string>();
  return (text, from) => {
    if (missing.has(text)) return undefined;
    const at = lower.indexOf(text, from);
    if (at === -1) missing.add(text);
    return at === -1 ? undefined : at;
  };
}

/** No element has a longer name. */
const nameAt = /\/?([a-z][^\t\n\f\r />]{0,200})/iy;

function readTag(html: string, at: number, search: Search): FoundTag | undefined {
  nameAt.lastIndex = at + 1;
  const [nameText = '', name] = nameAt.exec(html) ?? [];
  const isComment = /[!?]/.test(html[at + 1] ?? '');
  // A browser reads `</3` as a comment that swallows the text after it. No author means that.
  if (name === undefined && html[at + 1] === '/') return { kind: 'unfinished', name: '', text: '<', at };
  if (name === undefined && !isComment) return undefined;
  const end = name === undefined ? endOfComment(html, at, search) : endOfTag(html, at + 1 + nameText.length, search);
  if (end === undefined) return { kind: 'unfinished', name: name?.toLowerCase() ?? '', text: '<', at };
  const kind = name === undefined ? 'comment' : nameText.startsWith('/') ? 'end' : 'start';
  return { kind, name: name?.toLowerCase() ?? '', text: html.slice(at, end), at };
}

function endOfComment(html: string, at: number, search: Search): number | undefined {
  if (!html.startsWith('<!--', at)) return placeAfter(search('>', at), 1);
  const ends = [placeAfter(search('-->', at + 2), 3), placeAfter(search('--!>', at + 2), 4)].filter(
    (end) => end !== undefined,
  );
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** A quotation mark after an equals sign begins a value, and a `>` in a value does not end the tag. */
function endOfTag(html: string, from: number, search: Search): number | undefined {
  let end: number | undefined = -1;
  for (let at = from; ;) {
    if (end < at) end = search('>', at);
    const equals = search('=', at);
    if (end === undefined) return undefined;
    if (equals === undefined || equals > end) return end + 1;
    let value = equals + 1;
    while (/[\t\n\f\r ]/.test(html[value] ?? '')) value += 1;
    const quote = html[value];
    const close = quote === '"' || quote === "'" ? placeAfter(search(quote, value + 1), 1) : value;
    if (close === undefined) return undefined;
    at = close;
  }
}

const placeAfter = (at: number | undefined, length: number): number | undefined =>
  at === undefined ? at : at + length;
