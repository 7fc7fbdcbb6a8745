// How often each term stands in a text: the costly half of the search index, so numbers are counted where texts would do.
import { eachRun, isParticle, readWord } from './terms.ts';

export type Counts = {
  /** All terms together. */
  readonly length: number;
  readonly of: (term: string) => number;
  /** The terms that stand there most often, so many at most; of equals words first, then what stands first. */
  readonly top: (most: number) => [term: string, times: number][];
};

/** Counts the terms of a normalized text. `pairs` is taken over: what was counted with it before can no longer be asked for. */
export function countTerms(text: string, pairs = createPairs()): Counts {
  const written = new Map<string, { times: number }>();
  const singles = new Map<string, { times: number }>();
  pairs.clear();
  eachRun(text, {
    han(start, end) {
      let from = start;
      for (let at = start; at <= end; at += 1) {
        if (at < end && !isParticle(text.charCodeAt(at))) continue;
        // Neighbours are one term; a character that stands alone is one too.
        if (at - from === 1) add(singles, text[from]!, 1);
        for (let right = from + 1; right < at; right += 1) {
          pairs.add((text.charCodeAt(right - 1) << 16) | text.charCodeAt(right));
        }
        from = at + 1;
      }
    },
    word: (start, end) => add(written, text.slice(start, end), 1),
  });
  // A word stands there again and again, and is taken apart once.
  const words = singles;
  for (const [word, { times }] of written) for (const term of termsOf(word)) add(words, term, times);

  return {
    length: [...words.values()].reduce((sum, { times }) => sum + times, pairs.length()),
    of: (term) => words.get(term)?.times ?? (term.length === 2 ? pairs.of(toKey(term)) : 0),
    top(most) {
      const rankedWords = rank([...words.keys()], (term) => words.get(term)!.times);
      const rankedPairs = rank(pairs.keys(), pairs.of);
      const terms: [string, number][] = [];
      for (let times = mostRanks; times > 0 && terms.length < most; times -= 1) {
        for (const term of rankedWords[times]!) terms.push([term, words.get(term)!.times]);
        for (const key of rankedPairs[times]!.slice(0, Math.max(0, most - terms.length))) {
          terms.push([toTerm(key), pairs.of(key)]);
        }
      }
      return terms.slice(0, most);
    },
  };
}

function add(counts: Map<string, { times: number }>, term: string, times: number): void {
  const known = counts.get(term);
  if (known) known.times += times;
  else counts.set(term, { times });
}

/** Terms that stand more often than this say the same: enough. */
const mostRanks = 15;

/** Items by how often they occur: in as many lists as there are ranks, which takes no sorting. */
function rank<T>(items: readonly T[], timesOf: (item: T) => number): T[][] {
  const ranked: T[][] = Array.from({ length: mostRanks + 1 }, () => []);
  for (const item of items) ranked[Math.min(timesOf(item), mostRanks)]!.push(item);
  return ranked;
}

// A site says the same names again and again.
const known = new Map<string, readonly string[]>();
const mostKnown = 20_000;

function termsOf(word: string): readonly string[] {
  const remembered = known.get(word);
  if (remembered) return remembered;
  const own = detach(word);
  const { terms, parts } = readWord(own);
  if (known.size >= mostKnown) known.clear();
  const all = [...terms, ...parts];
  known.set(own, all);
  return all;
}

/** The same word, but no slice of the text that it stands in: whoever keeps it would keep all of that. */
const detach = (word: string): string => ` ${word}`.slice(1);

// --- pairs of characters, as one number: a text of each would cost as much as all the rest

const toKey = (term: string): number => (term.charCodeAt(0) << 16) | term.charCodeAt(1);
const toTerm = (key: number): string => String.fromCharCode(key >>> 16, key & 0xffff);

export type Pairs = {
  readonly clear: () => void;
  readonly add: (key: number) => void;
  readonly of: (key: number) => number;
  readonly keys: () => readonly number[];
  readonly length: () => number;
};

/** A hash table that counts numbers: open addressing, at most half full. */
export function createPairs(): Pairs {
  let keys = new Int32Array(128);
  let counts = new Uint16Array(128);
  let found: number[] = [];
  let length = 0;

  function slotOf(key: number): number {
    // The odd factor spreads neighbouring characters over the table.
    let slot = (Math.imul(key ^ (key >>> 15), 0x9e3779b1) >>> 8) & (keys.length - 1);
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & (keys.length - 1);
    return slot;
  }
  function grow(): void {
    const times = found.map((key) => counts[slotOf(key)]!);
    keys = new Int32Array(keys.length * 4);
    counts = new Uint16Array(keys.length);
    found.forEach((key, index) => {
      const slot = slotOf(key);
      keys[slot] = key;
      counts[slot] = times[index]!;
    });
  }
  return {
    clear() {
      if (found.length === 0) return;
      keys.fill(0);
      counts.fill(0);
      found = [];
      length = 0;
    },
    add(key) {
      let slot = slotOf(key);
      if (keys[slot] === 0) {
        if (found.length * 2 >= keys.length) {
          grow();
          slot = slotOf(key);
        }
        keys[slot] = key;
        found.push(key);
      }
      if (counts[slot]! < 0xffff) counts[slot]! += 1;
      length += 1;
    },
    of: (key) => counts[slotOf(key)]!,
    keys: () => found,
    length: () => length,
  };
}
