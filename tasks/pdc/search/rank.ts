// Ranks articles for a query by BM25 over weighted fields; the terms are words and pairs of Han characters. The adapter
// and the site's search box use the same ranker. The ranker uses the pieces of the index that `search.ts` has read for
// the query.
import { isTypo } from './typo.ts';
import { levels } from './postings.ts';
import type { Postings } from './postings.ts';
import { pairsOf, stemsOf, toTokens } from './terms.ts';
import type { Word } from './terms.ts';

/** The part of the index that a query needs. */
export type Terms = {
  /** The number of articles in the index. */
  readonly count: number;
  /** Whether the piece of a term was read. A long query may have terms in more pieces than can be read. */
  readonly isRead: (term: string) => boolean;
  readonly find: (term: string) => Postings | undefined;
  /** The terms that begin with a text, from the pieces that were read, in any order. */
  readonly startingWith: (beginning: string) => Iterable<string>;
};

/** Whether an article is about the query, or only mentions some of it. */
export type Match = 'strong' | 'near';

/** An article by its number in the index. */
export type Ranked = { readonly post: number; readonly match: Match; readonly score: number };

/** The weight of a match that is not the exact word of the query. */
const worth = { form: 0.9, guess: 0.7 };

/**
 * A word that the index does not have counts as much as the rarest word. An unknown Han pair counts less, because its
 * characters may be adjacent by chance.
 */
const unknown = { word: 1, han: 0.65 };

/** A single character counts less than a pair, because more words contain it. */
const ofOneCharacter = 0.4;

/** At most this many longer words, or words with a typing mistake, replace one word. */
const maxVariants = 40;

/** A near hit has at least this share of the best score. */
const nearOfBest = 0.2;

/** A strong hit has at least this share of the best score. */
const strongOfBest = 0.4;

/**
 * A strong hit covers at least this share of the query: for example, all words in passing, or half of the words in the
 * best places. The share is fitted to labeled questions: `npm run bench -- search` shows how often it is right.
 */
const strongCoverage = 0.5;

export type Question = {
  /** The alternatives of the query, each in the forms that the index may have. */
  readonly alternatives: readonly (readonly string[])[];
  /** Whether an article passes the filters of the question. */
  readonly isAsked: (post: number) => boolean;
};

/** Ranks the articles that pass the filters: first the strong hits by score, then the near hits by score. */
export function rank(terms: Terms, { alternatives, isAsked }: Question): Ranked[] {
  const sums = new Map<number, Scored>();
  for (const forms of alternatives) {
    for (const scored of bestOf(terms, forms)) {
      const { score = 0, isStrong = false } = sums.get(scored.post) ?? {};
      if (isAsked(scored.post))
        sums.set(scored.post, { ...scored, score: score + scored.score, isStrong: isStrong || scored.isStrong });
    }
  }
  // Among equal scores the newer article comes first.
  const candidates = [...sums.values()].sort((a, b) => b.score - a.score || b.post - a.post);
  const top = candidates[0]?.score ?? 0;
  const ranked = candidates
    .filter(({ score }) => score >= nearOfBest * top)
    .map(({ post, score, isStrong }): Ranked => {
      const match = isStrong && score >= strongOfBest * top ? 'strong' : 'near';
      return { post, match, score: Math.round(score * 1000) / 1000 };
    });
  return [...ranked.filter(({ match }) => match === 'strong'), ...ranked.filter(({ match }) => match === 'near')];
}

/** Scores each article by the form of the query that fits it best. */
function bestOf(terms: Terms, forms: readonly string[]): Iterable<Scored> {
  const best = new Map<number, Scored>();
  for (const scored of forms.flatMap((form) => score(terms, form)))
    if (scored.score > (best.get(scored.post)?.score ?? 0)) best.set(scored.post, scored);
  return best.values();
}

type Scored = { readonly post: number; readonly score: number; readonly isStrong: boolean };

/** A word or a pair of Han characters: its weight in each article that has it, and how rare it is. */
type TermMatch = { readonly scores: ReadonlyMap<number, number>; readonly idf: number };

/** An article's score (BM25), reduced if it covers only a part of the query. */
function score(terms: Terms, text: string): Scored[] {
  const rarest = idfOf(terms.count, 0.5);
  const sums = new Map<number, { total: number; covered: number }>();
  let totalWeight = 0;
  const sumOf = (post: number): { total: number; covered: number } => {
    const sum = sums.get(post) ?? { total: 0, covered: 0 };
    sums.set(post, sum);
    return sum;
  };
  for (const { matches, unknown } of toTokenMatches(terms, text)) {
    for (const { scores } of matches) for (const [post, postScore] of scores) sumOf(post).total += postScore;
    // Each character is between two pairs, before the first pair, or after the last pair. A word counts as two
    // characters.
    for (let at = 0; at <= matches.length; at += 1) {
      const neighbours = [matches[at - 1], matches[at]].filter((match) => match !== undefined);
      const idfs = neighbours.map(({ idf }) => idf).filter((idf) => idf > 0);
      // The pair where two words meet is rare only by chance, so the more common of both pairs counts.
      const weight = idfs.length === 0 ? unknown * rarest : Math.min(...idfs);
      totalWeight += weight;
      for (const [post, share] of strongestOf(neighbours)) sumOf(post).covered += weight * share;
    }
  }
  return [...sums].map(([post, { total, covered }]) => {
    const coverage = covered / totalWeight;
    return { post, score: total * Math.sqrt(coverage), isStrong: coverage >= strongCoverage };
  });
}

