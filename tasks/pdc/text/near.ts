// Suggests names that are close to a wrong name, for slugs, categories and keys of `_site.yml`.

/**
 * The names that share the most pairs of letters with `asked`, or that have the same letters in another order, best
 * first, at most `limit` of them.
 */
export function nearest(names: Iterable<string>, { asked, limit }: { asked: string; limit: number }): string[] {
  const start = asked.toLowerCase().slice(0, maxName);
  const [pairs, letters] = [pairsOf(start), lettersOf(start)];
  // A short name with two swapped letters, such as `ulr`, shares no pair of letters with the right name.
  const isReordered = (name: string): boolean => name.length === start.length && lettersOf(name) === letters;
  const likenessTo = (name: string): number => (isReordered(name) ? 1 : likenessOf(pairs, pairsOf(name)));
  return [...names]
    .map((name) => ({ name, likeness: likenessTo(name.toLowerCase()) }))
    .filter(({ likeness }) => likeness > 0.25)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, limit)
    .map(({ name }) => name);
}

/** Whether adding, removing or replacing one character makes the two texts equal. */
export function isOneEditApart(first: string, second: string): boolean {
  const [short, long] = [[...first], [...second]].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (long.length - short.length > 1) return false;
  const at = long.findIndex((character, index) => character !== short[index]);
  const skipped = long.length === short.length ? 1 : 0;
  return at !== -1 && long.slice(at + 1).join('') === short.slice(at + skipped).join('');
}

/** The rest of a longer name is not compared, because no slug is longer than this. */
const maxName = 200;

const lettersOf = (text: string): string => [...text].sort().join('');

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2)));

/** Dice's coefficient: twice the number of shared pairs, divided by the number of all pairs. */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}
