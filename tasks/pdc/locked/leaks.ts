// Finding secrets in what a build emits: passwords, and any 24 characters in a row of a locked body (contract section 3).
import { toPlainText } from '../html.ts';

/** What must appear nowhere: of one locked article. */
export type Secret = {
  /** The path below the content folder. */
  readonly source: string;
  /** Looked for from 8 characters on: shorter ones stand in any text. */
  readonly password: string;
  /** The body as it was written, and as a page would show it. */
  readonly texts: readonly string[];
};

export type Leak = { readonly source: string; readonly what: 'password' | 'body' };

/** Bytes that are compressed, unpacked; nothing for all others. */
export type Unpack = (bytes: Uint8Array) => Uint8Array | undefined;

const shortestPassword = 8;
const shortestRun = 24;
// Every run of 24 characters covers one needle whole, wherever it begins: they stand every 12 characters.
const needleLength = 12;

/** Looks for secrets in bytes. `own` are public texts that are likely to share what these bytes share with a secret. */
export type Scan = (bytes: Uint8Array, own?: Iterable<PublicText>) => Leak[];

/** What anybody may read, as text or as a file's bytes. */
export type PublicText = string | Uint8Array;

/**
 * Makes a scanner of bytes. It reads them as text, through JSON escapes, markup, percent-encoding, base64, hexadecimal and
 * compression. 24 characters that stand in a public text, read in the same ways, give nothing away. Public texts are taken
 * one by one, and only when something is found that stands in none so far: most builds need not make any.
 */
export function createScanner(
  secrets: readonly Secret[],
  { publicTexts, unpack }: { publicTexts: Iterable<PublicText>; unpack: Unpack },
): Scan {
  const passwords = secrets
    .filter(({ password }) => [...password].length >= shortestPassword)
    .map(({ source, password }) => ({ source, forms: [password, ...encodedForms(password)] }));
  const find = createFinder(
    secrets.flatMap(({ source, texts }) => [...new Set(texts.flatMap(spacings))].map((text) => ({ source, text }))),
  );
  /** Of what stands in base64 or hexadecimal: read once and found clean. Pages share most of theirs: paths, names, digests. */
  const clean = new Set<string>();

  const learn = (source: PublicText): void => {
    for (const text of readings(source, { unpack, depth: deepest, isNew: () => true })) {
      for (const { needle, parts } of find(text)) needle.shared |= parts;
    }
  };
  const others = publicTexts[Symbol.iterator]();
  const isSecret = ({ needle, parts }: Sighting, own: Iterator<PublicText>): boolean => {
    for (const texts of [own, others]) {
      while ((parts & ~needle.shared) !== 0) {
        const next = texts.next();
        if (next.done === true) break;
        learn(next.value);
      }
    }
    return (parts & ~needle.shared) !== 0;
  };

  return (bytes, own = []) => {
    const leaks = new Map<string, Leak>();
    const ownTexts = own[Symbol.iterator]();
    const fresh: string[] = [];
    const isNew = (digits: string): boolean => {
      if (clean.has(digits)) return false;
      fresh.push(digits);
      return true;
    };
    for (const text of readings(bytes, { unpack, depth: deepest, isNew })) {
      for (const { source, forms } of passwords) {
        if (forms.some((form) => text.includes(form))) leaks.set(`${source} password`, { source, what: 'password' });
      }
      for (const sighting of find(text)) {
        const { source } = sighting.needle;
        if (!leaks.has(`${source} body`) && isSecret(sighting, ownTexts))
          leaks.set(`${source} body`, { source, what: 'body' });
      }
    }
    if (leaks.size === 0) for (const digits of fresh) if (digits.length <= longestShared) clean.add(digits);
    return [...leaks.values()];
  };
}

/** How often one encoding may stand within another. */
const deepest = 3;
/** Longer ones are images and sealed bodies: each stands in one file. */
const longestShared = 200;

type Reading = {
  readonly unpack: Unpack;
  readonly depth: number;
  /** Whether what a file itself says in base64 or hexadecimal has still to be read. */
  readonly isNew: (digits: string) => boolean;
};

/**
 * Every way in which a text or bytes can be read. Each decoder works on what the one before it left, and each result is
 * read. Without its tags a page has its blocks side by side: the last reading has no white space at all.
 */
function* readings(source: PublicText, { unpack, depth, isNew }: Reading): Generator<string> {
  const unpacked = typeof source === 'string' ? undefined : unpack(source);
  const inside: Reading = { unpack, depth: depth - 1, isNew };
  if (unpacked && depth > 0) yield* readings(unpacked, inside);
  let text = '';
  for (const decode of [
    () => (typeof source === 'string' ? source : decodeUtf8(source)),
    decodePercent,
    decodeEscapes,
    decodeEscapes,
    toPlainText,
  ]) {
    const before = text;
    text = decode(before);
    if (text === before) continue;
    yield text;
    const collapsed = collapse(text);
    if (collapsed !== text) yield collapsed;
    if (depth === 0) continue;
    for (const digits of encodedDigits(text)) {
      if (depth === deepest && !isNew(digits)) continue;
      for (const inner of decodeDigits(digits)) yield* readings(inner, inside);
    }
  }
  yield squeeze(text);
}

/** A short text in base64, wherever in the encoded data it begins, and in hexadecimal. What decodes long runs would miss it. */
function encodedForms(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const base64 = [0, 1, 2].map((before) => {
    const digits = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    // The digits at the ends also depend on the neighbours.
    return digits.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
  });
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    ...base64,
    ...base64.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_')),
    hex,
    hex.toUpperCase(),
  ];
}

