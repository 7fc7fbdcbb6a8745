// Represents terms as numbers, because strings would have to be made, hashed and compared millions of times.

/**
 * The number of a character is its code, and the number of a pair contains both codes. The numbers between these two
 * ranges are words, in the order of first use. A term with a character beyond the basic plane is numbered like a word.
 */
const [firstWord, firstPair] = [0x1_0000, 0x2e80_0000];

const numberOfPair = (first: number, second: number): number => (first << 16) | second;

const lastOfPlane = 0xffff;

export class TermNumbers {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(term: string): number {
    const code = term.charCodeAt(0);
    // Some words begin with a character in this range too, such as Cherokee in lower case.
    if (code >= 0x2e80 && term.length <= 2) return term[1] ? numberOfPair(code, term.charCodeAt(1)) : code;
    const number = this.#numbers.get(term);
    if (number === undefined) this.#numbers.set(term, firstWord + this.#words.push(term) - 1);
    return number ?? firstWord + this.#words.length - 1;
  }

  /** The number of the term of one or two characters, which are code points. */
  ofCharacters(first: number, second = 0): number {
    if (first <= lastOfPlane && second <= lastOfPlane) return second === 0 ? first : numberOfPair(first, second);
    return this.of(second === 0 ? String.fromCodePoint(first) : String.fromCodePoint(first, second));
  }

  toTerm(number: number): string {
    if (number >>> 0 < firstWord) return String.fromCharCode(number);
    if (number >>> 0 < firstPair) return this.#words[number - firstWord]!;
    return String.fromCharCode(number >>> 16, number & 0xffff);
  }
}
