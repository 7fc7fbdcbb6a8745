// The JSON branch: each article as data, the list of all articles, and the schemas.
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
  for (const article of library.articles) {
    const args = { article: toPublicArticle(article), site, series: placeInSeries(article, library) };
    yield toRow(`json ${article.slug}`, args, ({ article: publicArticle, ...context }) =>
      postJson(publicArticle, context),
    );
  }
  yield* jsonLists(library.listed);
}

/** The list of all articles, and the schemas. */
export function* jsonLists(library: Library): Generator<OutputRow> {
  const { site, articles } = cardsOf(library);
  yield toRow('json', { site, articles }, catalog);
  yield toRow('schemas', { site }, (args) => schemaFiles(args.site));
}
