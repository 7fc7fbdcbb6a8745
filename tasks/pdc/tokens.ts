// How many tokens a language model will count in a text, roughly: for choosing what to fetch, not for billing.

/** Estimates tokens: what Han, kana and hangul cost each, and what everything else costs by the character. */
export const estimateTokens = (text: string): number => tokensOf(text.length, countWide(text));

/** The same of a text in UTF-8, read as the bytes it is: a merged file may be longer than the longest string. */
export function estimateTokensIn(bytes: Uint8Array): number {
  const { length, wide } = countIn(bytes);
  return tokensOf(length, wide);
}

/** The code units and the wide characters of a text in UTF-8, as its string would have them. */
export function countIn(bytes: Uint8Array): { length: number; wide: number } {
  let length = 0;
  let wide = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    if (byte >= 0xf0) {
      // Two code units, as a string has them.
      length += 2;
      wide += 2;
    } else if (byte < 0x80 || byte >= 0xc0) {
      length += 1;
      // From U+2E80 on, which is E2 BA 80.
      if (byte > 0xe2 || (byte === 0xe2 && bytes[index + 1]! >= 0xba)) wide += 1;
    }
  }
  return { length, wide };
}

/** The same of a text that is known by its length and its wide characters. */
export const tokensOf = (length: number, wide: number): number =>
  Math.ceil(wide * perWide + (length - wide) * perNarrow);

export function countWide(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) >= 0x2e80) wide += 1;
  }
  return wide;
}

// Fitted to the o200k vocabulary on 36 Chinese technical articles: 3 % off on average, 15 % at worst.
const perWide = 0.84;
const perNarrow = 0.31;
