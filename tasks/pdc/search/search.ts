// Answers a question from the pieces of the search index (`/api/search/`), for the adapter and for the site's search
// box.
import { fold } from '../text/fold.ts';
import { searchNamesPath, searchPath, searchPostsPath, searchTermsPath } from '../site/paths.ts';
import type { Entry, SearchFile, SearchNames } from '../site/schema.ts';
import { alternativesOf, maxAlternative, maxQuery } from './alternatives.ts';
import { findIn, orderOfPiece, pieceOf, readPostings, termsIn } from './postings.ts';
import { minCorrected, rank } from './rank.ts';
import type { Match, Ranked, Terms } from './rank.ts';
import { normalize, pairsOf, stemsOf, toTokens } from './terms.ts';
import { readVariants } from './variants.ts';

/** Returns the text of a file of the site; undefined if the file is missing. The caller caches it. */
export type ReadFile = (path: string) => Promise<string | undefined>;

/**
 * The days `since` and `until` have the form `YYYY-MM-DD`, and are included in the range. A category or tag is a name
 * or a slug. Without a query, the newest articles are found.
 */
export type SearchRequest = {
  /** One question, or alternatives. */
  readonly query?: string;
  readonly category?: string;
  readonly tag?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  readonly offset?: number;
};

export type Hit = Entry & { readonly match?: Match; readonly score?: number };

export type SearchResult = {
  /** The number of all matches, regardless of offset and limit. */
  readonly total: number;
  /**
   * First the strong hits by score, then the near hits by score. Without a query, newest first, without match and
   * score.
   */
  readonly posts: readonly Hit[];
};

/** A category or tag that the site does not have. */
export class UnknownName extends Error {
  override readonly name = 'UnknownName';
  readonly kind: 'category' | 'tag';
  readonly names: readonly string[];

  constructor({ kind, names }: Pick<UnknownName, 'kind' | 'names'>) {
    super(`no ${kind} with this name or slug`);
    this.kind = kind;
    this.names = names;
  }
}

/**
 * A file of the index is missing, or is from another build than the first file. The caller should open the index again.
 */
export class OutdatedIndex extends Error {
  override readonly name = 'OutdatedIndex';
}

/** A question reads the first file and at most this many pieces: a Worker may make 50 requests. */
const maxPieces = 34;
/** This many of these pieces are reserved for the listed articles, or fewer if the list is shorter. */
const maxPostPieces = 20;
/** The maximum length of a piece of terms, in characters. Ten thousand articles need a hundredth of this length. */
const maxPiece = 2_000_000;
/** The maximum number of articles, in an index and in a piece. */
const [maxPosts, maxPerPiece] = [1_000_000, 1000];
/** The maximum number of near hits in a result without strong hits. More would only cost the reader time. */
const maxNear = 5;

export type SearchIndex = {
  readonly search: (request: SearchRequest) => Promise<SearchResult>;
  /** The forms that a text may have in the index: normalized, and with simplified characters. */
  readonly formsOf: (text: string) => readonly string[];
  /** The categories and tags that articles have. */
  readonly names: () => Promise<SearchNames>;
};

/** Reads the index's first file. Throws an Error with the reason if the text is not such a file. */
export function openSearchIndex(text: string, readFile: ReadFile): SearchIndex {
  const first = parseFirst(text);
  const toForms = readVariants(first.variants);
  // The text is cut twice, because normalization can turn one character into several.
  const formsWithin = (text: string, most: number): readonly string[] =>
    toForms(normalize(text.slice(0, most)).slice(0, most));
  const formsOf = (text: string): readonly string[] => formsWithin(text, maxQuery);
  return {
    formsOf,
    names: () => readNames({ ...first, reader: countingReader(readFile), formsOf }),
    async search({ query = '', limit, offset = 0, ...filter }) {
      const site = { ...first, reader: countingReader(readFile), formsOf };
      const isAsked = await filterOf(site, filter);
      const alternatives = alternativesOf(query.slice(0, maxQuery)).map((text) => formsWithin(text, maxAlternative));
      if (alternatives.length === 0) {
        const all = newest(first.posts).filter(({ post }) => isAsked(post));
        return { total: all.length, posts: await readPosts(site, all.slice(offset, offset + limit)) };
      }
      const ranked = rank(await readTerms(site, { alternatives, limit }), { alternatives, isAsked });
      const fitting = ranked[0]?.match === 'strong' ? ranked : ranked.slice(0, maxNear);
      return { total: fitting.length, posts: await readPosts(site, fitting.slice(offset, offset + limit)) };
    },
  };
}

