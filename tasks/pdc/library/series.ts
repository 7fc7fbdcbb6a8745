// Finds the series of articles, and their parts in order of date.
import type { Article } from '../article/article.ts';
import { remember } from '../remember.ts';
import type { Library } from './library.ts';

type InSeries = { readonly series?: string };
export type Series<T> = ReadonlyMap<string, readonly T[]>;

/** The series by name. The series with the newest part comes first; in a series, the oldest part comes first. */
export const seriesOf = <T extends InSeries>({ articles }: { readonly articles: readonly T[] }): Series<T> =>
  seriesIn(articles) as Series<T>;

const seriesIn = remember((articles: readonly InSeries[]): Series<InSeries> => {
  const series = new Map<string, InSeries[]>();
  for (const article of articles) {
    if (article.series === undefined) continue;
    const parts = series.get(article.series) ?? [];
    series.set(article.series, parts);
    parts.unshift(article);
  }
  return series;
});

/** All parts of the series of an article, including the article; empty without a series. */
export function partsAround(article: Article, library: Pick<Library, 'articles'>): readonly Article[] {
  const parts = article.series === undefined ? [] : (seriesOf(library).get(article.series) ?? []);
  // The page of a hidden part shows the other parts, but the pages of the other parts do not show the hidden part.
  return parts.filter((part) => part === article || part.hidden !== true);
}

/** The place of an article in its series, for machines. `part` begins with 1 for the oldest part. */
export type SeriesPlace = { readonly name: string; readonly part: number; readonly of: number };

export function placeInSeries(article: Article, library: Pick<Library, 'articles'>): SeriesPlace | undefined {
  const { series: name } = article;
  if (name === undefined) return undefined;
  const parts = partsAround(article, library);
  return { name, part: parts.indexOf(article) + 1, of: parts.length };
}
