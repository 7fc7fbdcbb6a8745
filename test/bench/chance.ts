// Random choices for the corpus: the same seed draws the same things on every machine, independently of other seeds.

export type Chance = {
  /** An integer from 0 to `bound` - 1. */
  below: (bound: number) => number;
  /** An integer from `low` to `high`, both included. */
  between: (low: number, high: number) => number;
  pick: <T>(list: readonly T[]) => T;
  /** `count` different items in a drawn order; all of them if the list is shorter. */
  several: <T>(list: readonly T[], count: number) => T[];
};

export function chanceOf(seed: number): Chance {
  // mulberry32; the multiplication spreads neighboring seeds, which are article numbers here.
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  const pick = <T>(list: readonly T[]): T => {
    const item = list[below(list.length)];
    if (item === undefined) throw new RangeError('cannot pick from an empty list');
    return item;
  };
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    pick,
    several: (list, count) => {
      const rest = [...list];
      return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(below(rest.length), 1)).flat();
    },
  };
}
