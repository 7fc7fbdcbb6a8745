// Converts traditional to simplified Chinese for the search index, and lists the variants that queries need.
import characters from 'opencc-js/dict/TSCharacters';
import words from 'opencc-js/dict/TWPhrasesRev';
import { pairsOf } from './terms.ts';
import { writeVariants } from './variants.ts';
import type { Variant } from './variants.ts';

const readTable = (table: string): Variant[] => table.split('|').map((pair) => pair.split(' ') as [string, string]);

/** Only characters of one code unit, because the five hundred others are not used today. */
const simple = new Map(readTable(characters).filter(([from, to]) => from.length === 1 && to.length === 1));
const isTraditional = new Uint8Array(1 << 16);
for (const character of simple.keys()) isTraditional[character.charCodeAt(0)] = 1;

/**
 * Replaces every traditional character of a text by the simplified character. Fast for texts without traditional
 * characters, which most texts are.
 */
export function simplify(text: string): string {
  let [simplified, done] = ['', 0];
  for (let at = 0; at < text.length; at += 1) {
    if (isTraditional[text.charCodeAt(at)] !== 1) continue;
    simplified += text.slice(done, at) + simple.get(text[at]!)!;
    done = at + 1;
  }
  return simplified + text.slice(done);
}

/** Words that are used in Taiwan, in simplified characters, each with the word of the mainland: `资料库` is `数据库`. */
const otherWords = readTable(words)
  .map(([from, to]): Variant => [simplify(from), simplify(to)])
  .filter(([from, to]) => from !== to && from.length > 1);

/** The variants that queries over these terms can need, which are the variants whose replacement is among the terms. */
export function variantsFor(terms: Iterable<string>): string {
  const termSet = new Set(terms);
  const wordVariants = otherWords.filter(([, to]) => pairsOf(to).every((pair) => termSet.has(pair)));
  // Characters are replaced before words.
  const inUse = new Set([...termSet, ...wordVariants.map(([from]) => from)].join(''));
  return writeVariants([...[...simple].filter(([, to]) => inUse.has(to)), ...wordVariants]);
}
