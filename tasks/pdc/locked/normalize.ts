// One form for a text, however an output shows it: without escapes and markup, so that two texts can be compared.
import { decodeHTML } from 'entities';

/** UTF-16. Valid until the next call: the memory is used again. */
export type Normalized = {
  /** All white space is spaces: a line may be wrapped elsewhere. */
  readonly spaced: Uint16Array;
  /** No white space: blocks stand side by side when their tags are taken away. */
  readonly dense: Uint16Array;
};

/**
 * The forms of a text: with its tags, as an attribute or a script holds it, and where there are tags without them, as a page
 * shows it. The escapes of the percent sign, of JSON and of HTML are undone, however often each was applied: a text and its
 * JSON within JSON have the same forms.
 */
export function* formsOf(text: string): Generator<Normalized> {
  const unescaped = undoEscapes(undoPercent(text));
  yield normalize(undoEntities(unescaped));
  if (unescaped.includes('<')) yield normalizeBesideTags(unescaped);
}

/** The form of a text that stands in no markup. */
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

/** Normalizes the text between tags. Only the ends of a long stretch are taken: the form with tags has it whole. */
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
    if (end - start <= 2 * farthest) return addStretch(start, end);
    addStretch(start, start + farthest);
    add('\0', 0, 1);
    addStretch(end - farthest, end);
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

/** Further from a tag than that begins nothing that it interrupts, blanks among it. */
const farthest = 100;

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
    ? text.replace(
        /\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gis,
        (_, unicode?: string, byte?: string, sign?: string) =>
          sign === undefined ? String.fromCharCode(parseInt(unicode ?? byte!, 16)) : (blanks[sign] ?? sign),
      )
    : text;

function undoEntities(text: string): string {
  const undone = text.includes('&') ? decodeHTML(text) : text;
  return undone === text ? text : undoEntities(undone);
}
