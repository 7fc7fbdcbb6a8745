// Search over the articles: one ranker for the adapter and for the site's search box, which reads `/api/search-index.json`.

/*
 * The index is one file of bounded size, so that a browser, a Worker and Node answer alike. Titles, slugs, headings,
 * categories, tags and descriptions are in it whole; of the bodies all terms while the site is small, then of each article
 * those that it says most often (`search-index.json.ts`). Of 10,000 articles it is 5 to 7 MB (2 to 4 MB compressed), and takes
 * 30 to 40 MB when opened: postings stay the text that they are, and are read when a query asks for them.
 *
 * That is why it is not MiniSearch, which was tried: with 150 terms of each body, and titles, its index of 10,000 articles
 * is 16 MB, and the process that opened it takes 270 MB, because it keeps a map for every term, field and article. What is
 * given up: its mistakes in the first letter, and weights that are chosen when a query is asked.
 */
import { levels, readPostings } from './postings.ts';
import type { Entry } from '../schema.ts';
import { isDull, isHan, normalize, stemsOf, toTokens } from './terms.ts';
import type { Token } from './terms.ts';
import { isTypo } from './typo.ts';
import { readVariants } from './variants.ts';

type Name = { readonly name: string; readonly slug: string };

/** An index in memory: `openSearchIndex` makes it, `searchPosts` reads it. */
export type SearchIndex = {
  readonly tags: readonly Name[];
  /** The number of each article, by slug. */
  readonly posts: ReadonlyMap<string, number>;
  /** As `lines.ts` writes them, in order. */
  readonly lines: readonly string[];
  /** What a text may be in the forms of the index. */
  readonly formsOf: (text: string) => readonly string[];
};

export type SearchRequest = {
  /** None, or a blank one: the newest. */
  readonly query?: string | undefined;
  readonly limit: number;
};

export type SearchResult = {
  /** How many fit, also beyond the limit. */
  readonly total: number;
  /** Strong ones first, the closest first among either; without a query in the order of the entries, with neither. */
  readonly posts: readonly (Entry & { match?: Match; score?: number })[];
};

/** Whether an article is about what was asked, or only says some of it. */
export type Match = 'strong' | 'near';

const version = 3;

/** Opens the text of `/api/search-index.json`. Throws an Error that says what is wrong with any other text. */
export function openSearchIndex(text: string): SearchIndex {
  const file = parse(text);
  if (file.version !== version) {
    throw new Error(`the search index is of version ${String(file.version)}, and version ${version} is needed`);
  }
  const { variants, tags, posts, terms } = file;
  if (typeof variants !== 'string') throw wrong('variants');
  if (!isListOf(tags, isName)) throw wrong('tags');
  if (!isListOf(posts, isText)) throw wrong('posts');
  if (!isListOf(terms, isText)) throw wrong('terms');
  return {
    tags,
    posts: new Map(posts.map((slug, post) => [slug, post])),
    lines: terms,
    formsOf: readVariants(variants),
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new Error(`the search index is no JSON: ${(error as Error).message}`, { cause: error });
  }
  if (typeof file !== 'object' || file === null) throw new Error('the search index is no JSON object');
  return file as Record<string, unknown>;
}

const wrong = (member: string): Error =>
  new Error(`the search index is broken: its "${member}" are missing or of another form`);

