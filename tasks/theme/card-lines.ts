// How a title breaks: between words, behind a mark rather than elsewhere, into lines of nearly one length.

/** A word, and what may not stand apart from it. */
type Piece = { readonly text: string; readonly width: number; readonly isEnd: boolean };

type Measure = (text: string) => number;

/** How far a line may go, how many there may be, and what a reader of which language takes for a word. */
export type Room = { readonly most: number; readonly lines: number; readonly language: string };

/** The fewest lines that hold a text; undefined where they are too many. */
export function toLines(text: string, room: Room, widthOf: Measure): string[] | undefined {
  return balance(toPieces(text, room, widthOf), room, widthOf);
}

/** The same, with an ellipsis for what finds no room. */
export function toLinesCut(text: string, room: Room, widthOf: Measure): string[] {
  const pieces = toPieces(text, room, widthOf);
  let [count, width] = [0, 0];
  while (count < pieces.length && width < room.most * room.lines) width += pieces[count++]!.width;
  for (; count > 0; count -= 1) {
    const kept = pieces.slice(0, count).map((piece) => piece.text);
    if (count < pieces.length) {
      const last = kept.pop()!.replace(/[\s\p{P}]+$/u, '');
      kept.push(`${last}${wide.test(last.slice(-1)) ? '…' : '...'}`);
    }
    const lines = balance(toPiecesOf(kept, widthOf), room, widthOf);
    if (lines) return lines;
  }
  return [];
}

/** What is set as wide as it is high: a line may break on either side. */
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\u2e80-\u303f\uff00-\uffef〓]/u;

const closing = /^[\p{Pe}\p{Pf}，。、：；？！…—～·・ー％,.:;?!%"'`]/u;
const opening = /[\p{Ps}\p{Pi}"'`#$￥]$/u;
/** Where a phrase ends. */
const phraseEnd = /[，。：；？！、—,:;?!][\p{Pe}\p{Pf}]?\s*$/u;

function toPieces(text: string, { most, language }: Room, widthOf: Measure): Piece[] {
  const texts: string[] = [];
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const last = texts.at(-1);
    if (last !== undefined && isJoined(last, segment)) texts[texts.length - 1] = last + segment;
    else texts.push(segment);
  }
  // A word that is longer than a line breaks anywhere.
  return toPiecesOf(texts, widthOf).flatMap((piece) =>
    piece.width <= most ? [piece] : toPiecesOf(graphemesOf(piece.text), widthOf),
  );
}

const toPiecesOf = (texts: readonly string[], widthOf: Measure): Piece[] =>
  texts.map((text) => ({ text, width: widthOf(text), isEnd: phraseEnd.test(text) }));

function isJoined(before: string, after: string): boolean {
  if (closing.test(after) || /^\s/.test(after)) return true;
  if (/\s$/.test(before)) return false;
  return opening.test(before) || !(wide.test([...before].at(-1)!) || wide.test([...after][0]!));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text as a reader counts them. */
export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** What it costs to break behind a piece: the best way there with so many lines. */
type Way = { readonly cost: number; readonly lines: readonly string[] };

function balance(pieces: readonly Piece[], { most, lines: mostLines }: Room, widthOf: Measure): string[] | undefined {
  const total = pieces.reduce((sum, { width }) => sum + width, 0);
  if (total > most * mostLines) return undefined;
  for (let count = Math.max(1, Math.ceil(total / most - 0.5)); count <= mostLines; count += 1) {
    let ways: (Way | undefined)[] = [{ cost: 0, lines: [] }];
    for (let line = 1; line <= count; line += 1) ways = nextLine(ways, total / count);
    const best = ways[pieces.length];
    if (best) return [...best.lines];
  }
  return undefined;

  function nextLine(before: readonly (Way | undefined)[], ideal: number): (Way | undefined)[] {
    const after: (Way | undefined)[] = [];
    for (const [start, way] of before.entries()) {
      if (!way) continue;
      let width = 0;
      for (let end = start; end < pieces.length; end += 1) {
        const { text, width: own, isEnd } = pieces[end]!;
        const trimmed = text.trimEnd();
        if (width + (trimmed === text ? own : widthOf(trimmed)) > most) break;
        width += own;
        const cost = way.cost + (width - ideal) ** 2 - (isEnd && end < pieces.length - 1 ? phraseWorth : 0);
        if (cost < (after[end + 1]?.cost ?? Infinity)) {
          const words = pieces.slice(start, end + 1).map((piece) => piece.text);
          after[end + 1] = { cost, lines: [...way.lines, words.join('').trim()] };
        }
      }
    }
    return after;
  }
}

/** How much more uneven two lines may be for a break behind a mark: in squares of a Han character's width. */
const phraseWorth = 5;
