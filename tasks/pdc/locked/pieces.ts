// Finds the pieces of one length that a text shares with other texts. The time does not depend on the length of the
// other texts: a filter is queried every few units, and a rolling hash (Rabin and Karp) runs only where the filter has
// a match.

/** Finds the pieces of a text that are also in the searched texts. */
export type FindPieces = (
  text: Uint16Array,
  /** `end` is the end of a piece in the text. `place` is the first position of the piece in the searched texts. */
  onPiece: (end: number, place: number) => void,
) => void;

const base = 0x01000193;
const spread = 0x9e3779b1;

/** Creates a search for pieces of an even length. Positions count as if the searched texts were joined. */
export function createPieces(searchedTexts: readonly Uint16Array[], length: number): FindPieces {
  const units = concat(searchedTexts);
  const bits = Math.max(8, Math.ceil(Math.log2(units.length * 2 + 1)));
  /** A hash table with the position of each piece plus 1. It is at most half full. */
  const slots = new Int32Array(2 ** bits);
  const power = powerOf(length);
  const filter = createFilter(length / 2, bits + 3);

  const isPiece = (text: Uint16Array, start: number, place: number): boolean => {
    for (let at = 0; at < length; at += 1) if (text[start + at] !== units[place + at]) return false;
    return true;
  };

  /** The slot of the piece that ends at `end`, or the empty slot for it. */
  const slotOf = (hash: number, text: Uint16Array, end: number): number => {
    let slot = Math.imul(hash, spread) >>> (32 - bits);
    while (slots[slot] !== 0 && !isPiece(text, end - length, slots[slot]! - 1)) slot = (slot + 1) & (slots.length - 1);
    return slot;
  };

  /** Calls `onSlot` for each piece of a text between two positions. */
  const forEachPiece = (
    text: Uint16Array,
    { from, to, onSlot }: { from: number; to: number; onSlot: (slot: number, end: number) => void },
  ): void => {
    let hash = 0;
    for (let at = from; at < to; at += 1) {
      const leaving = at < from + length ? 0 : Math.imul(text[at - length]!, power);
      hash = (Math.imul(hash, base) + text[at]! - leaving) | 0;
      if (at + 1 >= from + length) onSlot(slotOf(hash, text, at + 1), at + 1);
    }
  };

  let start = 0;
  for (const searchedText of searchedTexts) {
    filter.add(searchedText);
    const onSlot = (slot: number, end: number): void => {
      if (slots[slot] === 0) slots[slot] = start + end - length + 1;
    };
    forEachPiece(searchedText, { from: 0, to: searchedText.length, onSlot });
    start += searchedText.length;
  }

  return (text, onPiece) => {
    const onSlot = (slot: number, end: number): void => {
      if (slots[slot] !== 0) onPiece(end, slots[slot]! - 1);
    };
    for (const { from, to } of filter.stretches(text)) forEachPiece(text, { from, to, onSlot });
  };
}

type Filter = {
  /** Adds all blocks of a text. */
  readonly add: (text: Uint16Array) => void;
  /** The parts of a text that contain every piece that consists of two added blocks. */
  readonly stretches: (text: Uint16Array) => readonly { from: number; to: number }[];
};

/** A Bloom filter of blocks. A piece of two blocks contains a whole block that begins at a multiple of `block + 1`. */
function createFilter(block: number, bits: number): Filter {
  const bitmap = new Uint8Array(2 ** (bits - 3));
  // Hashing six units of a long block is enough. False matches are compared afterwards.
  const stride = Math.ceil(block / 6);
  const hashOf = (text: Uint16Array, at: number): number => {
    let hash = 0;
    for (let offset = 0; offset < block; offset += stride) hash = Math.imul(hash, base) + text[at + offset]!;
    return Math.imul(hash, spread) >>> (32 - bits);
  };
  return {
    add(text) {
      for (let at = 0; at + block <= text.length; at += 1) {
        const hash = hashOf(text, at);
        bitmap[hash >>> 3]! |= 1 << (hash & 7);
      }
    },
    stretches(text) {
      const stretches: { from: number; to: number }[] = [];
      for (let at = 0; at + block <= text.length; at += block + 1) {
        const hash = hashOf(text, at);
        if ((bitmap[hash >>> 3]! & (1 << (hash & 7))) === 0) continue;
        const last = stretches.at(-1);
        const to = Math.min(at + 2 * block, text.length);
        if (last && last.to >= at) last.to = to;
        else stretches.push({ from: Math.max(0, at - block), to });
      }
      return stretches;
    },
  };
}

function powerOf(exponent: number): number {
  let power = 1;
  for (let count = 0; count < exponent; count += 1) power = Math.imul(power, base);
  return power;
}

function concat(texts: readonly Uint16Array[]): Uint16Array {
  const units = new Uint16Array(texts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const text of texts) {
    units.set(text, at);
    at += text.length;
  }
  return units;
}