/** White space as one space: what a minifier or a line wrap changes. */
const collapse = (text: string): string => text.replace(/\s+/g, ' ');

/** No white space: what is left of it between blocks whose tags were taken away. */
const squeeze = (text: string): string => text.replace(/\s+/g, '');

const spacings = (text: string): string[] => [text, collapse(text), squeeze(text)];

const decodePercent = (text: string): string =>
  text.includes('%')
    ? text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => decodeUtf8(hexToBytes(run.replaceAll('%', ''))))
    : text;

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const decodeEscapes = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gis, (_, unicode?: string, byte?: string, sign?: string) =>
        sign === undefined ? String.fromCharCode(parseInt(unicode ?? byte!, 16)) : (escapes[sign] ?? sign),
      )
    : text;

/** What stands in base64 (of either alphabet, wrapped or not) or hexadecimal: at least 32 digits of it. */
function* encodedDigits(text: string): Generator<string> {
  for (const [run] of text.matchAll(/[\w+/-]{16,}(?:\r?\n[\w+/-]{16,})*(?:\r?\n[\w+/-]+)?={0,2}/g)) {
    const digits = run.replace(/[\s=]/g, '');
    if (digits.length >= 32) yield digits;
  }
}

function* decodeDigits(digits: string): Generator<Uint8Array> {
  if (/^[0-9a-f]+$/i.test(digits)) yield hexToBytes(digits);
  // What stands before the encoded text may have been taken for a part of it.
  for (let skip = 0; skip < 4; skip += 1) yield base64ToBytes(digits.slice(skip));
}

function base64ToBytes(digits: string): Uint8Array {
  const standard = digits.replaceAll('-', '+').replaceAll('_', '/');
  const whole = standard.length % 4 === 1 ? standard.slice(0, -1) : standard;
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0));
}

const hexToBytes = (digits: string): Uint8Array =>
  Uint8Array.from({ length: digits.length >> 1 }, (_, index) => parseInt(digits.slice(index * 2, index * 2 + 2), 16));

const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A piece of a secret, and what is around it: everything within 24 characters that hold the piece. */
type Needle = {
  readonly source: string;
  /** The secret, and where the piece begins in it. */
  readonly text: string;
  readonly offset: number;
  /** Which 24 characters around it stand in a public text, as bits: the first of them ends with the piece. */
  shared: number;
};

/** What a text shares with a secret around one piece of it: bits of the 24 characters, as above. */
type Sighting = { readonly needle: Needle; readonly parts: number };

const longestBeside = shortestRun - needleLength;

/**
 * Finds all that a text shares with the secrets in 24 characters and more. Wu and Manber's search: a table tells by the
 * last three characters of a window how far it can move without missing a needle, mostly by nearly its whole length.
 */
function createFinder(secrets: readonly { source: string; text: string }[]): (text: string) => readonly Sighting[] {
  const needles = new Map<string, Needle[]>();
  const shifts = new Uint8Array(1 << hashBits).fill(needleLength - 2);
  // A table of a locked post may say one thing a thousand times.
  const known = new Set<string>();
  for (const { source, text: written } of secrets) {
    const text = toUnits(written);
    for (let offset = 0; offset + needleLength <= text.length; offset += needleLength) {
      const start = Math.max(0, offset - longestBeside);
      const around = `${source} ${offset - start} ${text.slice(start, offset + shortestRun)}`;
      if (known.has(around)) continue;
      known.add(around);
      const piece = text.slice(offset, offset + needleLength);
      const needle = { source, text, offset, shared: 0 };
      const same = needles.get(piece);
      if (same) same.push(needle);
      else needles.set(piece, [needle]);
      for (let at = 2; at < needleLength; at += 1) {
        const block = hashBlock(piece, at);
        shifts[block] = Math.min(shifts[block]!, needleLength - 1 - at);
      }
    }
  }
  return (written) => {
    const sightings: Sighting[] = [];
    if (needles.size === 0) return sightings;
    const text = toUnits(written);
    const { length } = text;
    let end = needleLength - 1;
    while (end < length) {
      const shift = shifts[hashBlock(text, end)]!;
      if (shift > 0) {
        end += shift;
        continue;
      }
      const start = end - needleLength + 1;
      for (const needle of needles.get(text.slice(start, end + 1)) ?? []) {
        const parts = partsAround(text, start, needle);
        if (parts !== 0) sightings.push({ needle, parts });
      }
      end += 1;
    }
    return sightings;
  };
}

const hashBits = 20;

/** Of the three characters that end at a place. */
const hashBlock = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at - 2), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(at - 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(at), 0xc2b2ae35)) >>>
  (32 - hashBits);

/** One unit a character: those that have two become one for private use. That two of them become the same does no harm. */
const toUnits = (text: string): string =>
  text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, (pair) =>
    String.fromCharCode(0xe000 + (pair.codePointAt(0)! % 0x1900)),
  );

/** Which 24 characters around a needle text and secret share. */
function partsAround(text: string, start: number, { text: secret, offset }: Needle): number {
  // Beyond the end of both stands NaN, which is not itself.
  let before = 0;
  while (before < longestBeside && text.charCodeAt(start - before - 1) === secret.charCodeAt(offset - before - 1))
    before += 1;
  let after = needleLength;
  while (after < shortestRun && text.charCodeAt(start + after) === secret.charCodeAt(offset + after)) after += 1;
  // The part of bit k begins k characters after the first.
  const [first, last] = [longestBeside - before, after - needleLength];
  return first > last ? 0 : (1 << (last + 1)) - (1 << first);
}
