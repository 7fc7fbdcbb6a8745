// How files are written: JSON with one entry of a list a line, text documents as segments joined once.

/** A file of the output: a site path and its contents, as text or as bytes. Whoever has counted its tokens says so. */
export type Output = { readonly path: string; readonly contents: string | Uint8Array; readonly tokens?: number };

/** A page in what stands around its `<main>`, and what stands in it: one after the other they are the page. */
export type PageParts = { readonly before: string; readonly main: string; readonly after: string };

/** JSON without indentation; the lists (or maps) named hold one entry a line. Ends with a line feed. */
export function toJson(
  value: Readonly<Record<string, unknown>>,
  { lines = [] }: { lines?: readonly string[] } = {},
): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}:${lines.includes(key) ? toLines(member) : JSON.stringify(member)}`);
  return `{${members.join(',')}}\n`;
}

/** A JSON array or object with one entry a line. */
export function toLines(value: unknown): string {
  const rows = Array.isArray(value)
    ? value.map((entry) => JSON.stringify(entry))
    : Object.entries(value as object).map(([key, entry]) => `${JSON.stringify(key)}:${JSON.stringify(entry)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return rows.length === 0 ? `${open}${close}` : `${open}\n${rows.join(',\n')}\n${close}`;
}

/** Text on one line: what headings, list items and quotes can hold. NEL ends a line for some readers, but is no space. */
export const oneLine = (text: string): string => text.replace(/[\s\u0085]+/g, ' ').trim();

/** Segments of a Markdown document, each byte for byte, a blank line between them, ending with a line feed. */
export function joinSegments(segments: readonly string[]): string {
  const last = segments.length - 1;
  const parts = segments.map((segment, index) => {
    const ended = segment.endsWith('\n') ? segment : `${segment}\n`;
    return index === last ? ended : `${ended}\n`;
  });
  return parts.join('');
}
