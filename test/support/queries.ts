// Labeled queries with the articles that answer them, and measures of how well a search finds them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openSearchIndex } from '#pdc/search/search';
import type { SearchIndex } from '#pdc/search/search';
import { searchPath } from '#pdc/site/paths';
import type { Match } from '#pdc/search/rank';
import { searchFiles } from '#pdc/endpoints/search';
import { withoutPauses } from '#pdc/text/document';
import type { Library } from '#pdc/library/library';
import { fixtures } from './defects.ts';

export type Query = {
  readonly kind: string;
  readonly query: string;
  /**
   * Each of these articles is a right answer. Empty if no article has the topic: then only an empty result is right.
   */
  readonly slugs: readonly string[];
};

/** The queries about this repository's articles, or about those of another folder. */
export const readQueries = (name: 'content' | 'corpus'): Query[] =>
  readQueriesOf(path.join(fixtures, `search/${name}.tsv`));

/**
 * One query per line, after a line of headings: kind, question, and the slugs of the right articles or "-" for none.
 */
export function readQueriesOf(file: string): Query[] {
  const [, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return rows.map((row) => {
    const [kind, query, slugs] = row.split('\t') as [string, string, string];
    return { kind, query, slugs: slugs === '-' ? [] : slugs.split(',') };
  });
}

/** Answers a query with the ten best articles, best first. */
export type Search = (query: string) => Promise<readonly { readonly slug: string; readonly match?: Match }[]>;

/** The search index of a library, and its files as a reader loads them. */
export function searchIndexOf(library: Library): SearchIndex {
  const files = new Map(withoutPauses(searchFiles(library)).map(({ path, contents }) => [path, String(contents)]));
  return openSearchIndex(files.get(searchPath)!, (path) => Promise.resolve(files.get(path)));
}

export function searchOver(library: Library): Search {
  const { search } = searchIndexOf(library);
  return async (query) => (await search({ query, limit: 10 })).posts;
}

/** How many questions have a right article as the first hit, among the first three, and among the first five. */
export type Quality = {
  readonly kind: string;
  readonly queries: number;
  readonly hit1: number;
  readonly hit3: number;
  readonly hit5: number;
};

export type Judgement = {
  /** By kind, in the order of the questions, then "all". Questions without an answer are not counted. */
  readonly found: readonly Quality[];
  readonly marks: {
    /** First hits that are strong, also of questions without an answer, and how many of them are right. */
    readonly strong: number;
    readonly strongRight: number;
    /** Right first hits of key words, and how many of them are strong. */
    readonly keywordsRight: number;
    readonly keywordsStrong: number;
    /** Questions without an answer, and how many of them have a strong hit. */
    readonly absent: number;
    readonly absentStrong: number;
  };
  /** Questions without a right article among the first three. */
  readonly missed: readonly Query[];
};

/** Kinds of questions that use other words than the articles. */
const isInOtherWords = ({ kind }: Query): boolean => kind === 'paraphrase' || kind === 'question';

type Answer = { readonly query: Query; readonly isStrong: boolean; readonly place: number };

export async function judge(queries: readonly Query[], search: Search): Promise<Judgement> {
  const answers: Answer[] = [];
  for (const query of queries) {
    const hits = await search(query.query);
    const place = hits.findIndex(({ slug }) => query.slugs.includes(slug));
    answers.push({ query, isStrong: hits[0]?.match === 'strong', place: place === -1 ? Infinity : place });
  }
  const present = answers.filter(({ query }) => query.slugs.length > 0);
  const absent = answers.filter(({ query }) => query.slugs.length === 0);
  const strong = answers.filter(({ isStrong }) => isStrong);
  const keywords = present.filter(({ query, place }) => !isInOtherWords(query) && place === 0);
  const within = (some: readonly Answer[], most: number): number => some.filter(({ place }) => place < most).length;
  const measure = (kind: string, some: readonly Answer[]): Quality => {
    return { kind, queries: some.length, hit1: within(some, 1), hit3: within(some, 3), hit5: within(some, 5) };
  };
  const kinds = [...new Set(present.map(({ query }) => query.kind))];
  const ofKind = (kind: string): Answer[] => present.filter(({ query }) => query.kind === kind);
  return {
    found: [...kinds.map((kind) => measure(kind, ofKind(kind))), measure('all', present)],
    marks: {
      strong: strong.length,
      strongRight: within(strong, 1),
      keywordsRight: keywords.length,
      keywordsStrong: keywords.filter(({ isStrong }) => isStrong).length,
      absent: absent.length,
      absentStrong: absent.filter(({ isStrong }) => isStrong).length,
    },
    missed: present.filter(({ place }) => place > 2).map(({ query }) => query),
  };
}
