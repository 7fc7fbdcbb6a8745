// Lists hold one entry a line, so one entry that changed is one line: it is put into the bytes that stand.

/** Two documents that differ in some lines, as long as the list would be if it held those entries alone. */
export type LineChange = { readonly before: string; readonly after: string };

export type Replaced = {
  readonly contents: Buffer;
  /** The lines that went and came, as pairs. */
  readonly lines: readonly LineChange[];
};

/** A list with some lines replaced. Nothing when lines came or went, or when one is not there: then the list is to be made anew. */
export function replaceLines(standing: Buffer, changes: readonly LineChange[]): Replaced | undefined {
  const lines: LineChange[] = [];
  for (const { before, after } of changes) {
    const [old, now] = [toLines(before), toLines(after)];
    if (old.length !== now.length) return undefined;
    old.forEach((line, index) => line !== now[index] && lines.push({ before: line, after: now[index]! }));
  }
  const places = lines.map(({ before, after }) => {
    const bytes = Buffer.from(before);
    const start = find(standing, bytes);
    return { start, end: start + bytes.length, after };
  });
  if (places.some(({ start }) => start === -1)) return undefined;
  places.sort((a, b) => a.start - b.start);
  const parts: Buffer[] = [];
  let written = 0;
  for (const { start, end, after } of places) {
    if (start < written) return undefined;
    parts.push(standing.subarray(written, start), Buffer.from(after));
    written = end;
  }
  return { contents: Buffer.concat([...parts, standing.subarray(written)]), lines };
}

/** Whether a line ends with a comma depends on its place alone. */
const toLines = (text: string): string[] => text.split('\n').map((line) => line.replace(/,$/, ''));

/** Where a line stands that is just this one; -1 where none does, or more than one. */
function find(text: Buffer, line: Buffer): number {
  let found = -1;
  for (let at = text.indexOf(line); at !== -1; at = text.indexOf(line, at + 1)) {
    const end = at + line.length;
    const isWhole =
      (at === 0 || text[at - 1] === lineFeed) &&
      (end === text.length || text[end] === lineFeed || (text[end] === comma && text[end + 1] === lineFeed));
    if (!isWhole) continue;
    if (found !== -1) return -1;
    found = at;
  }
  return found;
}

const lineFeed = 0x0a;
const comma = 0x2c;
