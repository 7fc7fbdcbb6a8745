// Parses the info string of a fence: `js title="a.js" {1,3-5} linenos`, as Docusaurus, VitePress and Expressive
// Code read it.

export type CodeInfo = {
  readonly language: string;
  readonly title: string;
  /** The highlighted lines, counted from 1. */
  readonly marked: ReadonlySet<number>;
  /** Whether the lines have numbers; undefined if the info string does not decide this. */
  readonly numbered: boolean | undefined;
};

/** The maximum length of an info string. The rest of a longer one is ignored. */
export const maxInfo = 1000;

/** In VitePress, no space is needed before the braces and the colon. They are never part of the language. */
export function readCodeInfo(infoString: string): CodeInfo {
  const info = infoString.slice(0, maxInfo);
  const title = /(?:^|\s)title=(["'])(.*?)\1/.exec(info) ?? /(?:^|\s)\[()([^\]]+)\]/.exec(info);
  const withoutTitle = title ? info.replace(title[0], '') : info;
  const lines = /\{([\d\s,-]*)\}/.exec(withoutTitle);
  const words = (lines ? withoutTitle.replace(lines[0], ' ') : withoutTitle).trim().split(/\s+/);
  const [first = ''] = words;
  const language = first.replace(/:(?:no-)?line-numbers(?:=\d+)?$/, '');
  const numbered = toNumbered([...first.split(/(?=:)/), ...words.slice(1)]);
  return { language, title: title?.[2]?.trim() ?? '', marked: toNumbers(lines?.[1] ?? ''), numbered };
}

function toNumbered(words: readonly string[]): boolean | undefined {
  if (words.some((word) => /^(?::no-line-numbers|nolinenos|showLineNumbers=\{?false\}?)$/.test(word))) return false;
  return words.some((word) => /^(?::line-numbers(?:=\d+)?|linenos|showLineNumbers)$/.test(word)) || undefined;
}

/** Larger line numbers are ignored. */
const maxLines = 10_000;

function toNumbers(ranges: string): Set<number> {
  const numbers = new Set<number>();
  for (const range of ranges.split(',')) {
    const [, from, to] = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(range) ?? [];
    for (let line = Number(from); line <= Math.min(Number(to ?? from), maxLines); line += 1) numbers.add(line);
  }
  return numbers;
}
