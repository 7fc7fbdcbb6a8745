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
import { readMeanings } from './meanings.ts';
import type { Meanings } from './meanings.ts';
import { countPostings, levels, readPostings } from './postings.ts';
import type { Posting } from './postings.ts';
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
  /** What articles may say instead of a word. */
  readonly meanings: Meanings;
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
  /** Strong ones first, the closest first among either; without a query in the order of the entries, with neither. */
  readonly posts: readonly (Entry & { match?: Match; score?: number })[];
};

/** Whether an article is about what was asked, or only says some of it. */
export type Match = 'strong' | 'near';

const version = 1;

/** Opens the text of `/api/search-index.json`. Throws an Error that says what is wrong with any other text. */
export function openSearchIndex(text: string): SearchIndex {
  const file = parse(text);
  if (file.version !== version) {
    throw new Error(`the search index is of version ${String(file.version)}, and version ${version} is needed`);
  }
  const { variants, synonyms = '', categories, tags, posts, terms } = file;
  if (typeof variants !== 'string') throw wrong('variants');
  // An index of an earlier build has none.
  if (typeof synonyms !== 'string') throw wrong('synonyms');
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
    meanings: readMeanings(synonyms),
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
  const standings = rank(index, query);
  const fitting = chosen
    .flatMap((entry) => {
      const standing = standings.get(index.posts.get(entry.slug) ?? -1);
      return standing === undefined ? [] : [{ entry, standing }];
    })
    // Of equals the newer comes first: sorting keeps the order of the entries.
    .sort((a, b) => compareStandings(a.standing, b.standing));
  return {
    total: fitting.length,
    posts: fitting.slice(0, limit).map(({ entry, standing }) => ({ ...entry, ...standing })),
  };
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
const worths = { exact: 1, joined: 0.95, part: 0.9, expanded: 0.7, typo: 0.7, meaning: 0.75 };

/** What each level says: a place that tells counts more than many that mention. */
const emphasis = Float64Array.from({ length: levels + 1 }, (_, level) => (level / levels) ** 1.5);

/** Another form that stands in most articles says nothing of any, and would cost the most. */
const tooCommon = 0.7;

/** One character says less than two, and stands in more words. */
const ofOneCharacter = 0.4;

/**
 * An article is a strong hit when it holds most of what the query says (`coverage`), or less, but in places that tell
 * (`evidence`: the sum of what its terms say, by the rarest term), and at least half of the names in it (`named`: words of
 * other scripts than Han) or nearly all of the rest in places that tell: who asks for jenkins is not answered by a page that deploys something.
 * It is a near one when it holds some of it. All were chosen in the middle of the range where labelled queries do not mind; `npm run bench -- search` tells.
 */
function matchOf({ coverage, evidence, named, rest }: Standard): Match | undefined {
  if ((named >= 0.5 || rest >= 0.9) && (coverage >= 0.54 || (coverage >= 0.33 && evidence >= 0.6))) return 'strong';
  return coverage >= 0.2 && evidence >= 0.15 ? 'near' : undefined;
}

type Standard = {
  readonly coverage: number;
  readonly evidence: number;
  readonly named: number;
  readonly rest: number;
};

/** What answers a clue: postings of the index. `worth`: how near it is to what was asked for; `idf`: how rare it is. */
type Find = { readonly tell: (posting: Posting) => void; readonly worth: number; readonly idf: number };

/** A word, or two neighbouring Han characters. */
type Clue = { readonly finds: readonly Find[]; readonly idf: number };

/** Clues of which neighbours share a character, and what a character is worth that none of them finds. */
type Strand = { readonly kind: Token['kind']; readonly clues: readonly Clue[]; readonly unseen: number };

type Standing = { readonly match: Match; readonly score: number };

/** Strong before near, then the higher score. */
const compareStandings = (a: Standing, b: Standing): number =>
  Number(b.match === 'strong') - Number(a.match === 'strong') || b.score - a.score;

/** How all articles stand that have something of a query, by number. */
function rank(index: SearchIndex, query: string): Map<number, Standing> {
  const standings = new Map<number, Standing>();
  // Cut twice: a character can become several when its form is normalized.
  const text = normalize(query.slice(0, longestQuery)).slice(0, longestQuery);
  for (const form of index.formsOf(text)) {
    for (const [post, standing] of rankForm(index, form)) {
      const other = standings.get(post);
      if (!other || compareStandings(standing, other) < 0) standings.set(post, standing);
    }
  }
  return standings;
}

/** An article's score is what it holds of the query (BM25), by how much of the query that is. */
function rankForm(index: SearchIndex, text: string): Map<number, Standing> {
  const count = index.posts.size;
  const rarest = idfOf(count, 0.5);
  const score = new Float64Array(count);
  const covered = new Float64Array(count);
  const told = new Float64Array(count);
  const named = new Float64Array(count);
  const toldRest = new Float64Array(count);
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
        const telling = Math.min(worth, Math.max(before.tells[post]!, now.tells[post]!));
        told[post]! += telling;
        if (kind === 'word') named[post]! += held;
        else toldRest[post]! += telling;
      };
      for (const post of now.posts) {
        score[post]! += now.says[post]!;
        cover(post);
      }
      for (const post of before.posts) if (now.holds[post] === 0) cover(post);
      [before, now] = [now, before];
    }
  }
  const standings = new Map<number, Standing>();
  score.forEach((sum, post) => {
    if (sum === 0) return;
    const match = matchOf({
      coverage: covered[post]! / whole,
      evidence: sum / rarest,
      named: names === 0 ? 1 : named[post]! / names,
      rest: whole === names ? 0 : toldRest[post]! / (whole - names),
    });
    if (match) standings.set(post, { match, score: Math.round(((sum * told[post]!) / whole) * 1000) / 1000 });
  });
  return standings;
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
  for (const find of finds) {
    const most = find.worth * find.idf;
    const held = find.worth * Math.min(find.idf, idf);
    find.tell((post, level) => {
      if (post >= holds.length) return;
      if (holds[post] === 0) posts.push(post);
      const telling = most * emphasis[level]!;
      if (telling > says[post]!) says[post] = telling;
      if (held > holds[post]!) holds[post] = held;
      const share = (held * (1 + level / levels)) / 2;
      if (share > tells[post]!) tells[post] = share;
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

function ofRun(index: SearchIndex, characters: string): Clue[] {
  if (characters.length === 1) return [ofCharacter(index, characters[0]!)];
  const clues = [...characters.slice(1)].map((right, at) => toClue(find(index, characters[at]! + right, worths.exact)));
  addMeanings(index, characters, clues);
  // A character between two pairs that the index does not have may be a wrong one.
  for (let at = 0; at + 1 < clues.length; at += 1) {
    if (clues[at]!.idf > 0 || clues[at + 1]!.idf > 0) continue;
    const [left, right] = correct(index, characters[at]!, characters[at + 2]!);
    clues[at] = toClue(left);
    clues[at + 1] = toClue(right);
  }
  return clues;
}

/** Gives every clue of a word that has other forms what they find. */
function addMeanings(index: SearchIndex, characters: string, clues: Clue[]): void {
  const { of, longest } = index.meanings;
  for (let start = 0; start + 1 < characters.length; start += 1) {
    const most = Math.min(longest, characters.length - start);
    for (let length = 2; length <= most; length += 1) {
      const finds = findForms(index, of(characters.slice(start, start + length)));
      if (finds.length === 0) continue;
      for (let at = start; at < start + length - 1; at += 1) clues[at] = withMore(clues[at]!, finds);
    }
  }
}

const findForms = (index: SearchIndex, forms: readonly (readonly string[])[]): Find[] =>
  forms.flatMap((terms) => findAll(index, terms));

/** What is found of another form is no clue's measure, unless it is all that is found. */
const withMore = ({ finds, idf }: Clue, more: readonly Find[]): Clue => ({
  finds: [...finds, ...more],
  idf: idf > 0 ? idf : toClue(more).idf,
});

/** The articles that hold all of several terms, each with the least that one of them says there. */
function findAll(index: SearchIndex, terms: readonly string[]): Find[] {
  const found = terms.map((term) => find(index, term, worths.meaning)).flat();
  const [rarest, ...others] = found.toSorted((a, b) => b.idf - a.idf);
  if (!rarest || found.length < terms.length || rarest.idf < tooCommon) return [];
  if (others.length === 0) return [rarest];
  const least = new Uint8Array(index.posts.size);
  rarest.tell((post, level) => void (least[post] = level));
  for (const other of others) {
    const held = new Uint8Array(least.length);
    other.tell((post, level) => void (held[post] = Math.min(least[post] ?? 0, level)));
    least.set(held);
  }
  const posts = [...least.keys()].filter((post) => least[post]! > 0);
  const tell = (posting: Posting): void => posts.forEach((post) => posting(post, least[post]!));
  return posts.length === 0 ? [] : [{ tell, worth: worths.meaning, idf: idfOf(index.posts.size, posts.length) }];
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

function ofWord(index: SearchIndex, word: Extract<Token, { kind: 'word' }>): Clue[][] {
  const forms = findForms(index, index.meanings.of(word.terms[0]!));
  const strands = ofWrittenWord(index, word);
  return forms.length === 0 || strands.length !== 1 ? strands : [strands[0]!.map((clue) => withMore(clue, forms))];
}

function ofWrittenWord(index: SearchIndex, { terms, parts }: Extract<Token, { kind: 'word' }>): Clue[][] {
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
  const tell = (posting: Posting): void => readPostings(line, start, posting);
  return [{ tell, worth, idf: idfOf(posts.size, countPostings(line, start)) }];
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
