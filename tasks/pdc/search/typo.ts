// Decides whether a word is another word with a typing mistake.

/** Words of this many letters may differ in two places. */
const long = 8;

/**
 * Whether two words differ by at most one mistake, or at most two in a long word. A mistake is an extra, missing or
 * wrong letter, or two letters in the wrong order. The first letter must be the same, because people rarely mistype it.
 */
export function isTypo(typedWord: string, meantWord: string): boolean {
  const max = typedWord.length >= long ? 2 : 1;
  if (typedWord[0] !== meantWord[0] || Math.abs(typedWord.length - meantWord.length) > max) return false;
  return distance(typedWord, meantWord, max) <= max;
}

/** The number of mistakes; any number above the maximum if there are more. Optimal string alignment, row by row. */
export function distance(a: string, b: string, max: number): number {
  let previousRow: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, previousRow[j - 2]! + 1);
      next.push(least);
    }
    if (Math.min(...next) > max) return max + 1;
    previousRow = row;
    row = next;
  }
  return row[b.length]!;
}
