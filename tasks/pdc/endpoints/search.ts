// `/api/search/`: the index, which the site's search and the adapter read in pieces (protocol section 8): a first file,
// pieces by term, the articles that a list of hits shows, and the articles of each category and tag.
import type { PublicArticle } from '../article/article.ts';
import { compare } from '../words/defect.ts';
import { toJson, toRows, pausePoint } from '../text/document.ts';
import type { Output } from '../text/document.ts';
import type { Term } from '../library/taxonomy.ts';
import type { Site } from '../site/site.ts';
import { searchNamesPath, searchPath, searchPostsPath, searchTermsPath } from '../site/paths.ts';
import { SearchFile, SearchNames } from '../site/schema.ts';
import { countTerms } from '../search/counts.ts';
import type { Field } from '../search/counts.ts';
import { TermNumbers } from '../search/term-numbers.ts';
import type { Postings } from '../search/postings.ts';
import { levels as mostLevels, orderOf, pieceOf, writeLine, writePiece, writePostings } from '../search/postings.ts';
import { normalize } from '../search/terms.ts';
import { simplify, variantsFor } from '../search/traditional.ts';
import { toLevel, weigh, weights } from '../search/weights.ts';
import { toEntryRow } from './index.json.ts';

/** The number of articles in a piece: few, because a list of ten hits may need ten pieces. */
const postsPerPiece = 16;

/** The number of pieces of terms: a power of two, so that one more article rarely changes it. */
const piecesFor = (articles: number): number => Math.min(1024, 2 ** Math.ceil(Math.log2(Math.max(articles, 16))));

/** An occurrence in a long body counts less than in a short one. A body of this many terms is of average length. */
const averageLength = 3000;

/** A category or tag, and the slugs of its articles. */
type SlugGroup = Term & { readonly articles: readonly { readonly slug: string }[] };

export type SearchInput = {
  readonly site: Site;
  readonly articles: readonly PublicArticle[];
  readonly categories: readonly SlugGroup[];
  readonly tags: readonly SlugGroup[];
};

export function* searchFiles({
  site,
  articles: newestFirst,
  categories,
  tags,
}: SearchInput): Generator<Output | undefined> {
  // Articles are numbered from the oldest, so that a new article changes no number.
  const articles = newestFirst.toReversed();
  const pieces = piecesFor(articles.length);
  const order = orderOf([String(pieces), ...articles.map(({ slug }) => slug)]);
  const numbers = new TermNumbers();
  const added = Array.from({ length: pieces }, (): number[] => []);
  for (const [post, article] of articles.entries()) {
    yield pausePoint;
    const { terms, levels } = analyse(article);
    terms.forEach((term, at) => {
      const posting = post * levelBase + levels.charCodeAt(at);
      added[pieceOf(term, pieces)]!.push(numbers.of(term) * termBase + posting);
    });
  }
  const allTerms: string[] = [];
  for (const [piece, codes] of added.entries()) {
    yield pausePoint;
    const terms = byTerm(codes, numbers);
    codes.length = 0;
    const lines = [...terms.keys()].sort(compare).map((term) => writeLine(term, terms.get(term)!));
    yield { path: searchTermsPath(piece), contents: writePiece(order, lines) };
    for (const term of terms.keys()) allTerms.push(term);
  }
  yield pausePoint;
  const starts = Array.from({ length: Math.ceil(articles.length / postsPerPiece) }, (_, at) => at * postsPerPiece);
  const first = SearchFile.parse({
    version: 1,
    order,
    posts: articles.length,
    pieces,
    per_piece: postsPerPiece,
    dates: starts.map((start) => articles[start]!.date.day),
    variants: variantsFor(allTerms),
  });
  yield { path: searchPath, contents: toJson(first) };
  for (const [piece, start] of starts.entries()) {
    yield pausePoint;
    const rows = articles.slice(start, start + postsPerPiece).map((article) => toEntryRow(article, site));
    yield { path: searchPostsPath(piece), contents: toJson({ order }, { posts: rows }) };
  }
  yield pausePoint;
  const places = new Map(articles.map(({ slug }, post) => [slug, post]));
  const names = SearchNames.parse({
    order,
    categories: categories.map((group) => toName(group, places)),
    tags: tags.map((group) => toName(group, places)),
  });
  yield {
    path: searchNamesPath,
    contents: toJson({ order }, { categories: toRows(names.categories), tags: toRows(names.tags) }),
  };
}