const isListOf = <T>(value: unknown, isOne: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(isOne);
const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is Name =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'slug' in value &&
  isText(value.name) &&
  isText(value.slug);

/** Searches the entries of `/api/index.json`. Answers any text, however long or strange; nothing where nothing fits. */
export function searchPosts(index: SearchIndex, entries: readonly Entry[], request: SearchRequest): SearchResult {
  const { query = '', limit } = request;
  if (query.trim() === '') return { total: entries.length, posts: entries.slice(0, limit) };
  const numbers = numbersOf(index, entries);
  const standings = rank(index, query, numbers);
  const fitting = entries
    .flatMap((entry, at) => {
      const standing = standings.get(numbers[at]!);
      return standing === undefined ? [] : [{ entry, standing }];
    })
    // Of equals the newer comes first: sorting keeps the order of the entries.
    .sort((a, b) => compareStandings(a.standing, b.standing));
  return {
    total: fitting.length,
    posts: fitting.slice(0, limit).map(({ entry, standing }) => ({ ...entry, ...standing })),
  };
}

/** The number of each entry in the index, -1 for none: looked up for every query, they would take half of its time. */
function numbersOf({ posts }: SearchIndex, entries: readonly Entry[]): readonly number[] {
  const known = numbered.get(entries);
  if (known?.posts === posts) return known.numbers;
  const numbers = entries.map(({ slug }) => posts.get(slug) ?? -1);
  numbered.set(entries, { posts, numbers });
  return numbers;
}

const numbered = new WeakMap<
  readonly Entry[],
  { readonly posts: SearchIndex['posts']; readonly numbers: readonly number[] }
>();

// --- ranking

/** What a query is read up to, in characters and in terms: more tells nothing more, and costs. */
const longestQuery = 300;
const mostClues = 40;

/** What a term that the index does not have is worth, by the rarest that it has: Han characters also meet by chance. */
const unseen = { word: 1, han: 0.65 };

/** What is found counts less where it is not what was asked for. */
const worths = { exact: 1, joined: 0.95, stem: 0.9, part: 0.9, expanded: 0.7, typo: 0.7, dull: 0.12 };

/** What each level says: a place that tells counts more than many that mention. */
const emphasis = Float64Array.from({ length: levels + 1 }, (_, level) => (level / levels) ** 1.5);

/** One character says less than two, and stands in more words. */
const ofOneCharacter = 0.4;

/**
 * An article is a strong hit when it holds enough of what the query says (`coverage`), in places that tell (`evidence`: the
 * sum of what its terms say, by the rarest term), and of the names in it (`named`: words of other scripts than Han). What
 * scores more than such a one is strong too, unless it has none of the names, and what scores far less than the best of them
 * is not. The weights were fitted on labelled queries over five sites: `npm run bench -- search` tells.
 */
const isStrong = ({ coverage, evidence, named }: Standard): boolean =>
  named > 0 && 1.43 * coverage + 0.24 * Math.log(0.05 + evidence) + 0.53 * named >= 1;

/**
 * How much of the names an article has where a query has none: words of Han alone also meet in long texts about something
 * else, such as the review of a year. With 1, half of the questions without an answer had a strong hit on a blog of life,
 * with 0.7 two of 15.
 */
const unnamed = 0.7;

/** A near hit says at least so much or holds so much of the query, and scores so much of what the best of those does that are asked for. */
const nearest = { evidence: 0.05, coverage: 0.5, ofBest: 0.2 };

/** A strong hit scores so much of what the best of them does. */
const strongOfBest = 0.4;

/** All but the evidence are shares of the query. */
type Standard = {
  readonly coverage: number;
  readonly evidence: number;
  readonly named: number;
};

/** Articles, how much something says of each, and how rare it is. */
type Held = { readonly posts: readonly number[]; readonly levels: readonly number[]; readonly idf: number };

/** What answers a clue. `worth`: how near it is to what was asked for. */
type Find = { readonly held: Held; readonly worth: number };

/** An index and what one query has read of it. */
type Reading = SearchIndex & { readonly read: Map<string, Held | undefined> };

/** A word, or two neighbouring Han characters. */
type Clue = { readonly finds: readonly Find[]; readonly idf: number };

/** Clues of which neighbours share a character, and what a character is worth that none of them finds. */
type Strand = { readonly kind: Token['kind']; readonly clues: readonly Clue[]; readonly unseen: number };

type Standing = { readonly match: Match; readonly score: number };

/** Strong before near, then the higher score. */
const compareStandings = (a: Standing, b: Standing): number =>
  Number(b.match === 'strong') - Number(a.match === 'strong') || b.score - a.score;

/** How articles stand that have something of a query, by number. `among`: those that are asked for. */
function rank(index: SearchIndex, query: string, among: readonly number[]): Map<number, Standing> {
  const hits = new Map<number, Hit>();
  // Cut twice: a character can become several when its form is normalized.
  const text = normalize(query.slice(0, longestQuery)).slice(0, longestQuery);
  const reading = { ...index, read: new Map<string, Held | undefined>() };
  for (const form of index.formsOf(text)) {
    for (const [post, hit] of rankForm(reading, form, among)) {
      const other = hits.get(post);
      hits.set(post, other ? better(hit, other) : hit);
    }
  }
  let [least, most] = [Infinity, 0];
  for (const post of among) {
    const hit = hits.get(post);
    if (!hit?.isStrong) continue;
    least = Math.min(least, hit.score);
    most = Math.max(most, hit.score);
  }
  const from = Math.max(least, strongOfBest * most);
  const standings = new Map<number, Standing>();
  for (const [post, { isNamed, score }] of hits)
    standings.set(post, { match: isNamed && score >= from ? 'strong' : 'near', score });
  return standings;
}

/** `isNamed`: it has one of the query's names, or the query has none. */
type Hit = { readonly isStrong: boolean; readonly isNamed: boolean; readonly score: number };

const better = (one: Hit, other: Hit): Hit => ({
  isStrong: one.isStrong || other.isStrong,
  isNamed: one.isNamed || other.isNamed,
  score: Math.max(one.score, other.score),
});

/** An article's score is what it holds of the query (BM25), by how much of the query that is. */
function rankForm(index: Reading, text: string, among: readonly number[]): Map<number, Hit> {
  const count = index.posts.size;
  const rarest = idfOf(count, 0.5);
  const said = new Float64Array(count);
  const covered = new Float64Array(count);
  const told = new Float64Array(count);
  const named = new Float64Array(count);
  let [whole, names] = [0, 0];
  let [before, now] = [createAnswers(count), createAnswers(count)];
  for (const { kind, clues, unseen } of toStrands(index, text)) {
    clear(before);
    // Each character, or each half of a word, lies between two clues, or before the first or behind the last.
    for (let at = 0; at <= clues.length; at += 1) {
      const worth = worthOf(clues[at - 1], clues[at]) ?? unseen;
      whole += worth;
      if (kind === 'word') names += worth;
      clear(now);
      if (at < clues.length) answer(clues[at]!, now);
      const cover = (post: number): void => {
        const held = Math.min(worth, Math.max(before.holds[post]!, now.holds[post]!));
        covered[post]! += held;
        told[post]! += Math.min(worth, Math.max(before.tells[post]!, now.tells[post]!));
        if (kind === 'word') named[post]! += held;
      };
      for (const post of now.posts) {
        said[post]! += now.says[post]!;
        cover(post);
      }
      for (const post of before.posts) if (now.says[post] === 0) cover(post);
      [before, now] = [now, before];
    }
  }
  const scores = said.map((sum, post) => (sum * told[post]!) / whole);
  const best = among.reduce((most, post) => Math.max(most, scores[post] ?? 0), 0);
  const hits = new Map<number, Hit>();
  for (let post = 0; post < count; post += 1) {
    if (said[post] === 0) continue;
    const coverage = covered[post]! / whole;
    const evidence = said[post]! / rarest;
    const own = {
      coverage,
      evidence,
      named: names === 0 ? unnamed : named[post]! / names,
    };
    const isNear =
      scores[post]! >= nearest.ofBest * best && (evidence >= nearest.evidence || coverage >= nearest.coverage);
    const hit = { isStrong: isStrong(own), isNamed: own.named > 0, score: Math.round(scores[post]! * 1000) / 1000 };
    if (hit.isStrong || isNear) hits.set(post, hit);
  }
  return hits;
}

/** What a clue finds: in which articles, what it says of each, and what it is worth there. Zero in all others. */
type Answers = {
  readonly posts: number[];
  readonly says: Float64Array;
  readonly holds: Float64Array;
  readonly tells: Float64Array;
};

const createAnswers = (count: number): Answers => ({
  posts: [],
  says: new Float64Array(count),
  holds: new Float64Array(count),
  tells: new Float64Array(count),
});

function clear({ posts, says, holds, tells }: Answers): void {
  for (const post of posts) says[post] = holds[post] = tells[post] = 0;
  posts.length = 0;
}

function answer({ finds, idf }: Clue, { posts, says, holds, tells }: Answers): void {
  for (const { held, worth } of finds) {
    const most = worth * held.idf;
    const holding = worth * Math.min(held.idf, idf);
    // A loop of numbers: most of a query's time is spent here.
    for (let at = 0; at < held.posts.length; at += 1) {
      const post = held.posts[at]!;
      const level = held.levels[at]!;
      if (says[post] === 0) posts.push(post);
      const saying = most * emphasis[level]!;
      if (saying > says[post]!) says[post] = saying;
      const share = (holding * (1 + level / levels)) / 2;
      if (share > tells[post]!) tells[post] = share;
      if (holding > holds[post]!) holds[post] = holding;
    }
  }
}

/**
 * What a character is worth is what the commoner of its two clues is: two words that stand side by side make a rare pair,
 * which says nothing.
 */
function worthOf(left: Clue | undefined, right: Clue | undefined): number | undefined {
  const idfs = [left, right].flatMap((clue) => (clue && clue.idf > 0 ? [clue.idf] : []));
  return idfs.length === 0 ? undefined : Math.min(...idfs);
}

/** How rare a term is that `holders` of `count` articles hold. */
const idfOf = (count: number, holders: number): number =>
  Math.log(1 + Math.max(count - holders + 0.5, 0.5) / (holders + 0.5));

function toStrands(index: Reading, text: string): Strand[] {
  const rarest = idfOf(index.posts.size, 0.5);
  const strands: Strand[] = [];
  let room = mostClues;
  for (const token of toTokens(text)) {
    const found = token.kind === 'word' ? ofWord(index, token) : [ofRun(index, token.characters.slice(0, room + 1))];
    for (const clues of found) {
      if (room <= 0) return strands;
      strands.push({
        kind: token.kind,
        clues,
        unseen: rarest * unseen[token.kind] * (isCharacter(token) ? ofOneCharacter : 1),
      });
      room -= clues.length;
    }
  }
  return strands;
}

const isCharacter = (token: Token): boolean => token.kind === 'han' && token.characters.length === 1;

// --- Han

function ofRun(index: Reading, characters: string): Clue[] {
  if (characters.length === 1) return [ofCharacter(index, characters[0]!)];
  const clues = [...characters.slice(1)].map((right, at) => toClue(find(index, characters[at]! + right, worths.exact)));
  clues.forEach((clue, at) => {
    if (isDull(characters.slice(at, at + 2))) clues[at] = soften(index, clue);
  });
  // A character between two pairs that the index does not have may be a wrong one.
  for (let at = 0; at + 1 < clues.length; at += 1) {
    if (clues[at]!.idf > 0 || clues[at + 1]!.idf > 0) continue;
    const [left, right] = correct(index, characters[at]!, characters[at + 2]!);
    clues[at] = toClue(left);
    clues[at + 1] = toClue(right);
  }
  return clues;
}

/** A dull clue is worth little, whether it is found or not. */
const soften = (index: Reading, { finds }: Clue): Clue => ({
  finds: finds.map((one) => ({ ...one, worth: one.worth * worths.dull })),
  idf: worths.dull * idfOf(index.posts.size, 0.5),
});

function ofCharacter(index: Reading, character: string): Clue {
  const exact = find(index, character, worths.exact);
  const longer = expand(index, character).flatMap((term) => find(index, term, worths.expanded));
  return toClue(
    [...exact, ...longer].map((one) => ({ ...one, held: { ...one.held, idf: one.held.idf * ofOneCharacter } })),
  );
}

/** Pairs that one other character makes of two known ones: `分察找` may be 分查 and 查找. Several possible ones are a guess. */
function correct(index: Reading, left: string, right: string): [Find[], Find[]] {
  const middles = expand(index, left)
    .map((term) => term[1]!)
    .filter((middle) => find(index, middle + right, worths.typo).length > 0);
  if (middles.length > mostGuesses) return [[], []];
  return [
    middles.flatMap((middle) => find(index, left + middle, worths.typo)),
    middles.flatMap((middle) => find(index, middle + right, worths.typo)),
  ];
}

const mostGuesses = 3;

// --- words

function ofWord(index: Reading, word: Extract<Token, { kind: 'word' }>): Clue[][] {
  const strands = ofWrittenWord(index, word);
  return isDull(word.terms[0]!) ? strands.map((clues) => clues.map((clue) => soften(index, clue))) : strands;
}

function ofWrittenWord(index: Reading, { terms, parts }: Extract<Token, { kind: 'word' }>): Clue[][] {
  const [first, ...joined] = terms;
  const plain = terms.at(-1)!;
  const exact = [
    ...find(index, first!, worths.exact),
    ...joined.flatMap((term) => find(index, term, worths.joined)),
    ...stemsOf(first!).flatMap((term) => find(index, term, worths.stem)),
  ];
  const longer =
    plain.length < shortestPrefix ? [] : expand(index, plain).flatMap((term) => find(index, term, worths.expanded));
  if (exact.length > 0) return [[{ finds: [...exact, ...longer], idf: toClue(exact).idf }]];
  const near = (): Find[] =>
    (isDull(first!) ? [] : typosOf(index, plain)).flatMap((term) => find(index, term, worths.typo));
  if (parts.length < 2) return [[toClue(longer.length > 0 ? longer : near())]];
  const whole = [...longer, ...near()];
  if (whole.length > 0) return [[toClue(whole)]];
  return parts
    .flatMap((part) => ofWord(index, { kind: 'word', terms: [part], parts: [] }))
    .map((clues) => clues.map(toPart));
}

const shortestPrefix = 3;

const toPart = ({ finds, idf }: Clue): Clue => ({
  finds: finds.map((one) => ({ ...one, worth: one.worth * worths.part })),
  idf,
});

// --- the index

/** A clue is as rare as the rarest of what answers it; without any answer it has no rarity. */
const toClue = (finds: readonly Find[]): Clue => ({ finds, idf: Math.max(0, ...finds.map(({ held }) => held.idf)) });

function find(index: Reading, term: string, worth: number): Find[] {
  const held = findTerm(index, term);
  return held ? [{ held, worth }] : [];
}

const findTerm = (index: Reading, term: string): Held | undefined => remember(index, term, () => readTerm(index, term));

function remember({ read }: Reading, name: string, make: () => Held | undefined): Held | undefined {
  if (!read.has(name)) read.set(name, make());
  return read.get(name);
}

function readTerm({ lines, posts: known }: SearchIndex, term: string): Held | undefined {
  const place = isHan(term) ? placeInLine(lines, term) : placeOfLine(lines, `${term} `);
  if (!place) return undefined;
  const posts: number[] = [];
  const weights: number[] = [];
  readPostings(place.line, place.start, (post, level) => {
    if (post >= known.size) return;
    posts.push(post);
    weights.push(level);
  });
  return posts.length === 0 ? undefined : { posts, levels: weights, idf: idfOf(known.size, posts.length) };
}

/** A line and where something begins in it. */
type Place = { readonly line: string; readonly start: number };

function placeOfLine(lines: readonly string[], beginning: string): Place | undefined {
  const line = lines[placeOf(lines, beginning)];
  return line?.startsWith(beginning) ? { line, start: beginning.length } : undefined;
}

/** Of what begins with one Han character there is one line, each pair behind a space. */
function placeInLine(lines: readonly string[], term: string): Place | undefined {
  const place = placeOfLine(lines, term[0]!);
  if (!place || term.length === 1) return place;
  const at = place.line.indexOf(` ${term[1]!}`);
  return at === -1 ? undefined : { line: place.line, start: at + 2 };
}

/** Longer terms that begin like one, so many at most. */
function expand({ lines }: SearchIndex, beginning: string): string[] {
  if (!isHan(beginning)) return termsFrom(lines, beginning, (term) => term !== beginning);
  const [, ...pairs] = placeOfLine(lines, beginning)?.line.split(' ', mostTerms + 1) ?? [];
  return pairs.flatMap((pair) => (pair === '' ? [] : [beginning + pair[0]!]));
}

/** The first letter is the one that people get right. Of four letters one other makes another word: "vite", "vote". */
function typosOf({ lines }: SearchIndex, word: string): string[] {
  return word.length < 5 ? [] : termsFrom(lines, word.slice(0, 1), (term) => isTypo(word, term));
}

const mostTerms = 40;

function termsFrom(lines: readonly string[], beginning: string, isWanted: (term: string) => boolean): string[] {
  const terms: string[] = [];
  for (let at = placeOf(lines, beginning); lines[at]?.startsWith(beginning) && terms.length < mostTerms; at += 1) {
    const line = lines[at]!;
    const term = line.slice(0, line.indexOf(' '));
    if (isWanted(term)) terms.push(term);
  }
  return terms;
}

/** Where a text stands among the lines, or would. */
function placeOf(lines: readonly string[], text: string): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
