// The JSON branch: each article as data, the list of all, and the schemas.
import { toPublicArticle } from '#pdc/article/article';
import { catalog } from '#pdc/endpoints/index.json';
import { postJson } from '#pdc/endpoints/posts';
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { placeInSeries } from '#pdc/library/series';
import { schemaFiles } from '#pdc/site/schema';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';

export function* json(library: Library): Generator<OutputRow> {
  const { site } = library;
  for (const one of library.articles) {
    const args = { article: toPublicArticle(one), site, series: placeInSeries(one, library) };
    yield toRow(`json ${one.slug}`, args, ({ article, ...context }) => postJson(article, context));
  }
  yield* jsonLists(library.listed);
}

/** The files that list articles. */
export function* jsonLists(library: Library): Generator<OutputRow> {
  const { site, articles } = cardsOf(library);
  yield toRow('json', { site, articles }, catalog);
  yield toRow('schemas', { site }, (args) => schemaFiles(args.site));
}
