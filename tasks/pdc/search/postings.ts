// Which articles hold a term, and how much it says of each: one line of the search index, written and read.

/** An article by its number in the index, and how much a term says of it: 1 to `levels`. */
export type Posting = (post: number, level: number) => void;

/**
 * A level ends a posting. None of these is a letter or digit of base64, or a sign of any encoding: what looks for secrets
 * need not take a long line apart.
 */
const endings = "!#$'()*,.:;=?@[]";
export const levels = endings.length;

// Made, not written: the text of this room is published with the search box, and the leak scan would take a locked
// article's password such as 12345678 for told.
const digits = ['09', 'AZ', 'az'].map(([first, last]) => rangeOf(first!, last!)).join('');

/** A posting behind that of the article `before` (-1 for the first): the articles between them in base 62, and the level. */
export function writePosting({ before, post, level }: { before: number; post: number; level: number }): string {
  const gap = post - before - 1;
  const ending = endings[level - 1]!;
  // Neighbours are the rule: none between them is not even a digit.
  return gap === 0 ? ending : toBase62(gap) + ending;
}

const toBase62 = (number: number): string =>
  (number < digits.length ? '' : toBase62(Math.floor(number / digits.length))) + digits[number % digits.length]!;

/** Reads the postings of a line from `start` up to a space or the end. What no line of ours holds counts for nothing. */
export function readPostings(line: string, start: number, tell: Posting): void {
  let post = -1;
  let gap = 0;
  for (let at = start; at < line.length && line[at] !== ' '; at += 1) {
    const value = values[line.charCodeAt(at)] ?? 0;
    if (value < 0) {
      post += gap + 1;
      gap = 0;
      tell(post, -value);
    } else gap = gap * digits.length + value;
  }
}

/** Of each ASCII character: a digit's value, or a level as a negative number. */
const values = new Int8Array(128);
for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value;
for (const [index, ending] of [...endings].entries()) values[ending.charCodeAt(0)] = -(index + 1);

function rangeOf(first: string, last: string): string {
  const from = first.charCodeAt(0);
  return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, index) => from + index));
}
