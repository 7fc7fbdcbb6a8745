// Removes white space that no reader sees from HTML that is otherwise minimal.

/**
 * An opening or closing tag in the form that our own renderer writes: attributes in double quotes, capitals only in
 * names of SVG.
 */
const plainTag = /<(\/?)([a-z][\w.:-]*)(?:[ \t\n\f\r]+[^\s"'<>/=]+(?:="[^"]*")?)*[ \t\n\f\r]*\/?>/y;

/** Whether the whole text is one tag in that form. */
export function isPlainTag(tag: string): boolean {
  plainTag.lastIndex = 0;
  return plainTag.test(tag) && plainTag.lastIndex === tag.length;
}

/**
 * The start of a comment that a minifier removes. Conditional comments, commands to a minifier or server, and empty
 * comments do not match.
 */
const plainComment = /<!--(?![[!>]|->|\s*(?:htmlmin|#))/y;

function isPlainComment(html: string, at: number): boolean {
  plainComment.lastIndex = at;
  return html.charCodeAt(at + 1) === 33 && plainComment.test(html);
}

const spaces = /[ \t\n\f\r]+/g;
const wideSpace = /[\t\n\f\r]| {2}/;

/** Space, tab, line feed, form feed, carriage return. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

/** A browser shows no space around these elements. Around inline and invisible elements, one space stays. */
const blocks = new Set(
  (
    'address article aside blockquote br caption center col colgroup dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** The content of these elements is kept byte for byte. */
const verbatim = new Set('pre textarea listing xmp iframe noembed noframes script style'.split(' '));

/** If an author sets how white space shows, or makes a block inline, no white space is removed. */
const styledTag = /\sstyle="[^"]*(?:white-space|display)/i;
const styledText = /white-space|display/i;

/**
 * The content of an element without comments and invisible white space: no space is left around blocks, and one space
 * elsewhere. Undefined if it is unknown which white space is invisible, because a tag has another form or the author
 * set rules for white space.
 */
export function collapseContent(html: string): string | undefined {
  // In text, no quotation mark can follow `style=`, because quotation marks in text are escaped.
  if (html.includes(' style="') && styledTag.test(html)) return undefined;
  const excerpts = createExcerpts(html);
  let isAfterBlock = true;
  let isGap = false;
  for (let at = 0; at < html.length;) {
    const next = html.indexOf('<', at);
    const end = next === -1 ? html.length : next;
    if (end > at) {
      let first = at;
      while (first < end && isSpace(html.charCodeAt(first))) first += 1;
      let last = end;
      while (last > first && isSpace(html.charCodeAt(last - 1))) last -= 1;
      isGap ||= first > at;
      at = end;
      if (first === end) continue;
      if (isGap && !isAfterBlock) excerpts.addSpace();
      excerpts.addWords(first, last);
      isAfterBlock = false;
      isGap = last < end;
      continue;
    }
    if (isPlainComment(html, at)) {
      const close = html.indexOf('--', at + 4);
      if (close === -1 || !html.startsWith('-->', close)) return undefined;
      at = close + 3;
      continue;
    }
    plainTag.lastIndex = at;
    if (!plainTag.test(html)) return undefined;
    const behind = plainTag.lastIndex;
    const isClosing = html.charCodeAt(at + 1) === 47;
    const name = readName(html, isClosing ? at + 2 : at + 1);
    if (name === 'plaintext' || (isClosing && verbatim.has(name))) return undefined;
    const isBlock = blocks.has(name);
    if (isGap && !isBlock && !isAfterBlock) excerpts.addSpace();
    isGap = false;
    isAfterBlock = isBlock;
    const after = verbatim.has(name) ? endOf(name, { html, from: behind }) : behind;
    if (after === -1 || (name === 'style' && styledText.test(html.slice(behind, after)))) return undefined;
    excerpts.add(at, after);
    at = after;
  }
  return excerpts.toString();
}

/** The name of a tag, in lower case. `at` is the offset of its first letter. */
function readName(html: string, at: number): string {
  let end = at;
  let hasCapital = false;
  for (let code = html.charCodeAt(end); code !== 62 && code !== 47 && !isSpace(code); code = html.charCodeAt(end)) {
    hasCapital ||= code >= 65 && code <= 90;
    end += 1;
  }
  const name = html.slice(at, end);
  return hasCapital ? name.toLowerCase() : name;
}

type Excerpts = {
  add: (start: number, end: number) => void;
  /** Adds words, with one space for each white space between them. */
  addWords: (start: number, end: number) => void;
  addSpace: () => void;
  toString: () => string;
};

/** Joins parts of a text. Parts that follow each other are copied at once, because most of a page stays as it is. */
function createExcerpts(text: string): Excerpts {
  let copied = '';
  let pending = { start: 0, end: 0 };
  const flush = (): void => {
    copied += text.slice(pending.start, pending.end);
  };
  const add = (start: number, end: number): void => {
    if (start !== pending.end) {
      flush();
      pending = { start, end: start };
    }
    pending.end = end;
  };
  const insert = (string: string, resumeAt: number): void => {
    flush();
    copied += string;
    pending = { start: resumeAt, end: resumeAt };
  };
  return {
    add,
    addWords(start, end) {
      const words = text.slice(start, end);
      if (wideSpace.test(words)) insert(words.replace(spaces, ' '), end);
      else add(start, end);
    },
    addSpace() {
      if (text[pending.end] === ' ') pending.end += 1;
      else insert(' ', pending.end);
    },
    toString() {
      flush();
      return copied;
    },
  };
}

/**
 * The offset after the closing tag of the element that is open at `from`; -1 if the closing tag is missing, or if
 * another tag of that name comes first.
 */
function endOf(name: string, { html, from }: { html: string; from: number }): number {
  const closing = `</${name}>`;
  const at = html.indexOf(closing, from);
  if (at === -1) return -1;
  const inner = html.slice(from, at);
  // A closing tag in an open comment does not count.
  if (inner.lastIndexOf('<!--') > inner.lastIndexOf('-->')) return -1;
  // Other spellings of the closing tag end an element too, and a <pre> within a <pre> is not repaired here.
  return new RegExp(`</?${name}[\\s/>]`, 'i').test(inner) ? -1 : at + closing.length;
}
