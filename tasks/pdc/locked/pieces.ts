// Which pieces of one length a text shares with others. What it costs to read a text does not grow with the others: a filter
// is asked for every few units, and a rolling hash (Rabin and Karp) reads on only where the filter knows something.

/** Finds pieces that stand in others too. */
export type FindPieces = (
  text: Uint16Array,
  /** `end` is where a piece ends in the text; `place` where it begins in the others, the same for the same piece. */
  onPiece: (end: number, place: number) => void,
) => void;

const base = 0x01000193;
const spread = 0x9e3779b1;

/** Makes a search for pieces of an even length. Places count as if the others stood one behind another. */
export function createPieces(others: readonly Uint16Array[], length: number): FindPieces {
  const units = concat(others);
  const bits = Math.max(8, Math.ceil(Math.log2(units.length * 2 + 1)));
  /** By hash, the place behind which a piece begins; at most half of the table is taken. */
  const slots = new Int32Array(2 ** bits);
  const power = powerOf(length);
  const filter = createFilter(length / 2, bits + 3);

  const isPiece = (text: Uint16Array, start: number, place: number): boolean => {
    for (let at = 0; at < length; at += 1) if (text[start + at] !== units[place + at]) return false;
    return true;
  };

  /** The slot of the piece that ends at `end`: where it stands, or where it would. */
  const slotOf = (hash: number, text: Uint16Array, end: number): number => {
    let slot = Math.imul(hash, spread) >>> (32 - bits);
    while (slots[slot] !== 0 && !isPiece(text, end - length, slots[slot]! - 1)) slot = (slot + 1) & (slots.length - 1);
    return slot;
  };

  /** Calls back for each piece of a text from one place to another. */
  const each = (
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
  for (const other of others) {
    filter.add(other);
    const onSlot = (slot: number, end: number): void => {
      if (slots[slot] === 0) slots[slot] = start + end - length + 1;
    };
    each(other, { from: 0, to: other.length, onSlot });
    start += other.length;
  }

  return (text, onPiece) => {
    const onSlot = (slot: number, end: number): void => {
      if (slots[slot] !== 0) onPiece(end, slots[slot]! - 1);
    };
    for (const { from, to } of filter.stretches(text)) each(text, { from, to, onSlot });
  };
}

type Filter = {
  /** Remembers each block of a text. */
  readonly add: (text: Uint16Array) => void;
  /** The stretches of a text in which any known piece of two blocks would stand. */
  readonly stretches: (text: Uint16Array) => readonly { from: number; to: number }[];
};

/** A Bloom filter of blocks. Wherever a piece of two blocks begins, it holds one whole block of those at every `block + 1`. */
function createFilter(block: number, bits: number): Filter {
  const known = new Uint8Array(2 ** (bits - 3));
  // Six units tell the longer blocks apart well enough: whatever they let pass is compared.
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
        known[hash >>> 3]! |= 1 << (hash & 7);
      }
    },
    stretches(text) {
      const stretches: { from: number; to: number }[] = [];
      for (let at = 0; at + block <= text.length; at += block + 1) {
        const hash = hashOf(text, at);
        if ((known[hash >>> 3]! & (1 << (hash & 7))) === 0) continue;
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