/**
 * How well the matches next to a character cover this character, by article. Half is for the presence of a match, and
 * the other half for its weight in the article.
 */
function strongestOf(matches: readonly TermMatch[]): Map<number, number> {
  const shares = new Map<number, number>();
  for (const { scores, idf } of matches) {
    for (const [post, postScore] of scores) {
      const share = (1 + Math.min(1, postScore / idf)) / 2;
      if (share > (shares.get(post) ?? 0)) shares.set(post, share);
    }
  }
  return shares;
}

/** The rarity of a term that `holders` of `count` articles have. */
const idfOf = (count: number, holders: number): number =>
  Math.log(1 + Math.max(count - holders + 0.5, 0.5) / (holders + 0.5));

// --- matches

/**
 * The matches of a token, in order. Adjacent matches share a character. `unknown`: the weight of a character that no
 * match finds, relative to the rarest term.
 */
type TokenMatches = { readonly matches: readonly TermMatch[]; readonly unknown: number };

function toTokenMatches(terms: Terms, text: string): TokenMatches[] {
  return toTokens(text).flatMap((token): TokenMatches[] => {
    if (token.kind === 'word') {
      if (!terms.isRead(token.terms[0]!)) return [];
      return ofWord(terms, token).map((match) => ({ matches: [match], unknown: unknown.word }));
    }
    const pairs = readPart(terms, pairsOf(token.characters));
    const [first] = pairs;
    if (first === undefined) return [];
    if ([...first].length === 1) {
      const longer = take(terms.startingWith(first), (term) => term !== first);
      const match = toTermMatch(terms, [[first, ofOneCharacter], ...finds(longer, ofOneCharacter * worth.guess)]);
      return [{ matches: [match], unknown: unknown.han * ofOneCharacter }];
    }
    return [{ matches: pairs.map((pair) => toTermMatch(terms, [[pair, 1]])), unknown: unknown.han }];
  });
}

/** The pairs before the first pair whose piece was not read. Such a pair counts neither as present nor as missing. */
function readPart(terms: Terms, pairs: readonly string[]): readonly string[] {
  const unread = pairs.findIndex((pair) => !terms.isRead(pair));
  return unread === -1 ? pairs : pairs.slice(0, unread);
}

/** A term that matches the query, and how much it counts. */
type Find = readonly [term: string, worth: number];

const finds = (terms: readonly string[], share: number): Find[] => terms.map((term) => [term, share]);

/**
 * Joins terms to one match. In each article, the term with the most weight counts. The term with the highest share
 * decides how rare the match is.
 */
function toTermMatch(terms: Terms, termShares: readonly Find[]): TermMatch {
  const scores = new Map<number, number>();
  let [most, rarity] = [0, 0];
  for (const [term, share] of termShares) {
    const postings = terms.find(term);
    if (!postings) continue;
    const idf = idfOf(terms.count, postings.posts.length);
    if (share > most) [most, rarity] = [share, idf];
    postings.posts.forEach((post, at) => {
      const postScore = (share * idf * postings.levels[at]!) / levels;
      if (postScore > (scores.get(post) ?? 0)) scores.set(post, postScore);
    });
  }
  return { scores, idf: rarity };
}

/**
 * Finds a word as it is written; if the index does not contain it, the parts of the word; otherwise longer words;
 * otherwise similar words.
 */
function ofWord(terms: Terms, { terms: [first = '', ...joined], parts }: Word): TermMatch[] {
  const otherwise = finds([...joined, ...stemsOf(first)], worth.form);
  const exact = toTermMatch(terms, [[first, 1], ...otherwise]);
  if (exact.idf > 0) return [exact];
  const indexedParts = parts.filter((part) => terms.find(part));
  if (indexedParts.length > 0) return indexedParts.map((part) => toTermMatch(terms, [[part, worth.form]]));
  const plain = joined.at(-1) ?? first;
  const longer = plain.length > 1 ? take(terms.startingWith(plain), (term) => term !== plain) : [];
  if (longer.length > 0) return [toTermMatch(terms, finds(longer, worth.guess))];
  const isAlike = (term: string): boolean => plain.length >= minCorrected && isTypo(plain, term);
  return [toTermMatch(terms, finds(take(terms.startingWith(plain.slice(0, 1)), isAlike), worth.guess))];
}

/**
 * Shorter words are not corrected, because in a word of four letters another letter makes another word ("vite",
 * "vote").
 */
export const minCorrected = 5;

/** The first wanted terms in alphabetical order, so that the answer does not depend on the order of the pieces. */
const take = (terms: Iterable<string>, isWanted: (term: string) => boolean): string[] =>
  [...terms].filter(isWanted).sort().slice(0, maxVariants);
