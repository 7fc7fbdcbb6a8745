// Finds secrets in what a build emits: passwords, and any 24 characters in a row of a locked body.
//
// Texts are compared unit by unit (UTF-16) in two forms (normalize.ts). A run is a stretch of an output that a body has too, 24
// units and more. It gives nothing away where it is covered: each of its units is a sign (blank or punctuation), or part of
// a piece of 8 units that a public text has as well. Public texts are read one by one until it is; a run that they leave
// uncovered is a leak.
import { formOf, formsOf } from './normalize.ts';
import type { Normalized } from './normalize.ts';
import { createPieces } from './pieces.ts';

/** The secrets of one locked article, which may stand nowhere in the output. */
export type SearchedSecret = {
  /** The path below the content folder. */
  readonly source: string;
  /** Looked for from 8 characters on: shorter ones stand in any text. */
  readonly password: string;
  /** The body as it was written, and as a page would show it. */
  readonly texts: readonly string[];
};

export type Leak = { readonly source: string; readonly what: 'password' | 'body' };

/** A text that anybody may read, the likeliest and cheapest first; each is given once. Undefined when there are no more. */
export type NextText = () => string | undefined;

/** Looks for secrets in a text. What stands in public texts, whole or as pieces side by side, gives nothing away. */
export type FindLeaks = (text: string, nextPublic: NextText) => Leak[];

const shortestPassword = 8;
const shortestRun = 24;
/** A run passes where public pieces of this length and more cover it: a licence, an address, a title, code of a framework. */
const shortestPiece = 8;

/** Makes a search for all secrets at once: what it costs to read a text does not depend on how many there are. */
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
    const add = (what: Leak['what'], source: string): void => void leaks.set(`${what} ${source}`, { source, what });
    const runs: Run[] = [];
    for (const form of formsOf(text)) {
      for (const source of findPasswords(text, form)) add('password', source);
      runs.push(...searches.spaced.runsIn(form), ...searches.dense.runsIn(form));
    }
    for (const run of runs) if (!isPublic(run, nextPublic)) add('body', run.source);
    return [...leaks.values()];
  };
}

/** Tells of a text whether any of the passwords stands in it. */
export function createPasswordCheck(secrets: readonly SearchedSecret[]): (text: string) => boolean {
  const findPasswords = createPasswordSearch(secrets);
  return (text) => {
    for (const form of formsOf(text)) if (findPasswords(text, form).length > 0) return true;
    return false;
  };
}

/** Finds the sources of the passwords that stand in a text. */
function createPasswordSearch(
  secrets: readonly SearchedSecret[],
): (text: string, normalized: Normalized) => readonly string[] {
  const passwords = secrets
    .filter(({ password }) => [...password].length >= shortestPassword)
    .map((secret) => ({ ...secret, units: formOf(secret.password).dense.slice() }));
  // A password may be too short for a piece once escapes and blanks are removed.
  const isLong = ({ units }: { units: Uint16Array }): boolean => units.length >= shortestPassword;
  const [long, short] = [passwords.filter(isLong), passwords.filter((password) => !isLong(password))];
  const findBeginnings = createPieces(
    long.map(({ units }) => units.subarray(0, shortestPassword)),
    shortestPassword,
  );
  return (text, { dense }) => {
    const found = short.filter(({ password }) => text.includes(password)).map(({ source }) => source);
    findBeginnings(dense, (end) => {
      const start = end - shortestPassword;
      for (const { source, units } of long) {
        if (units.every((unit, index) => dense[start + index] === unit)) found.push(source);
      }
    });
    return found;
  };
}

/** A stretch of an output that a body has too. */
type Run = { readonly source: string; readonly units: Uint16Array; readonly form: keyof Normalized };

/** A search for all bodies in one form. */
type BodySearch = {
  readonly runsIn: (text: Normalized) => Run[];
  readonly learn: (publicText: Uint16Array) => void;
  /** Whether pieces that were learned cover a run but for its signs, side by side or one over the other. */
  readonly isCovered: (run: Run) => boolean;
};

function createBodySearch(secrets: readonly SearchedSecret[], form: keyof Normalized): BodySearch {
  const bodies = secrets.flatMap(({ source, texts }) =>
    texts.map((text) => ({ source, units: formOf(text)[form].slice() })),
  );
  const texts = bodies.map(({ units }) => units);
  const find = createPieces(texts, shortestRun);
  // Asked for where something is found; most builds need none.
  const known = lazily(() => createKnownPieces(texts));

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
        else runs.push({ start: end - shortestRun, end, place });
      });
      return runs.map(({ start, end, place }) => ({
        source: sourceAt(place),
        units: text[form].slice(start, end),
        form,
      }));
    },
    learn: (publicText) => known().learn(publicText),
    isCovered: ({ units }) => !known().coverOf(units).includes(0),
  };
}

/** Which short pieces of the bodies stand in public texts. */
type KnownPieces = {
  readonly learn: (publicText: Uint16Array) => void;
  /** For each unit of a text, 1 where it is a sign or part of a public piece. */
  readonly coverOf: (text: Uint16Array) => Uint8Array;
};

function createKnownPieces(bodies: readonly Uint16Array[]): KnownPieces {
  const find = createPieces(bodies, shortestPiece);
  const isPublic = new Uint8Array(bodies.reduce((sum, { length }) => sum + length, 0));
  return {
    learn: (publicText) => find(publicText, (_, place) => (isPublic[place] = 1)),
    coverOf(text) {
      const cover = Uint8Array.from(text, (unit) => isSign[unit]!);
      find(text, (end, place) => isPublic[place] === 1 && cover.fill(1, end - shortestPiece, end));
      return cover;
    },
  };
}

/**
 * 1 for each unit that is a blank or punctuation, which give nothing away: a rule of a table, and the quotes, brackets and line breaks
 * that stand around a public text in a body and, by chance, in an output.
 */
const isSign = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  Number(/[^\p{L}\p{M}\p{N}\p{So}\p{Cs}]/u.test(String.fromCharCode(unit))),
);

function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
