// Writes and reads a piece of the search index. Each line has a term and its postings: the articles that have the term,
// with the weight of the term in each article.

/** Articles by their numbers in the index, ascending, with the weight of the term in each: 1 to `levels`. */
export type Postings = { readonly posts: readonly number[]; readonly levels: readonly number[] };

/** Each posting ends with the character of its level. */
const endings = "!#$'()*,.:;=?@[]";
export const levels = endings.length;

// The digits are computed, because this source is published with the search box, and must not contain the password of a
// locked article, which may be 12345678.
const digits = ['09', 'AZ', 'az'].map(rangeOf).join('');

/** Writes for each article the gap to the previous one in base 62, then the character of the level. */
export function writePostings({ posts, levels: postLevels }: Postings): string {
  let previousPost = -1;
  let text = '';
  posts.forEach((post, at) => {
    const gap = post - previousPost - 1;
    // Most gaps are zero, which is written without a digit.
    text += (gap === 0 ? '' : toBase62(gap)) + endings[postLevels[at]! - 1]!;
    previousPost = post;
  });
  return text;
}

const toBase62 = (number: number): string =>
  (number < digits.length ? '' : toBase62(Math.floor(number / digits.length))) + digits[number % digits.length]!;

/** Reads what `writePostings` wrote for `count` articles. Other characters and numbers are ignored. */
export function readPostings(text: string, count: number): Postings {
  const posts: number[] = [];
  const postLevels: number[] = [];
  let [post, gap] = [-1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const value = values[text.charCodeAt(at)] ?? 0;
    if (value >= 0) gap = gap * digits.length + value;
    else {
      post += gap + 1;
      gap = 0;
      if (post >= count) break;
      posts.push(post);
      postLevels.push(-value);
    }
  }
  return { posts, levels: postLevels };
}

/** For each ASCII character: a digit's value, or a level as a negative number. */
const values = new Int8Array(128);
for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value;
for (const [index, ending] of [...endings].entries()) values[ending.charCodeAt(0)] = -(index + 1);

// --- pieces

/**
 * The number of the piece that contains a term. Terms that begin with the same Han character or the same two letters
 * share a piece, so that the piece of a word also contains the longer words with the same beginning and most correct
 * forms of a mistyped word.
 */
export const pieceOf = (term: string, pieces: number): number => hash(beginningOf(term)) % pieces;

const beginningOf = (term: string): string => (term.charCodeAt(0) < 0x2e80 ? term.slice(0, 2) : term.slice(0, 1));

/** FNV-1a. The result is folded, because the lowest bits alone spread badly. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * A digest of the order of all articles. The order gives the articles their numbers. Pieces with different digests do
 * not belong together.
 */
export const orderOf = (names: readonly string[]): string => hash(names.join('\n')).toString(36);

/** A piece: the order, then its lines. */
export const writePiece = (order: string, lines: readonly string[]): string => `${order}\n${lines.join('')}`;

export const orderOfPiece = (piece: string): string => piece.slice(0, piece.indexOf('\n'));

/** A line of a piece. */
export const writeLine = (term: string, postings: Postings): string => `${term} ${writePostings(postings)}\n`;

/** The postings of a term in the text of its piece. `count`: the number of articles in the index. */
export function findIn(piece: string, { term, count }: { term: string; count: number }): Postings | undefined {
  const line = piece.indexOf(`\n${term} `);
  if (line === -1) return undefined;
  return readPostings(piece.slice(line + term.length + 2, piece.indexOf('\n', line + 1)), count);
}

/** The terms of a piece that begin with a text. */
export function* termsIn(piece: string, beginning: string): Generator<string> {
  for (let start = piece.indexOf('\n') + 1; start > 0 && start < piece.length; start = piece.indexOf('\n', start) + 1) {
    if (piece.startsWith(beginning, start)) yield piece.slice(start, piece.indexOf(' ', start));
  }
}

/** All characters from the first character of `ends` to the second. */
function rangeOf(ends: string): string {
  const [first, last] = [ends.charCodeAt(0), ends.charCodeAt(1)];
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
