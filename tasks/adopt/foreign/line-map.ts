// Where the lines of a translated text stood before: lines that are unique in both texts are known again, the others
// lie between them.

/** For each line of a new text, the line of the file that it comes from; the old text begins at `firstLine`. */
export function mapLines(oldText: string, newText: string, firstLine: number): readonly number[] {
  const old = bareLines(oldText);
  const now = bareLines(newText);
  const places = uniquePlaces(old);
  const again = uniquePlaces(now);
  const lines: number[] = [];
  let last = { from: 0, to: 0 };
  for (const [to, line] of now.entries()) {
    const from = again.get(line) === to ? places.get(line) : undefined;
    // Lines that were moved upwards are passed over: places only grow.
    if (from !== undefined && from >= last.from) last = { from, to };
    lines.push(firstLine + Math.min(last.from + to - last.to, old.length - 1));
  }
  return notBeyond(lines);
}

/** A line between two that are known stands no further than the second. */
function notBeyond(lines: readonly number[]): number[] {
  let limit = Infinity;
  return lines
    .toReversed()
    .map((line) => (limit = Math.min(limit, line)))
    .reverse();
}

/** Without what a quotation, a list or a heading puts before a line. */
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
