// Writes files: JSON with one list entry per line, and text documents as joined segments.

/** A file of the output: site path, contents as text or as bytes, and the number of tokens if counted. */
export type Output = { readonly path: string; readonly contents: string | Uint8Array; readonly tokens?: number };

/** The outputs of a long task, with a pause point between the pieces of work. */
export type Outputs = Iterable<Output | undefined>;

/**
 * A pause point. Long generators yield it between pieces of work, so that the watcher can answer requests in between.
 * It is `undefined`, so that streams need no tag.
 */
export const pausePoint = undefined;

/** All outputs of a long task, without its pause points. */
export const withoutPauses = (outputs: Outputs): Output[] => [...outputs].filter((output) => output !== pausePoint);

/** A page in three parts: before, in and after its `<main>`. */
export type PageParts = { readonly opening: string; readonly main: string; readonly closing: string };

export const wholePage = ({ opening, main, closing }: PageParts): string => opening + main + closing;

/**
 * JSON without indentation. The lists in `rows` have entries that are already JSON. Each entry gets its own line. Ends
 * with a line feed.
 */
export function toJson(
  value: Readonly<Record<string, unknown>>,
  rows: Readonly<Record<string, readonly string[]>> = {},
): string {
  const members = Object.entries(value)
    .filter(([key, member]) => member !== undefined && !Object.hasOwn(rows, key))
    .map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(member)}`);
  const lists = Object.entries(rows).map(([key, list]) => `${JSON.stringify(key)}:${joinRows('[]', list)}`);
  return `{${[...members, ...lists].join(',')}}\n`;
}

export const toRows = (list: readonly unknown[]): string[] => list.map((entry) => JSON.stringify(entry));

/** A JSON list or map of entries that are already JSON, one per line. */
export function joinRows(brackets: '[]' | '{}', rows: readonly string[]): string {
  const [open, close] = brackets;
  return rows.length === 0 ? brackets : `${open}\n${rows.join(',\n')}\n${close}`;
}

/**
 * Puts text on one line, for headings, list items and quotes. Removes control characters, because terminals and other
 * programs interpret these characters.
 */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** A part of a text, without half of a character at its ends: many programs refuse JSON with such a half. */
export const cut = (text: string, to: number, from = 0): string =>
  text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** Escapes a text so that Markdown shows it unchanged, even within a link. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_~[\]<&]/g, '\\$&');

/** Encodes parentheses in the address of a Markdown link, because some parsers end the address at the first ")". */
export const safeAddress = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');

/** The line about the site in each file for machines: its description, or its title if the description is empty. */
export const aboutOf = ({ title, description }: Readonly<Record<'title' | 'description', string>>): string =>
  oneLine(description === '' ? title : description);

/** Joins the unchanged segments of a Markdown document with a blank line between them. Ends with a line feed. */
export function joinSegments(segments: readonly string[]): string {
  const last = segments.length - 1;
  const parts = segments.map((segment, index) => {
    const ended = segment.endsWith('\n') ? segment : `${segment}\n`;
    return index === last ? ended : `${ended}\n`;
  });
  return parts.join('');
}
