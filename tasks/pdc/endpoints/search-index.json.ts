// `/api/search-index.json`: what the search of the site and of the adapter reads, made once at build time (contract section 3).
import type { Article } from '../article/article.ts';
import { toJson, toRows, turn } from '../document.ts';
import type { Output } from '../document.ts';
import type { Library } from '../library/library.ts';
import { searchIndexPath } from '../paths.ts';
import { SearchIndexFile } from '../schema.ts';
import { normalize } from '../search/terms.ts';
import { countTerms } from '../search/counts.ts';
import { toLevel, weigh, weights } from '../search/weights.ts';
import { createLines } from '../search/lines.ts';
import { simplify, variantsFor } from '../search/traditional.ts';

/** Occurrences in a long body say less than in a short one; this many terms are neither. */
const usualLength = 3000;

/**
 * Terms of bodies: so many of each article that the whole site has no more than that, but never less than `fewest`. In
 * powers of two, so that one article more changes nothing of the others.
 */
const mostOfBodies = 600_000;
const fewest = 128;
const perBody = (articles: number): number =>
  Math.max(fewest, 2 ** Math.floor(Math.log2(mostOfBodies / Math.max(articles, 1))));

export function* searchIndex({ articles, tags }: Library): Generator<Output | undefined> {
  const most = perBody(articles.length);
  const lines = createLines();
  for (const [post, article] of articles.entries()) {
    yield turn;
    const { terms, levels } = analyse(article, most);
    terms.forEach((term, at) => lines.add(term, post, levels.charCodeAt(at)));
  }
  yield turn;
  const variants = variantsFor(lines.terms());
  yield turn;
  const terms: string[] = [];
  for (const line of lines.written()) {
    yield turn;
    terms.push(line);
  }
  const index = SearchIndexFile.parse({
    version: 3,
    variants,
    tags: tags.map(({ name, slug }) => ({ name, slug })),
    posts: articles.map(({ slug }) => slug),
    terms,
  });
  yield turn;
  yield { path: searchIndexPath, contents: toJson(index, { posts: toRows(index.posts), terms: toRows(index.terms) }) };
}

/** An article's terms, and how much each says of it: characters whose codes are the levels. */
type Analysis = { readonly terms: readonly string[]; readonly levels: string };

// An article that did not change is the same object: a watcher reads its text once. As texts, ten thousand take little.
const analyses = new WeakMap<Article, Analysed>();

/** What a text says, as it may be kept from one build to the next. */
export type Analysed = { readonly most: number; readonly terms: string; readonly levels: string };

export const analysisOf = (article: Article): Analysed | undefined => analyses.get(article);

/** Tells what is known of an article, so that its text is not read again. */
export const knowAnalysis = (article: Article, known: Analysed): void => void analyses.set(article, known);

function analyse(article: Article, most: number): Analysis {
  const known = analyses.get(article);
  if (known?.most === most) return { terms: known.terms.split(' '), levels: known.levels };
  const { terms, levels } = readArticle(article, most);
  analyses.set(article, { most, terms: terms.join(' '), levels });
  return { terms, levels };
}

function readArticle(article: Article, most: number): Analysis {
  const { title, slug, description, categories, tags } = article;
  // Of a locked article only what everybody may read: not even a heading.
  const raw = article.encrypted ? '' : simplify(normalize(article.raw));
  const fields = weigh({
    title: simplify(normalize(title)),
    names: simplify(normalize([slug, ...categories, ...tags].join('\n'))),
    description: simplify(normalize(description)),
    headings: headingsOf(raw),
  });
  const counts = countTerms(raw, fields);
  const stretch = (0.5 + counts.length / usualLength / 2) / weights.body;
  const terms: string[] = [];
  let levels = '';
  counts.each(most, (term, said, times) => {
    terms.push(term);
    levels += String.fromCharCode(toLevel(said + times / stretch));
  });
  return { terms, levels };
}

/** The lines that are headings; what a fence holds is code. Reading them as Markdown would cost as much as the page. */
function headingsOf(raw: string): string {
  const headings: string[] = [];
  let fence = '';
  for (const [line] of raw.matchAll(/^ {0,3}(?:#{1,6} .*|`{3,}|~{3,})/gm)) {
    const mark = line.trim();
    if (mark.startsWith('#')) {
      if (fence === '') headings.push(mark);
    } else if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
  }
  return headings.join('\n');
}
