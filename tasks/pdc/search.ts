// Search over the articles: one ranker for the adapter and for the site's search box, which reads `/api/search-index.json`.

/*
 * The index is one file of bounded size, so that a browser, a Worker and Node answer alike. Titles, slugs, headings,
 * categories, tags and descriptions are in it whole; of the bodies all terms while the site is small, then of each article
 * those that it says most often (`search-index.ts`). Of 10,000 articles it is 5 to 7 MB (2 to 4 MB compressed), and takes
 * 30 to 40 MB when opened: postings stay the text that they are, and are read when a query asks for them.
 *
 * That is why it is not MiniSearch, which was tried: with 150 terms of each body, and titles, its index of 10,000 articles
 * is 16 MB, and the process that opened it takes 270 MB, because it keeps a map for every term, field and article. What is
 * given up: its mistakes in the first letter, and weights that are chosen when a query is asked.
 */
import { fold } from './fold.ts';
import { countPostings, levels, readPostings } from './postings.ts';
import type { Entry } from './schema.ts';
import { normalize, toTokens } from './search-terms.ts';
import type { Token } from './search-terms.ts';
import { isTypo } from './typo.ts';
import { readVariants } from './variants.ts';

type Name = { readonly name: string; readonly slug: string };

/** An index in memory: `openSearchIndex` makes it, `searchPosts` reads it. */
export type SearchIndex = {
  readonly categories: readonly Name[];
  readonly tags: readonly Name[];
  /** The number of each article, by slug. */
  readonly posts: ReadonlyMap<string, number>;
  /** A term, a space and its postings; in order. */
  readonly lines: readonly string[];
  /** What a text may be in the forms of the index. */
  readonly formsOf: (text: string) => readonly string[];
};

export type SearchRequest = {
  /** None, or a blank one: the newest. */
  readonly query?: string | undefined;
  /** Names or slugs. */
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly limit: number;
};

export type SearchResult = {
  /** How many fit, also beyond the limit. */
  readonly total: number;
  /** The closest first, with its score; without a query in the order of the entries. */
  readonly posts: readonly (Entry & { score?: number })[];
};

const version = 1;

