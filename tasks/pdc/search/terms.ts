// The terms of the search: words, technical tokens and pairs of Han characters; and the tokens of a query.

/** Longer words are base64, keys or digests, which nobody searches for. */
const maxTerm = 40;

/** English words that say nothing about the subject of a text. */
const fillers = new Set(
  'a an and are as at be by can do does for from how i if in is it me my not of on or so that the this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

/**
 * Characters with only a grammatical function. The characters before and after such a character do not form a word
 * together.
 */
const particles = '的了吗呢吧啊么是就也都很把被这那它他她你我们';
const particle = new RegExp(`[${particles}]+`);

/** Words that only turn a query into a question. */
const questions =
  /(?:请问|为什么|为何|怎么样|怎么办|怎么|怎样|如何|什么时候|什么|哪些|哪个|哪里|多少|是不是|能不能|会不会|要不要|有没有|可不可以|是否|可以|应该|需要)+/;

/** Possible stems of an English word: `switch` of `switched`, `picture` of `pictures`. Most of them are not words. */
export function stemsOf(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return [];
  const [, stem, ending] = /^(.+?)(ies|ied|es|ed|ing|ly|s)$/.exec(word) ?? [];
  if (!stem || stem.length < 3) return [];
  if (ending === 'ies' || ending === 'ied') return [`${stem}y`, `${stem}ie`];
  if (ending === 's') return stem.endsWith('s') ? [] : [stem];
  return [...new Set([stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')])];
}

/** Normalizes the width and form of characters: full-width `Ｃ＋＋` becomes `C++`. `readWord` ignores case. */
export const normalize = (text: string): string => text.normalize('NFKC');

// --- characters

const [wordKind, hanKind, particleKind, leadKind] = [1, 2, 3, 4];

/**
 * The kind of each UTF-16 unit: none, a part of a word, or Han, kana and hangul. A lead is the first unit of a Han
 * character beyond the basic plane, such as 𠮷.
 */
const kinds = new Uint8Array(1 << 16);
for (const [kind, ranges] of [
  [wordKind, '09AZ__azÀÖØöø\u1fff'],
  [hanKind, '\u2e80\u2fdf々〇\u3040\u30ff\u3400\u4dbf\u4e00\u9fff\uac00\ud7af\uf900\ufaff'],
  [leadKind, '\ud840\ud8bf'],
] as const) {
  for (let at = 0; at < ranges.length; at += 2) kinds.fill(kind, ranges.charCodeAt(at), ranges.charCodeAt(at + 1) + 1);
}
for (const particle of particles) kinds[particle.charCodeAt(0)] = particleKind;

export const isParticle = (character: number): boolean => kinds[character] === particleKind;

/** The terms of a run of Han characters: its pairs of adjacent characters, or a single character itself. */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.length === 1 ? characters : characters.slice(1).map((second, at) => characters[at]! + second);
}

export type Runs = {
  /** A run of Han characters, which may include particles. */
  readonly han: (start: number, end: number) => void;
  /**
   * A word: parts joined by "-" and ".", with the signs before the word (`--flag`, `.NET`) and after it (`C++`, `C#`).
   */
  readonly word: (start: number, end: number) => void;
};

/**
 * Reports the runs of a normalized text, in order. Uses no regular expression, because that takes three times as long.
 */
export function eachRun(text: string, { han, word }: Runs): void {
  const kindAt = (at: number): number => (at < text.length ? kinds[text.charCodeAt(at)]! : 0);
  /** The number of units of the Han character at an offset; 0 for any other character. */
  const hanUnits = (at: number): number => {
    const kind = kindAt(at);
    if (kind === leadKind) return (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 0;
    return kind >= hanKind ? 1 : 0;
  };
  for (let at = 0; at < text.length;) {
    const kind = kindAt(at);
    let end = at + Math.max(1, hanUnits(at));
    if (hanUnits(at) > 0) {
      for (let units = hanUnits(end); units > 0; units = hanUnits(end)) end += units;
      han(at, end);
    } else if (kind === wordKind) {
      while (kindAt(end) === wordKind || (isJoint(text.charCodeAt(end)) && kindAt(end + 1) === wordKind)) end += 1;
      if (text[end] === '+' && text[end + 1] === '+') end += 2;
      else if (text[end] === '#' && kindAt(end + 1) !== wordKind) end += 1;
      word(at - signsBefore(text, at), end);
    }
    at = end;
  }
}

const isJoint = (unit: number): boolean => unit === 0x2d || unit === 0x2e;

/** The number of signs before a word that belong to the word: `-` and `--` of an option, and one `.`. */
function signsBefore(text: string, at: number): number {
  const previousSign = text[at - 1];
  if ((previousSign !== '-' && previousSign !== '.') || !/[A-Za-z]/.test(text.charAt(at))) return 0;
  return previousSign === '-' && text[at - 2] === '-' ? 2 : 1;
}

// --- words

export type Word = {
  /** The word as written, and the word without its signs: `utf-8` and `utf8`. */
  readonly terms: readonly string[];
  /** The parts of the word, if there are several: `call` and `async` of `call_async`. */
  readonly parts: readonly string[];
};

export function readWord(word: string): Word {
  const lowerWord = word.toLowerCase();
  const bare = lowerWord.replace(/[-._+#]/g, '');
  const terms = (bare === lowerWord ? [lowerWord] : [lowerWord, bare]).filter(isTerm);
  // Most words have one part.
  if (/^(?:[a-z]+|\d+)$/.test(word)) return { terms, parts: [] };
  const parts = new Set<string>();
  for (const piece of word.split(/[-_+#]+/)) {
    const pieces = splitVersion(piece) ?? piece.split('.').flatMap(splitCase);
    for (const part of pieces) parts.add(part.toLowerCase());
  }
  for (const term of terms) parts.delete(term);
  return { terms, parts: [...parts].filter(isTerm) };
}

/** `v1.13.2` is `1.13.2` and `1.13`, `Go1.13` is `Go1`, `Go` and `1.13`; undefined if the piece is not a version. */
function splitVersion(piece: string): string[] | undefined {
  const [, name = '', version, stage] = /^(.*\p{L})?(\d+(?:\.\d+)+)(\p{L}+\d*)?$/u.exec(piece) ?? [];
  if (version === undefined) return undefined;
  const numbers = version.split('.');
  const shorter = numbers.length === 3 ? [numbers.slice(0, 2).join('.')] : [];
  const isMark = /^v?$/i.test(name);
  const marks = stage === undefined ? [] : [stage];
  return [
    version,
    ...shorter,
    ...marks,
    ...(isMark ? [] : [...name.split('.').flatMap(splitCase), `${name}${numbers[0]}`]),
  ];
}

/** `camelCase` is `camel` and `Case`, `HTTPServer` is `HTTP` and `Server`, and `ROS2` is `ROS` and `2`. */
function splitCase(piece: string): string[] {
  const words = piece.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\d+(?:\.\d+)*|[^\p{Lu}\p{Ll}\p{M}\d]+/gu) ?? [];
  // A piece in which letters and digits alternate is one name, or a number in some notation, such as 0x1f.
  return words.filter((word) => /^\d/.test(word)).length > 1 ? [piece] : [piece, ...words];
}

const isTerm = (term: string): boolean => term !== '' && term.length <= maxTerm && !fillers.has(term);

// --- queries

/** A piece of a query: Han characters that may be one word, or a word of another script. */
export type Token = { readonly kind: 'han'; readonly characters: string } | ({ readonly kind: 'word' } & Word);

/** The tokens of a normalized query, in order, without the words that only make it a question. */
export function toTokens(text: string): Token[] {
  const tokens: Token[] = [];
  eachRun(text, {
    han(start, end) {
      const pieces = text
        .slice(start, end)
        .split(questions)
        .flatMap((part) => part.split(particle));
      for (const characters of pieces) if (characters !== '') tokens.push({ kind: 'han', characters });
    },
    word(start, end) {
      const word = readWord(text.slice(start, end));
      if (word.terms.length > 0) tokens.push({ kind: 'word', ...word });
    },
  });
  return tokens;
}
