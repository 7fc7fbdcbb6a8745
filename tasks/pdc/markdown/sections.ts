// The sections of an article, which an agent can request by the anchors of the page for people.
import { decodeWhole } from '../text/decode.ts';
import { lineStarts } from '../text/line-starts.ts';
import { createGrammar, findPrompt, toText, withFormulas } from './grammar.ts';
import type { MarkdownIt } from './grammar.ts';

/** A section begins with its heading, and ends where the next section of the same or a higher level begins. */
export type Section = {
  readonly anchor: string;
  readonly title: string;
  readonly level: number;
  /** Offsets in the raw body, in UTF-16 units; half open. */
  readonly start: number;
  readonly end: number;
};

// Created on first use, so that a Worker that only returns a list does not wait for a grammar.
const grammars = new Map<'plain' | 'formulas', MarkdownIt>();

/** The sections of a raw body, in order. `math`: the article has `mathjax: true`. */
export function sectionsOf(raw: string, { math }: { math: boolean }): Section[] {
  const tokens = grammarFor(math ? 'formulas' : 'plain').parse(raw, findPrompt(raw));
  const starts = lineStarts(raw);
  const headings = tokens.flatMap((token, index) =>
    token.type === 'heading_open'
      ? [
          {
            anchor: String(token.attrGet('id') ?? ''),
            title: toText(tokens[index + 1]!).trim(),
            level: Number(token.tag.slice(1)),
            start: starts[token.map![0]]!,
          },
        ]
      : [],
  );
  return withEnds(headings, raw.length);
}

/** Adds the end of each section, from last to first, so that the next section of each level is known. */
function withEnds(headings: readonly Omit<Section, 'end'>[], length: number): Section[] {
  const nextStart = new Array<number>(7).fill(length);
  return headings
    .toReversed()
    .map((heading) => {
      const end = nextStart[heading.level]!;
      nextStart.fill(heading.start, heading.level);
      return { ...heading, end };
    })
    .reverse();
}

/** `formsOf` returns the forms of a text. The first form has simplified characters. */
export type SectionName = {
  readonly name: string;
  readonly formsOf?: ((text: string) => readonly string[]) | undefined;
};

/**
 * Finds the section that a name means: by its anchor, with or without `#`, or by the text of its heading. The text is
 * compared first exactly, then regardless of case and Chinese script, then as a part of the heading.
 */
export function findSection(sections: readonly Section[], { name, formsOf }: SectionName): Section | undefined {
  const wantedName = name.trim();
  const anchor = decodeWhole(wantedName.replace(/^#+\s*/, ''));
  const loosely = (text: string): string => {
    const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
    return formsOf?.(plain)[0] ?? plain;
  };
  // Computed once, not for each heading: normalization can turn one character of the caller's text into eighteen.
  const looseAnchor = loosely(anchor);
  return (
    sections.find((section) => section.anchor === anchor) ??
    sections.find(({ title }) => title === wantedName || title === anchor) ??
    sections.find(({ title }) => loosely(title) === looseAnchor) ??
    (looseAnchor === '' ? undefined : sections.find(({ title }) => loosely(title).includes(looseAnchor)))
  );
}

function grammarFor(kind: 'plain' | 'formulas'): MarkdownIt {
  const grammar = grammars.get(kind) ?? (kind === 'plain' ? createGrammar() : withFormulas(createGrammar()));
  grammars.set(kind, grammar);
  return grammar;
}