function parseFirst(text: string): SearchFile {
  let first: Partial<SearchFile> | null;
  try {
    first = JSON.parse(text) as Partial<SearchFile> | null;
  } catch (error) {
    throw new Error(`${searchPath} is no JSON: ${(error as Error).message}`, { cause: error });
  }
  if (first?.version !== 1)
    throw new Error(`${searchPath} is of version ${String(first?.version)}, and version 1 is needed`);
  const { order, posts, pieces, per_piece, dates, variants } = first;
  // A wrong number could keep the reader busy forever.
  const isTrue =
    isCount(posts) &&
    isCount(pieces) &&
    isCount(per_piece) &&
    pieces > 0 &&
    per_piece > 0 &&
    per_piece <= maxPerPiece &&
    posts <= maxPosts &&
    dates?.length === Math.ceil(posts / per_piece);
  if (!isTrue || !Array.isArray(dates) || typeof variants !== 'string' || typeof order !== 'string')
    throw new Error(`${searchPath} is broken: it needs order, posts, pieces, per_piece, dates and variants`);
  return first as SearchFile;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** Reads files for one question, and counts them. */
type Reader = { readonly text: ReadFile; readonly count: () => number };

function countingReader(readFile: ReadFile): Reader {
  let count = 0;
  return {
    text(path) {
      count += 1;
      return readFile(path);
    },
    count: () => count,
  };
}

type Site = SearchFile & Pick<SearchIndex, 'formsOf'> & { readonly reader: Reader };

/** Reads a JSON file of the index. Throws `OutdatedIndex` if this file is not from the same build as the first file. */
async function readJson<T>({ order, reader }: Site, path: string): Promise<T> {
  const text = (await reader.text(path)) ?? '';
  const file = parseJson(text);
  if (file?.order !== order) throw new OutdatedIndex(`${path} is not from the same build as ${searchPath}`);
  return file as T;
}

/**
 * Returns undefined for a file that was cut off, and for a page, because a host may answer with a page if a file is
 * missing.
 */
function parseJson(text: string): { readonly order?: string } | undefined {
  try {
    return text.startsWith('{') ? (JSON.parse(text) as { order?: string }) : undefined;
  } catch {
    return undefined;
  }
}

async function readTermPiece({ order, reader }: Site, piece: number): Promise<string> {
  const path = searchTermsPath(piece);
  const text = ((await reader.text(path)) ?? '').slice(0, maxPiece);
  if (orderOfPiece(text) !== order) throw new OutdatedIndex(`${path} is not from the same build as ${searchPath}`);
  return text;
}

type Found = Pick<Ranked, 'post'> & Partial<Ranked>;

const newest = (posts: number): Found[] => Array.from({ length: posts }, (_, at) => ({ post: posts - 1 - at }));

// --- terms

type Query = { readonly alternatives: readonly (readonly string[])[]; readonly limit: number };

/** Reads the pieces that contain the terms of a query. */
async function readTerms(site: Site, { alternatives, limit }: Query): Promise<Terms> {
  const { posts, pieces, reader } = site;
  const most = maxPieces - Math.min(limit, maxPostPieces);
  const textByPiece = new Map<number, string>();
  const readPieces = async (terms: readonly string[]): Promise<void> => {
    const missingPieces = [...new Set(terms.map((term) => pieceOf(term, pieces)))].filter(
      (piece) => !textByPiece.has(piece),
    );
    const texts = await Promise.all(
      missingPieces.slice(0, Math.max(0, most - reader.count())).map(async (piece) => {
        return [piece, await readTermPiece(site, piece)] as const;
      }),
    );
    for (const [piece, text] of texts) textByPiece.set(piece, text);
  };
  const find: Terms['find'] = (term) => findIn(textByPiece.get(pieceOf(term, pieces)) ?? '', { term, count: posts });
  const tokens = inTurn(alternatives.flat().map(toTokens));
  await readPieces(
    tokens.flatMap((token) => {
      if (token.kind === 'word') return [...token.terms, ...token.terms.flatMap(stemsOf), ...token.parts];
      return pairsOf(token.characters);
    }),
  );
  // A missing word may have an extra letter after its first letter, or two letters in the wrong order there. The
  // correct word then begins with the first and third letter of the missing word.
  await readPieces(
    tokens.flatMap((token) => {
      if (token.kind === 'han' || token.terms.some((term) => find(term))) return [];
      return token.terms.filter(({ length }) => length >= minCorrected).map((term) => term.charAt(0) + term.charAt(2));
    }),
  );
  return {
    count: posts,
    isRead: (term) => textByPiece.has(pieceOf(term, pieces)),
    find,
    *startingWith(beginning) {
      for (const text of textByPiece.values()) yield* termsIn(text, beginning);
    },
  };
}

/**
 * The first item of each list, then the second item of each list, and so on. If not all items can be read, some items
 * of each list are read.
 */
const inTurn = <T>(lists: readonly (readonly T[])[]): T[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) => at).flatMap((at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  );

// --- filters

type Filter = Pick<SearchRequest, 'category' | 'tag' | 'since' | 'until'>;

async function filterOf(
  site: Site,
  { category = '', tag = '', since, until }: Filter,
): Promise<(post: number) => boolean> {
  const from = since === undefined ? 0 : await firstSince(site, (date) => date >= since);
  const to = until === undefined ? site.posts : await firstSince(site, (date) => date > until);
  const named = [
    ...(fold(category) === '' ? [] : [await postsNamed(site, 'category', category)]),
    ...(fold(tag) === '' ? [] : [await postsNamed(site, 'tag', tag)]),
  ];
  return (post) => post >= from && post < to && named.every((posts) => posts.has(post));
}

/**
 * The number of the first article whose day is late enough. Articles are numbered by date, and the first file has the
 * day on which each piece begins.
 */
async function firstSince(site: Site, isLate: (date: string) => boolean): Promise<number> {
  const behind = site.dates.findIndex(isLate);
  const piece = (behind === -1 ? site.dates.length : behind) - 1;
  if (piece < 0) return 0;
  const within = (await readPiece(site, piece)).findIndex(({ date }) => isLate(date));
  return within === -1 ? Math.min(site.posts, (piece + 1) * site.per_piece) : piece * site.per_piece + within;
}

async function postsNamed(site: Site, kind: 'category' | 'tag', nameOrSlug: string): Promise<ReadonlySet<number>> {
  const names = await readNames(site);
  const all = kind === 'category' ? names.categories : names.tags;
  const forms = [nameOrSlug, ...site.formsOf(nameOrSlug)].map(fold);
  const match = all.find(({ name }) => forms.includes(fold(name))) ?? all.find(({ slug }) => slug === forms[0]);
  if (!match) throw new UnknownName({ kind, names: all.flatMap(({ name, slug }) => [name, slug]) });
  return new Set(readPostings(match.posts, site.posts).posts);
}

type Name = SearchNames['tags'][number];

/** Reads the names of categories and tags. Names in an invalid form are left out. */
async function readNames(site: Site): Promise<SearchNames> {
  const { order, ...lists } = await readJson<SearchNames>(site, searchNamesPath);
  const isName = (name: Name | null): boolean =>
    [name?.name, name?.slug, name?.posts].every((text) => typeof text === 'string') &&
    Number.isInteger(name?.post_count);
  const namesIn = (list: unknown): Name[] => (Array.isArray(list) ? (list as Name[]).filter(isName) : []);
  return { order, categories: namesIn(lists.categories), tags: namesIn(lists.tags) };
}

// --- hits

/** Reads the articles that a list shows, from the first one on, until the requests of a question are used up. */
async function readPosts(site: Site, foundPosts: readonly Found[]): Promise<Hit[]> {
  const pieceOf = ({ post }: Found): number => Math.floor(post / site.per_piece);
  const neededPieces = [...new Set(foundPosts.map(pieceOf))].slice(0, Math.max(1, maxPieces - site.reader.count()));
  const pieces = new Map(
    await Promise.all(neededPieces.map(async (piece) => [piece, await readPiece(site, piece)] as const)),
  );
  const beyond = foundPosts.findIndex((foundPost) => !pieces.has(pieceOf(foundPost)));
  return foundPosts.slice(0, beyond === -1 ? foundPosts.length : beyond).flatMap(({ post, ...ranked }) => {
    const entry = pieces.get(Math.floor(post / site.per_piece))?.[post % site.per_piece];
    return entry ? [{ ...entry, ...ranked }] : [];
  });
}

async function readPiece(site: Site, piece: number): Promise<readonly Entry[]> {
  const { posts } = await readJson<{ posts?: readonly Entry[] }>(site, searchPostsPath(piece));
  return Array.isArray(posts) ? (posts as readonly Entry[]) : [];
}