/** Opens the text of `/api/search-index.json`. Throws an Error that says what is wrong with any other text. */
export function openSearchIndex(text: string): SearchIndex {
  const file = parse(text);
  if (file.version !== version) {
    throw new Error(`the search index is of version ${String(file.version)}, and version ${version} is needed`);
  }
  const { variants, categories, tags, posts, terms } = file;
  if (typeof variants !== 'string') throw wrong('variants');
  if (!isListOf(categories, isName)) throw wrong('categories');
  if (!isListOf(tags, isName)) throw wrong('tags');
  if (!isListOf(posts, isText)) throw wrong('posts');
  if (!isListOf(terms, isText)) throw wrong('terms');
  return {
    categories,
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
  const { query = '', category = '', tag = '', limit } = request;
  const inCategory = toFilter(category, index.categories);
  const withTag = toFilter(tag, index.tags);
  const chosen = entries.filter((entry) => inCategory(entry.categories) && withTag(entry.tags));
  if (query.trim() === '') return { total: chosen.length, posts: chosen.slice(0, limit) };
  const scores = rank(index, query);
  const fitting = chosen
    .flatMap((entry) => {
      const score = scores.get(index.posts.get(entry.slug) ?? -1);
      return score === undefined ? [] : [{ ...entry, score }];
    })
    // Of equals the newer comes first: sorting keeps the order of the entries.
    .sort((a, b) => b.score - a.score);
  return { total: fitting.length, posts: fitting.slice(0, limit) };
}

/** Whether one of an entry's names is the wanted one, or that of the wanted slug. Blank: any. */
function toFilter(wanted: string, known: readonly Name[]): (names: readonly string[]) => boolean {
  const folded = fold(wanted);
  if (folded === '') return () => true;
  const names = new Set([folded, ...known.filter(({ slug }) => slug === folded).map(({ name }) => fold(name))]);
  return (own) => own.some((name) => names.has(fold(name)));
}

// --- ranking

/** What a query is read up to, in characters and in terms: more tells nothing more, and costs. */
const longestQuery = 300;
const mostClues = 40;

/** What a term that the index does not have is worth, by the rarest that it has: Han characters also meet by chance. */
const unseen = { word: 1, han: 0.65 };

/** What is found counts less where it is not what was asked for. */
const worths = { exact: 1, joined: 0.95, part: 0.9, expanded: 0.7, typo: 0.7 };

/** One character says less than two, and stands in more words. */
const ofOneCharacter = 0.4;

/**
 * An article fits when it holds most of what the query says (`coverage`), or less, but in places that tell (`evidence`: the
 * sum of what its terms say, by the rarest term). Both were chosen in the middle of the range where labelled queries do not
 * mind; `npm run bench -- search` tells.
 */
const fits = ({ coverage, evidence }: { coverage: number; evidence: number }): boolean =>
  coverage >= 0.58 || (coverage >= 0.36 && evidence >= 0.8);

/** A line of the index that answers a clue. `worth`: how near it is to what was asked for; `idf`: how rare it is. */
type Find = { readonly line: string; readonly start: number; readonly worth: number; readonly idf: number };

/** A word, or two neighbouring Han characters. */
type Clue = { readonly finds: readonly Find[]; readonly idf: number };

/** Clues of which neighbours share a character, and what a character is worth that none of them finds. */
type Strand = { readonly clues: readonly Clue[]; readonly unseen: number };

/** The scores of all articles that fit, by number. */
function rank(index: SearchIndex, query: string): Map<number, number> {
  const scores = new Map<number, number>();
  // Cut twice: a character can become several when its form is normalized.
  const text = normalize(query.slice(0, longestQuery)).slice(0, longestQuery);
  for (const form of index.formsOf(text)) {
    for (const [post, score] of rankForm(index, form)) scores.set(post, Math.max(score, scores.get(post) ?? 0));
  }
  return scores;
}

/** An article's score is what it holds of the query (BM25), by how much of the query that is. */
function rankForm(index: SearchIndex, text: string): Map<number, number> {
  const count = index.posts.size;
  const rarest = idfOf(count, 0.5);
  const score = new Float64Array(count);
  const covered = new Float64Array(count);
  let whole = 0;
  let [before, now] = [createAnswers(count), createAnswers(count)];
  for (const { clues, unseen } of toStrands(index, text)) {
    clear(before);
    // Each character, or each half of a word, lies between two clues, or before the first or behind the last.
    for (let at = 0; at <= clues.length; at += 1) {
      const worth = worthOf(clues[at - 1], clues[at]) ?? unseen;
      whole += worth;
      clear(now);
      if (at < clues.length) answer(clues[at]!, now);
      for (const post of now.posts) {
        score[post]! += now.says[post]!;
        covered[post]! += Math.min(worth, Math.max(before.holds[post]!, now.holds[post]!));
      }
      for (const post of before.posts) {
        if (now.holds[post] === 0) covered[post]! += Math.min(worth, before.holds[post]!);
      }
      [before, now] = [now, before];
    }
  }
  const scores = new Map<number, number>();
  score.forEach((sum, post) => {
    const coverage = covered[post]! / whole;
    if (sum > 0 && fits({ coverage, evidence: sum / rarest }))
      scores.set(post, Math.round(sum * coverage * 1000) / 1000);
  });
  return scores;
}

/** What a clue finds: in which articles, what it says of each, and what it is worth there. Zero in all others. */
type Answers = { readonly posts: number[]; readonly says: Float64Array; readonly holds: Float64Array };

const createAnswers = (count: number): Answers => ({
  posts: [],
  says: new Float64Array(count),
  holds: new Float64Array(count),
});

function clear({ posts, says, holds }: Answers): void {
  for (const post of posts) says[post] = holds[post] = 0;
  posts.length = 0;
}

function answer({ finds, idf }: Clue, { posts, says, holds }: Answers): void {
  for (const find of finds) {
    readPostings(find.line, find.start, (post, level) => {
      if (post >= holds.length) return;
      if (holds[post] === 0) posts.push(post);
      says[post] = Math.max(says[post]!, (find.worth * find.idf * level) / levels);
      holds[post] = Math.max(holds[post]!, find.worth * Math.min(find.idf, idf));
    });
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

function toStrands(index: SearchIndex, text: string): Strand[] {
  const rarest = idfOf(index.posts.size, 0.5);
  const strands: Strand[] = [];
  let room = mostClues;
  for (const token of toTokens(text)) {
    const found = token.kind === 'word' ? ofWord(index, token) : [ofRun(index, token.characters.slice(0, room + 1))];
    for (const clues of found) {
      if (room <= 0) return strands;
      strands.push({ clues, unseen: rarest * unseen[token.kind] * (isCharacter(token) ? ofOneCharacter : 1) });
      room -= clues.length;
    }
  }
  return strands;
}

const isCharacter = (token: Token): boolean => token.kind === 'han' && token.characters.length === 1;

// --- Han

function ofRun(index: SearchIndex, characters: string): Clue[] {
  if (characters.length === 1) return [ofCharacter(index, characters[0]!)];
  const clues = [...characters.slice(1)].map((right, at) => toClue(find(index, characters[at]! + right, worths.exact)));
  // A character between two pairs that the index does not have may be a wrong one.
  for (let at = 0; at + 1 < clues.length; at += 1) {
    if (clues[at]!.idf > 0 || clues[at + 1]!.idf > 0) continue;
    const [left, right] = correct(index, characters[at]!, characters[at + 2]!);
    clues[at] = toClue(left);
    clues[at + 1] = toClue(right);
  }
  return clues;
}

function ofCharacter(index: SearchIndex, character: string): Clue {
  const exact = find(index, character, worths.exact);
  const longer = expand(index, character).flatMap((term) => find(index, term, worths.expanded));
  return toClue([...exact, ...longer].map((one) => ({ ...one, idf: one.idf * ofOneCharacter })));
}

/** Pairs that one other character makes of two known ones: `分察找` may be 分查 and 查找. Several possible ones are a guess. */
function correct(index: SearchIndex, left: string, right: string): [Find[], Find[]] {
  const middles = expand(index, left)
    .filter((term) => term.length === 2)
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

function ofWord(index: SearchIndex, { terms, parts }: Extract<Token, { kind: 'word' }>): Clue[][] {
  const [first, ...joined] = terms;
  const plain = terms.at(-1)!;
  const exact = [...find(index, first!, worths.exact), ...joined.flatMap((term) => find(index, term, worths.joined))];
  const longer =
    plain.length < shortestPrefix ? [] : expand(index, plain).flatMap((term) => find(index, term, worths.expanded));
  if (exact.length > 0) return [[{ finds: [...exact, ...longer], idf: toClue(exact).idf }]];
  const near = (): Find[] => typosOf(index, plain).flatMap((term) => find(index, term, worths.typo));
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
const toClue = (finds: readonly Find[]): Clue => ({ finds, idf: Math.max(0, ...finds.map(({ idf }) => idf)) });

function find({ lines, posts }: SearchIndex, term: string, worth: number): Find[] {
  const line = lines[placeOf(lines, `${term} `)];
  if (!line?.startsWith(`${term} `)) return [];
  const start = term.length + 1;
  return [{ line, start, worth, idf: idfOf(posts.size, countPostings(line, start)) }];
}

/** Longer terms that begin like one, so many at most. */
function expand({ lines }: SearchIndex, beginning: string): string[] {
  return termsFrom(lines, beginning, (term) => term !== beginning);
}

/** The first letter is the one that people get right. */
function typosOf({ lines }: SearchIndex, word: string): string[] {
  return termsFrom(lines, word.slice(0, 1), (term) => isTypo(word, term));
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
