// Counts the terms of a text. This is the slow half of the search index, so terms are numbers.
import { TermNumbers } from './term-numbers.ts';
import { eachRun, isParticle, readWord } from './terms.ts';

/** A text that weighs more than the body, such as a title or a heading, and the weight of one occurrence in it. */
export type Field = readonly [text: string, weight: number];

/**
 * The counts of the last text, valid until the next call of `countTerms`. All texts share one table, because a table
 * for each text would become garbage.
 */
export type Counts = {
  /** The number of all terms in the text, including repeated terms. */
  readonly length: number;
  /** Calls `give` for every term, in the order of first use, with its weight in the fields and count in the text. */
  readonly each: (give: (term: string, weight: number, times: number) => void) => void;
};

/** Counts the terms of a normalized text, and of fields. */
export function countTerms(text: string, fields: readonly Field[] = []): Counts {
  for (const slot of usedSlots) keys[slot] = counts[slot] = fieldWeights[slot] = 0;
  usedSlots = [];
  if (words.size >= maxCached) {
    words.clear();
    numbers = new TermNumbers();
  }
  let length = 0;
  eachTerm(text, (number, times) => {
    const slot = slotFor(number);
    counts[slot]! += times;
    length += times;
  });
  for (const [field, weight] of fields) {
    eachTerm(field, (number, times) => {
      const slot = slotFor(number);
      fieldWeights[slot]! += times * weight;
    });
  }
  return {
    length,
    each(give) {
      for (const slot of usedSlots) give(numbers.toTerm(keys[slot]!), fieldWeights[slot]!, counts[slot]!);
    },
  };
}

/** Calls `give` with the number of a term and how often it occurs, perhaps several times for the same term. */
function eachTerm(text: string, give: (number: number, times: number) => void): void {
  const wordsInText: Word[] = [];
  eachRun(text, {
    han(start, end) {
      // Two adjacent characters are a term. A character without neighbors is a term too.
      let previousCharacter = 0;
      let together = 0;
      for (let at = start; at <= end; at += 1) {
        const character = at < end ? text.codePointAt(at)! : 0;
        if (character > 0xffff) at += 1;
        if (character !== 0 && !isParticle(character)) {
          if (together > 0) give(numbers.ofCharacters(previousCharacter, character), 1);
          together += 1;
          previousCharacter = character;
        } else {
          if (together === 1) give(numbers.ofCharacters(previousCharacter), 1);
          together = 0;
        }
      }
    },
    word(start, end) {
      const word = wordOf(text.slice(start, end));
      if (word.times === 0) wordsInText.push(word);
      word.times += 1;
    },
  });
  // Words repeat, so the terms of each word are found once.
  for (const word of wordsInText) {
    for (const number of word.numbers) give(number, word.times);
    word.times = 0;
  }
}

// --- words

/** The numbers of the terms of a word, and the word's count in the current text. */
type Word = { readonly numbers: readonly number[]; times: number };

// Cached, because the texts of a site repeat the same words.
const words = new Map<string, Word>();
let numbers = new TermNumbers();
const maxCached = 40_000;

function wordOf(text: string): Word {
  const cachedWord = words.get(text);
  if (cachedWord) return cachedWord;
  const copy = detach(text);
  const { terms, parts } = readWord(copy);
  const word = { numbers: [...terms, ...parts].map((term) => numbers.of(term)), times: 0 };
  words.set(copy, word);
  return word;
}

/** Copies a word, because V8 keeps a whole text in memory for a slice of it. */
const detach = (word: string): string => ` ${word}`.slice(1);

// --- a hash table of numbers other than zero: open addressing, at most half full

let keys = new Int32Array(128);
let counts = new Int32Array(128);
let fieldWeights = new Float64Array(128);
/** The slots of the numbers, in the order of first use. */
let usedSlots: number[] = [];

/** The slot of a number. A new number gets a free slot. */
function slotFor(number: number): number {
  const slot = slotOf(number);
  if (keys[slot] === number) return slot;
  if (usedSlots.length * 2 >= keys.length) {
    grow();
    return slotFor(number);
  }
  keys[slot] = number;
  usedSlots.push(slot);
  return slot;
}

function slotOf(number: number): number {
  // The odd factor spreads neighboring characters over the table.
  let slot = (Math.imul(number ^ (number >>> 15), 0x9e3779b1) >>> 8) & (keys.length - 1);
  while (keys[slot] !== 0 && keys[slot] !== number) slot = (slot + 1) & (keys.length - 1);
  return slot;
}

function grow(): void {
  const entries = usedSlots.map((slot) => [keys[slot]!, counts[slot]!, fieldWeights[slot]!] as const);
  keys = new Int32Array(keys.length * 4);
  counts = new Int32Array(keys.length);
  fieldWeights = new Float64Array(keys.length);
  usedSlots = [];
  for (const [number, times, weight] of entries) {
    const slot = slotFor(number);
    counts[slot] = times;
    fieldWeights[slot] = weight;
  }
}
