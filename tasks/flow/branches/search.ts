// Makes the search index.
import { toPublicArticle } from '#pdc/article/article';
import { searchFiles } from '#pdc/endpoints/search';
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';

export function search(library: Library): OutputRow[] {
  const { site, categories, tags } = cardsOf(library);
  const articles = library.articles.map(toPublicArticle);
  return [{ ...toRow('search', { site, articles, categories, tags }, searchFiles), later: true }];
}
