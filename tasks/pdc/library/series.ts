// Articles that their authors put in a row: a series, its parts in the order in which they were written.
import type { Article } from '../article/article.ts';
import { remember } from '../remember.ts';
import type { Library } from './library.ts';

type InSeries = { readonly series?: string };
export type Series<T> = ReadonlyMap<string, readonly T[]>;

/** By name, the series with the newest part first; the oldest part of a series comes first. */
export const seriesOf = <T extends InSeries>({ articles }: { readonly articles: readonly T[] }): Series<T> =>
  seriesIn(articles) as Series<T>;

const seriesIn = remember((articles: readonly InSeries[]): Series<InSeries> => {
  const series = new Map<string, InSeries[]>();
  for (const article of articles) {
    if (article.series === undefined) continue;
    if (!series.has(article.series)) series.set(article.series, []);
    series.get(article.series)!.unshift(article);
  }
  return series;
});

/** The parts of the series that an article is one of, itself among them; empty without a series. */
export function partsAround(article: Article, library: Pick<Library, 'articles'>): readonly Article[] {
  const parts = article.series === undefined ? [] : (seriesOf(library).get(article.series) ?? []);
  // A hidden part shows its reader the others, and none of them shows it.
  return parts.filter((part) => part === article || part.hidden !== true);
}

/** Where an article stands in its series, as machines read it: `part` counts from 1, the oldest first. */
export type SeriesPlace = { readonly name: string; readonly part: number; readonly of: number };

export function placeInSeries(article: Article, library: Pick<Library, 'articles'>): SeriesPlace | undefined {
  const { series: name } = article;
  if (name === undefined) return undefined;
  const parts = partsAround(article, library);
  return { name, part: parts.indexOf(article) + 1, of: parts.length };
}