function toName(
  { name, slug, articles }: SlugGroup,
  numbers: ReadonlyMap<string, number>,
): SearchNames['tags'][number] {
  const posts = articles.map((article) => numbers.get(article.slug)!).sort((a, b) => a - b);
  return { name, slug, post_count: posts.length, posts: writePostings({ posts, levels: posts.map(() => 1) }) };
}

// A term, an article and a level are encoded as one number, which is exact for 120,000 articles. Objects would keep the
// garbage collector busy.
const levelBase = mostLevels + 1;
const termBase = 2 ** 21;

/**
 * Groups the postings of one piece by term. Called for one piece at a time, because a table for the terms of all pieces
 * would be larger than a processor's cache.
 */
function byTerm(added: readonly number[], numbers: TermNumbers): Map<string, Postings> {
  const postingsByTerm = new Map<number, { posts: number[]; levels: number[] }>();
  for (const code of added) {
    const term = Math.floor(code / termBase);
    const postings = postingsByTerm.get(term) ?? { posts: [], levels: [] };
    if (postings.posts.length === 0) postingsByTerm.set(term, postings);
    postings.posts.push(Math.floor((code - term * termBase) / levelBase));
    postings.levels.push((code - term * termBase) % levelBase);
  }
  return new Map([...postingsByTerm].map(([term, postings]) => [numbers.toTerm(term), postings]));
}

/** The terms of an article, and a text with one character for each term: its code is the level of the term. */
type Analysis = { readonly terms: readonly string[]; readonly levels: string };

// An unchanged article is the same object, so a watcher reads its text only once. Analyses are kept as texts, so that
// ten thousand of them take little memory.
const analyses = new WeakMap<PublicArticle, Analysed>();

/** An analysis as the cache may store it from one build to the next. */
export type Analysed = { readonly terms: string; readonly levels: string };

export const analysisOf = (article: PublicArticle): Analysed | undefined => analyses.get(article);

/** Restores the analysis of an article, so that its text is not read again. */
export const restoreAnalysis = (article: PublicArticle, analysis: Analysed): void =>
  void analyses.set(article, analysis);

function analyse(article: PublicArticle): Analysis {
  const cachedAnalysis = analyses.get(article);
  if (cachedAnalysis)
    return { terms: cachedAnalysis.terms === '' ? [] : cachedAnalysis.terms.split(' '), levels: cachedAnalysis.levels };
  const { terms, levels } = readArticle(article);
  analyses.set(article, { terms: terms.join(' '), levels });
  return { terms, levels };
}

function readArticle(article: PublicArticle): Analysis {
  const { title, slug, description, categories, tags } = article;
  // The index has only the public metadata of a locked article, without headings.
  const raw = article.encrypted ? '' : simplify(normalize(article.raw));
  const fields = weigh({
    title: simplify(normalize(title)),
    names: simplify(normalize([slug, ...categories, ...tags].join('\n'))),
    description: simplify(normalize(description)),
    headings: headingsOf(raw),
  });
  // The pairs that end in a character are in all pieces of the index. So a query of one character searches only titles,
  // because each character of a title is a term too.
  const characters = simplify(normalize(title)).match(/[\u2e80-\uffff]/g) ?? [];
  const alone: Field = [characters.join(' '), weights.title];
  const counts = countTerms(raw, [...fields, alone]);
  const stretch = (0.5 + counts.length / averageLength / 2) / weights.body;
  const terms: string[] = [];
  let levels = '';
  counts.each((term, weight, times) => {
    terms.push(term);
    levels += String.fromCharCode(toLevel(weight + times / stretch));
  });
  return { terms, levels };
}

/**
 * The lines that are headings, except those in code fences. The Markdown is not parsed, because that would cost as much
 * as rendering the page.
 */
function headingsOf(raw: string): string {
  const headings: string[] = [];
  let fence = '';
  for (const [line, signs = ''] of raw.matchAll(/^ {0,3}(?:#{1,6} .*|(`{3,}(?=[^`\n]*$)|~{3,}).*)/gm)) {
    const mark = line.trim();
    if (signs === '') {
      if (fence === '') headings.push(mark);
    } else if (fence === '') fence = signs;
    else if (signs.startsWith(fence) && signs === mark) fence = '';
  }
  return headings.join('\n');
}
