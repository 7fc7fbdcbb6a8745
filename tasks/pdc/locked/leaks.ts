// Finds secrets in output files: passwords, and any 24 consecutive characters of a locked body.
//
// Texts are compared by UTF-16 units in two forms (normalize.ts). A run is a part of an output, at least 24 units long,
// that is also in a body. A unit is harmless if it is white space or punctuation (a sign), or if it belongs to 8 units
// in a row that are also in a public text. A run is covered if all its units are harmless. Public texts are read one by
// one until the run is covered. If it is still not covered after all of them, it is a leak.
import { formOf, formsOf } from './normalize.ts';
import type { Normalized } from './normalize.ts';
import { createPieces } from './pieces.ts';

/** The secrets of one locked article, which must not be in the output. */
export type SearchedSecret = {
  /** The path below the content folder. */
  readonly source: string;
  /** Searched only if it has at least 8 characters, because shorter passwords are in many texts by chance. */
  readonly password: string;
  /** The body as written, and as a page would show it. */
  readonly texts: readonly string[];
};

export type Leak = { readonly source: string; readonly kind: 'password' | 'body' };

/**
 * Returns each public text once. The texts that most likely contain the run come first. Returns undefined after the
 * last text.
 */
export type NextText = () => string | undefined;

/** Finds secrets in a text. A part of the text that public texts cover is not a leak. */
export type FindLeaks = (text: string, nextPublic: NextText) => Leak[];

const minPasswordLength = 8;
const minRunLength = 24;
/**
 * The minimum length of the public pieces that cover a run. Examples are pieces of a licence, an address, a title, or
 * the code of a framework.
 */
const minPieceLength = 8;

/** Creates a search for all secrets together. Its time does not depend on their number. */
export function createLeakSearch(secrets: readonly SearchedSecret[]): FindLeaks {
  const findPasswords = createPasswordSearch(secrets);
  const searches = { spaced: createBodySearch(secrets, 'spaced'), dense: createBodySearch(secrets, 'dense') };

  const learn = (text: string): void => {
    for (const { spaced, dense } of formsOf(text)) {
      searches.spaced.learn(spaced);
      searches.dense.learn(dense);
    }
  };

  const isPublic = (run: Run, nextPublic: NextText): boolean => {
    const { isCovered } = searches[run.form];
    if (isCovered(run)) return true;
    for (let text = nextPublic(); text !== undefined; text = nextPublic()) {
      learn(text);
      if (isCovered(run)) return true;
    }
    return false;
  };

  return (text, nextPublic) => {
    const leaks = new Map<string, Leak>();
    const add = (kind: Leak['kind'], source: string): void => void leaks.set(`${kind} ${source}`, { source, kind });
    const runs: Run[] = [];
    for (const form of formsOf(text)) {
      for (const source of findPasswords(text, form)) add('password', source);
      runs.push(...searches.spaced.runsIn(form), ...searches.dense.runsIn(form));
    }
    for (const run of runs) if (!isPublic(run, nextPublic)) add('body', run.source);
    return [...leaks.values()];
  };
}

/** Returns a function that finds out whether a text contains any of the passwords. */
export function createPasswordCheck(secrets: readonly SearchedSecret[]): (text: string) => boolean {
  const findPasswords = createPasswordSearch(secrets);
  return (text) => {
    for (const form of formsOf(text)) if (findPasswords(text, form).length > 0) return true;
    return false;
  };
}

/** Creates a search that returns the sources of all passwords in a text. */
function createPasswordSearch(
  secrets: readonly SearchedSecret[],
): (text: string, normalized: Normalized) => readonly string[] {
  const passwords = secrets
    .filter(({ password }) => [...password].length >= minPasswordLength)
    .map((secret) => ({ ...secret, units: formOf(secret.password).dense.slice() }));
  // After escapes and white space are removed, a password may be shorter than a piece.
  const isLong = ({ units }: { units: Uint16Array }): boolean => units.length >= minPasswordLength;
  const [long, short] = [passwords.filter(isLong), passwords.filter((password) => !isLong(password))];
  const findBeginnings = createPieces(
    long.map(({ units }) => units.subarray(0, minPasswordLength)),
    minPasswordLength,
  );
  return (text, { dense }) => {
    const sources = short.filter(({ password }) => text.includes(password)).map(({ source }) => source);
    findBeginnings(dense, (end) => {
      const start = end - minPasswordLength;
      for (const { source, units } of long) {
        if (units.every((unit, index) => dense[start + index] === unit)) sources.push(source);
      }
    });
    return sources;
  };
}

/** A part of an output that is also in a body. */
type Run = { readonly source: string; readonly units: Uint16Array; readonly form: keyof Normalized };

/** A search for all bodies in one form. */
type BodySearch = {
  readonly runsIn: (text: Normalized) => Run[];
  readonly learn: (publicText: Uint16Array) => void;
  /** Whether learned pieces cover a run, except for its signs. Pieces may overlap. */
  readonly isCovered: (run: Run) => boolean;
};

function createBodySearch(secrets: readonly SearchedSecret[], form: keyof Normalized): BodySearch {
  const bodies = secrets.flatMap(({ source, texts }) =>
    texts.map((text) => ({ source, units: formOf(text)[form].slice() })),
  );
  const texts = bodies.map(({ units }) => units);
  const find = createPieces(texts, minRunLength);
  // Created only if a run is found, because most builds find none.
  const publicPieces = lazily(() => createPublicPieces(texts));

  const sourceAt = (place: number): string => {
    let end = 0;
    return bodies.find(({ units }) => (end += units.length) > place)!.source;
  };

  return {
    runsIn(text) {
      const runs: { start: number; end: number; place: number }[] = [];
      find(text[form], (end, place) => {
        const last = runs.at(-1);
        if (last?.end === end - 1) last.end = end;
        else runs.push({ start: end - minRunLength, end, place });
      });
      return runs.map(({ start, end, place }) => ({
        source: sourceAt(place),
        units: text[form].slice(start, end),
        form,
      }));
    },
    learn: (publicText) => publicPieces().learn(publicText),
    isCovered: ({ units }) => !publicPieces().coverOf(units).includes(0),
  };
}

/** The short pieces of the bodies that are also in public texts. */
type PublicPieces = {
  readonly learn: (publicText: Uint16Array) => void;
  /** For each unit of a text, 1 if it is a sign or part of a public piece. */
  readonly coverOf: (text: Uint16Array) => Uint8Array;
};

function createPublicPieces(bodies: readonly Uint16Array[]): PublicPieces {
  const find = createPieces(bodies, minPieceLength);
  const isPublic = new Uint8Array(bodies.reduce((sum, { length }) => sum + length, 0));
  return {
    learn: (publicText) => find(publicText, (_, place) => (isPublic[place] = 1)),
    coverOf(text) {
      const cover = Uint8Array.from(text, (unit) => isSign[unit]!);
      find(text, (end, place) => isPublic[place] === 1 && cover.fill(1, end - minPieceLength, end));
      return cover;
    },
  };
}

/**
 * 1 for each unit that is white space or punctuation, which reveals nothing. Examples are the bars and dashes of a
 * table. Quotes, brackets or line breaks may also surround the same public text in a body and, by chance, in an output.
 */
const isSign = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  Number(/[^\p{L}\p{M}\p{N}\p{So}\p{Cs}]/u.test(String.fromCharCode(unit))),
);

function lazily<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
