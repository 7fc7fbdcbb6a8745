// Footnotes. Notes are moved to the end of the text, but a note that nothing refers to stays where the author wrote it.
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';

/** An inline note, `^[note]`, contains its tokens. A labeled note, `[^label]: note`, is a block of the text. */
type Note = {
  readonly label?: string;
  readonly count?: number;
  readonly tokens?: Token[];
  readonly content?: string;
};

type FootnoteEnv = {
  readonly footnotes?: { readonly refs?: Readonly<Record<string, number>>; readonly list?: readonly Note[] };
};

export function footnotes(md: MarkdownIt): void {
  md.use(footnote as never);
  md.core.ruler.before('footnote_tail', 'lone_footnotes', loneFootnotes);
  md.core.ruler.at('footnote_tail', footnoteTail);
}

const labelOf = ({ meta }: Token): string => (meta as { label: string }).label;

/**
 * Keeps the notes that the library would drop: a note that is unused, is inside another note, or has the same label as
 * a later note.
 */
function loneFootnotes({ tokens, env, Token }: StateCore): void {
  const { refs = {} } = (env as FootnoteEnv).footnotes ?? {};
  const last = new Map<string, Token>();
  for (const token of tokens) if (token.type === 'footnote_reference_open') last.set(labelOf(token), token);
  const open: { readonly isLone: boolean }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'footnote_reference_open') {
      const label = labelOf(token);
      const isLone = open.length > 0 || !((refs[`:${label}`] ?? -1) >= 0) || last.get(label) !== token;
      open.push({ isLone });
      if (!isLone) continue;
      Object.assign(token, { type: 'lone_footnote_open', tag: 'div', block: true });
      const inline = tokens[index + 2];
      if (inline?.type === 'inline')
        inline.children!.unshift(Object.assign(new Token('text', '', 0), { content: `[^${label}]: ` }));
    } else if (token.type === 'footnote_reference_close' && open.pop()?.isLone)
      Object.assign(token, { type: 'lone_footnote_close', tag: 'div', block: true });
  }
}

/** Moves the notes to the end. The library's own rule copies all tokens of the text once for each note. */
function footnoteTail(state: StateCore): void {
  const { footnotes } = state.env as FootnoteEnv;
  if (!footnotes) return;
  const { text, notes } = splitNotes(state.tokens);
  state.tokens = text;
  if (!footnotes.list) return;
  const add = (type: string, nesting: Token['nesting'], meta: Token['meta'] = null): void =>
    void text.push(Object.assign(new state.Token(type, '', nesting), { meta }));
  add('footnote_block_open', 1);
  for (const [id, note] of footnotes.list.entries()) {
    const { label, count } = note;
    add('footnote_open', 1, { id, label });
    for (const token of note.tokens ? paragraphOf(note, state) : (notes.get(label!) ?? [])) text.push(token);
    const end = text.at(-1)?.type === 'paragraph_close' ? text.pop() : undefined;
    for (let subId = 0; subId < (count || 1); subId += 1) add('footnote_anchor', 0, { id, subId, label });
    if (end) text.push(end);
    add('footnote_close', -1);
  }
  add('footnote_block_close', -1);
}

/** The tokens of the text, and the tokens of each note by its label. */
function splitNotes(tokens: readonly Token[]): { text: Token[]; notes: ReadonlyMap<string, Token[]> } {
  const text: Token[] = [];
  const notes = new Map<string, Token[]>();
  let list = text;
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open') notes.set(labelOf(token), (list = []));
    else if (token.type === 'footnote_reference_close') list = text;
    else list.push(token);
  }
  return { text, notes };
}

function paragraphOf({ tokens, content }: Note, { Token }: StateCore): Token[] {
  return [
    Object.assign(new Token('paragraph_open', 'p', 1), { block: true }),
    Object.assign(new Token('inline', '', 0), { children: tokens, content }),
    Object.assign(new Token('paragraph_close', 'p', -1), { block: true }),
  ];
}
