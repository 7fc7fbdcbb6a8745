// Counts words as readers do.

/**
 * Each Han or kana character counts as one word. A run that begins with a letter or digit counts as one word; a space,
 * punctuation or a Han character ends it.
 */
export function countWords(text: string): number {
  let words = 0;
  for (let at = 0; at < text.length;) {
    let kind = kindAt(text, at);
    at += widthAt(text, at);
    if (kind === han || kind === kana) words += 1;
    if (kind !== letter) continue;
    words += 1;
    while (at < text.length && (kind = kindAt(text, at)) !== han && kind !== otherSign) at += widthAt(text, at);
  }
  return words;
}

const [unknown, han, kana, letter, joint, otherSign] = [0, 1, 2, 3, 4, 5];

/**
 * The kinds of characters by UTF-16 unit, cached on first use, because a regular expression over the text takes five
 * times as long.
 */
const kinds = new Uint8Array(1 << 16).fill(unknown);

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const cachedKind = kinds[unit]!;
  if (cachedKind !== unknown) return cachedKind;
  // Half of a surrogate pair does not determine the kind of the character.
  const point = text.codePointAt(at)!;
  const kind = classify(String.fromCodePoint(point));
  if (unit < 0xd800 || unit > 0xdfff) kinds[unit] = kind;
  return kind;
}

const widthAt = (text: string, at: number): number => (text.codePointAt(at)! > 0xffff ? 2 : 1);

function classify(character: string): number {
  // A kana sign such as ㋐ is not a letter: it ends a run, as Han characters do.
  if (/\p{Script=Han}|(?![\p{L}\p{N}])[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return han;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return kana;
  if (/[\p{L}\p{N}]/u.test(character)) return letter;
  return /['’_-]/.test(character) ? joint : otherSign;
}
