// Represents terms as numbers, because strings would have to be made, hashed and compared millions of times.

/**
 * The number of a character is its code, and the number of a pair contains both codes. The numbers between these two
 * ranges are words, in the order of first use.
 */
const [firstWord, firstPair] = [0x1_0000, 0x2e80_0000];

export const numberOfPair = (first: number, second: number): number => (first << 16) | second;

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

  toTerm(number: number): string {
    if (number >>> 0 < firstWord) return String.fromCharCode(number);
    if (number >>> 0 < firstPair) return this.#words[number - firstWord]!;
    return String.fromCharCode(number >>> 16, number & 0xffff);
  }
}
