// Variants of words and characters: each is a form in a query, and the form that the search index has instead.

export type Variant = readonly [from: string, to: string];

/** The length of the longest word of the tables, in characters. */
const maxVariant = 16;

export const writeVariants = (variants: readonly Variant[]): string => variants.map((pair) => pair.join(' ')).join('|');

/**
 * Reads variants, and returns a function that lists the forms of a text in the index. The first form has its characters
 * replaced. If replacing words too gives another text, this is the second form. Longer words are replaced first.
 */
export function readVariants(variantList: string): (text: string) => readonly string[] {
  const variants = new Map(
    variantList.split('|').flatMap((pair): Variant[] => {
      const [from, to] = pair.split(' ');
      return from && to && from.length <= maxVariant && to.length <= maxVariant ? [[from, to]] : [];
    }),
  );
  return (text) => {
    const characters = [...text].map((character) => variants.get(character) ?? character).join('');
    return [...new Set([characters, replaceWords(characters, variants)])];
  };
}

function replaceWords(text: string, variants: ReadonlyMap<string, string>): string {
  let replaced = '';
  for (let at = 0; at < text.length;) {
    let length = Math.min(maxVariant, text.length - at);
    while (length > 1 && !variants.has(text.slice(at, at + length))) length -= 1;
    const piece = text.slice(at, at + length);
    replaced += length > 1 ? (variants.get(piece) ?? piece) : piece;
    at += length;
  }
  return replaced;
}
