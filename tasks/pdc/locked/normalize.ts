// Normalizes texts so that they can be compared in any output format: without escapes and markup.
import { decodeHTML } from 'entities';

/** Two forms of a text, as UTF-16 units. They are valid until the next call, which reuses the memory. */
export type Normalized = {
  /** All white space is replaced by spaces, because lines may be wrapped at other places. */
  readonly spaced: Uint16Array;
  /** Without white space, because blocks have none between them when their tags are removed. */
  readonly dense: Uint16Array;
};

/**
 * Yields one or two forms of a text. The first form includes tags, as in an attribute or a script. A text with tags
 * also has a second form without tags, as a page shows it. Percent, JSON and HTML escapes are removed, even if they
 * were applied several times: a text and its JSON in JSON have the same forms.
 */
export function* formsOf(text: string): Generator<Normalized> {
  const unescaped = undoEscapes(undoPercent(text));
  yield normalize(undoEntities(unescaped));
  if (unescaped.includes('<')) yield normalizeBesideTags(unescaped);
}

/** The first form of a text: without escapes, but with its tags. */
export const formOf = (text: string): Normalized => formsOf(text).next().value as Normalized;

let spaced = new Uint16Array(0);
let dense = new Uint16Array(0);
let spacedLength = 0;
let denseLength = 0;

function normalize(text: string): Normalized {
  clear(text.length);
  add(text, 0, text.length);
  return forms();
}

/** Normalizes the text between tags. Takes only the ends of long parts, because the other form has the whole text. */
function normalizeBesideTags(text: string): Normalized {
  clear(text.length);
  let start = 0;
  let entity = text.indexOf('&');
  const addStretch = (from: number, to: number): void => {
    if (entity >= 0 && entity < from) entity = text.indexOf('&', from);
    if (entity < 0 || entity >= to) return add(text, from, to);
    const decoded = undoEntities(text.slice(from, to));
    add(decoded, 0, decoded.length);
  };
  const endStretch = (end: number): void => {
    if (end - start <= 2 * maxTagDistance) return addStretch(start, end);
    addStretch(start, start + maxTagDistance);
    add('\0', 0, 1);
    addStretch(end - maxTagDistance, end);
  };
  for (let open = text.indexOf('<'); open >= 0;) {
    const next = text.indexOf('<', open + 1);
    const close = text.indexOf('>', open);
    if (close < 0) break;
    if (next < 0 || close < next) {
      endStretch(open);
      start = close + 1;
    }
    open = next;
  }
  endStretch(text.length);
  return forms();
}

function clear(length: number): void {
  if (length > spaced.length) [spaced, dense] = [new Uint16Array(length), new Uint16Array(length)];
  [spacedLength, denseLength] = [0, 0];
}

function add(text: string, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    const isBlank = isSpace[unit] === 1;
    spaced[spacedLength++] = isBlank ? 0x20 : unit;
    if (!isBlank) dense[denseLength++] = unit;
  }
}

const forms = (): Normalized => ({ spaced: spaced.subarray(0, spacedLength), dense: dense.subarray(0, denseLength) });

/** If a tag interrupts a secret, the secret begins at most this far from the tag, including white space. */
const maxTagDistance = 100;

const isSpace = Uint8Array.from({ length: 0x10000 }, (_, unit) => Number(/\s/.test(String.fromCharCode(unit))));

function undoPercent(text: string): string {
  const undone = text.includes('%')
    ? text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => decodeUtf8(run.split('%').slice(1)))
    : text;
  return undone === text ? text : undoPercent(undone);
}

const decodeUtf8 = (bytes: readonly string[]): string =>
  new TextDecoder().decode(Uint8Array.from(bytes, (digits) => parseInt(digits, 16)));

const blanks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const undoEscapes = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gis, (_, unicode?: string, byte = '', sign?: string) =>
        sign === undefined ? String.fromCharCode(parseInt(unicode ?? byte, 16)) : (blanks[sign] ?? sign),
      )
    : text;

function undoEntities(text: string): string {
  const undone = text.includes('&') ? decodeHTML(text) : text;
  return undone === text ? text : undoEntities(undone);
}
