// Makes the files of each category: the list as data, and the texts of all its articles.
import { toPublicArticle } from '#pdc/article/article';
import { categoryJson, categoryMd } from '#pdc/endpoints/categories';
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';

export function* categories(library: Library): Generator<OutputRow> {
  const { site } = library;
  for (const group of cardsOf(library).categories)
    yield toRow(`categories ${group.slug} json`, { group, site }, (args) => categoryJson(args.group, args.site));
  for (const { slug, name, articles } of library.categories) {
    const group = { slug, name, articles: articles.map(toPublicArticle) };
    yield {
      ...toRow(`categories ${slug} md`, { group, site }, (args) => categoryMd(args.group, args.site)),
      later: true,
    };
  }
}
