// Labelled queries: what people and agents ask, and which articles answer it; and how well a search does.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openSearchIndex, searchPosts } from '#pdc/search/rank';
import type { Match } from '#pdc/search/rank';
import { searchIndex } from '#pdc/endpoints/search-index.json';
import { toEntry } from '#pdc/endpoints/index.json';
import { made } from '#pdc/document';
import type { Library } from '#pdc/library/library';
import { fixtures } from './defects.ts';

export type Query = {
  readonly kind: string;
  readonly query: string;
  /** Any of them is right. None: the topic is absent, and the right answer is nothing. */
  readonly slugs: readonly string[];
};

/** The queries over this repository's own articles, or over those of a folder beside it. */
export function readQueries(name: 'content' | 'corpus'): Query[] {
  const [, ...rows] = readFileSync(path.join(fixtures, `search/${name}.tsv`), 'utf8')
    .trimEnd()
    .split('\n');
  return rows.map((row) => {
    const [kind, query, slugs] = row.split('\t') as [string, string, string];
    return { kind, query, slugs: slugs === '-' ? [] : slugs.split(',') };
  });
}

/** Answers a query by the first ten articles, the closest first. */
export type Search = (query: string) => readonly { readonly slug: string; readonly match?: Match }[];

export function searchOver(library: Library): Search {
  const index = openSearchIndex(String(made(searchIndex(library))[0]!.contents));
  const entries = library.articles.map((article) => toEntry(article, library.site));
  return (query) => searchPosts(index, entries, { query, limit: 10 }).posts;
}

export type Quality = {
  readonly kind: string;
  readonly queries: number;
  /** Shares of the queries: the first is right, one of the first three is. */
  readonly hit1: number;
  readonly hit3: number;
  /** The mean of 1 by the place of the first right one. */
  readonly mrr: number;
  /** Of which a right one is a strong hit. */
  readonly strong: number;
};

export type Judgement = {
  /** By kind, in the order of the queries, then "all". Absent topics are not among them. */
  readonly found: readonly Quality[];
  /** Absent topics, and how many of them were answered with nothing, and with nothing strong. */
  readonly absent: { readonly queries: number; readonly nothing: number; readonly noneStrong: number };
  /** Queries of which none of the first three is right, and absent topics with a strong answer. */
  readonly missed: readonly Query[];
};

export function judge(queries: readonly Query[], search: Search): Judgement {
  const answers = queries.map((query) => {
    const hits = search(query.query);
    const isRight = ({ slug }: { slug: string }): boolean => query.slugs.includes(slug);
    const strong = hits.filter(({ match }) => match === 'strong');
    return { query, hits, strong, isTold: strong.some(isRight), place: hits.findIndex(isRight) };
  });
  const present = answers.filter(({ query }) => query.slugs.length > 0);
  const absent = answers.filter(({ query }) => query.slugs.length === 0);
  const kinds = [...new Set(present.map(({ query }) => query.kind))];
  const measure = (kind: string, some: typeof answers): Quality => {
    const share = (counts: (place: number) => number): number =>
      some.reduce((sum, { place }) => sum + (place === -1 ? 0 : counts(place)), 0) / some.length;
    return {
      kind,
      queries: some.length,
      hit1: share((place) => Number(place === 0)),
      hit3: share((place) => Number(place < 3)),
      mrr: share((place) => 1 / (place + 1)),
      strong: some.filter(({ isTold }) => isTold).length / some.length,
    };
  };
  return {
    found: [
      ...kinds.map((kind) =>
        measure(
          kind,
          present.filter(({ query }) => query.kind === kind),
        ),
      ),
      measure('all', present),
    ],
    absent: {
      queries: absent.length,
      nothing: absent.filter(({ hits }) => hits.length === 0).length,
      noneStrong: absent.filter(({ strong }) => strong.length === 0).length,
    },
    missed: [
      ...present.filter(({ place }) => place === -1 || place > 2),
      ...absent.filter(({ strong }) => strong.length > 0),
    ].map(({ query }) => query),
  };
}
