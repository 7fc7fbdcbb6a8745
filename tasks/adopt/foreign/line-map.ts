// Maps the lines of a translated text to the original lines. Lines that are unique in both texts are matched. Every
// other line is placed between the matched lines around it.

/** The original line for each line of the new text. The old text begins at line `firstLine` of the file. */
export function mapLines(oldText: string, newText: string, firstLine: number): readonly number[] {
  const old = bareLines(oldText);
  const now = bareLines(newText);
  const places = uniquePlaces(old);
  const again = uniquePlaces(now);
  const lines: number[] = [];
  let last = { from: 0, to: 0 };
  for (const [to, line] of now.entries()) {
    const from = again.get(line) === to ? places.get(line) : undefined;
    // A line that moved up is not matched, because places may only increase.
    if (from !== undefined && from >= last.from) last = { from, to };
    lines.push(firstLine + Math.min(last.from + to - last.to, old.length - 1));
  }
  return notBeyond(lines);
}

/** Ensures that a line between two matched lines is not placed after the second matched line. */
function notBeyond(lines: readonly number[]): number[] {
  let limit = Infinity;
  return lines
    .toReversed()
    .map((line) => (limit = Math.min(limit, line)))
    .reverse();
}

/** The lines without the marks of quotations, lists and headings. */
const bareLines = (text: string): string[] => text.split('\n').map((line) => line.replace(/^[\s>#*+-]+/, '').trimEnd());

function uniquePlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (line === '' || places.has(line)) twice.add(line);
    else places.set(line, at);
  }
  for (const line of twice) places.delete(line);
  return places;
}
