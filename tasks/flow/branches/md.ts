// The Markdown branch: each article byte for byte, the articles that are Agent Skills, and `/api/index.md`.
import { toPublicArticle } from '#pdc/article/article';
import { catalogText } from '#pdc/endpoints/index.md';
import { postMd } from '#pdc/endpoints/posts';
import { isSkill, skillMd } from '#pdc/endpoints/skills';
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';

export function* md(library: Library): Generator<OutputRow> {
  const { site } = library;
  for (const article of library.articles.map(toPublicArticle)) {
    yield toRow(`md ${article.slug}`, { article }, (args) => postMd(args.article));
    if (isSkill(article, site))
      yield toRow(`skill ${article.slug}`, { article, site }, (args) => skillMd(args.article, args.site));
  }
  yield indexMdRow(library.listed);
}

/** The row of `/api/index.md`, the list of the articles that are not hidden. */
export function indexMdRow(library: Library): OutputRow {
  const { site, articles } = cardsOf(library);
  return toRow('md', { site, articles }, catalogText);
}
