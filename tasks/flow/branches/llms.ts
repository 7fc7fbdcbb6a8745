// Makes `llms.txt`, where agents begin, and `llms-full.txt`, which contains all texts.
import { toPublicArticle } from '#pdc/article/article';
import { llmsFull } from '#pdc/endpoints/llms-full.txt';
import { llms as llmsTxt } from '#pdc/endpoints/llms.txt';
import { countParts } from '#pdc/endpoints/parts';
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';

export function llms(library: Library): OutputRow[] {
  const { site, articles } = cardsOf(library);
  /** The number of parts of `llms-full.txt`, which `llms.txt` mentions. */
  const parts = countParts(library.articles, site);
  return [toRow('llms', { site, articles, parts }, llmsTxt)];
}

export const llmsFullRow = ({ site, articles }: Library): OutputRow => ({
  ...toRow('llms-full', { site, articles: articles.map(toPublicArticle) }, llmsFull),
  later: true,
});
