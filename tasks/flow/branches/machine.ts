// The machine branch: one file per endpoint.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { toPublicArticle } from '#pdc/article/article';
import type { Article, PublicArticle } from '#pdc/article/article';
import type { Outputs } from '#pdc/document';
import { categoryJson, categoryMd } from '#pdc/endpoints/categories';
import { catalog } from '#pdc/endpoints/index.json';
import { catalogText } from '#pdc/endpoints/index.md';
import { llmsFull } from '#pdc/endpoints/llms-full.txt';
import { llms } from '#pdc/endpoints/llms.txt';
import { countParts } from '#pdc/endpoints/parts';
import { postJson, postMd } from '#pdc/endpoints/posts';
import type { PostContext } from '#pdc/endpoints/posts';
import { searchFiles } from '#pdc/endpoints/search';
import { isSkill, skillMd } from '#pdc/endpoints/skills';
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { placeInSeries } from '#pdc/library/series';
import { schemaFiles } from '#pdc/schema';
import { root } from '../../settings/settings.ts';
import type { Edition } from '../read.ts';
import { makeOutputs, toRow } from '../reuse.ts';
import type { Branch, OutputRow } from '../reuse.ts';

/** `merged: false` leaves out the files that hold all texts, which a watcher makes when it is idle. */
export function machine({ library, edits }: Edition, merged: boolean): Branch<OutputRow> {
  const articles = edits ? edits.entries.filter((entry) => entry.layout === 'post') : library.articles;
  return {
    rows: [
      ...postRows(articles, library),
      ...(edits && !edits.isListed ? [] : indexRows(library.listed)),
      ...(merged ? mergedRows(library.listed) : []),
    ],
    make: makeOutputs,
  };
}

function* postRows(articles: readonly Article[], library: Library): Generator<OutputRow> {
  const { site } = library;
  for (const article of articles) {
    const args = { article: toPublicArticle(article), site, series: placeInSeries(article, library) };
    yield toRow(`api ${article.slug}`, args, postFiles);
  }
}

function* postFiles({ article, ...context }: PostContext & { readonly article: PublicArticle }): Outputs {
  yield postMd(article);
  yield postJson(article, context);
  if (isSkill(article, context.site)) yield skillMd(article, context.site);
}

/** The files that list articles without their texts, and the schemas. */
export function* indexRows(library: Library): Generator<OutputRow> {
  const { site, articles, categories } = cardsOf(library);
  yield toRow('index', { site, articles }, catalog);
  for (const group of categories) {
    yield toRow(`list ${group.slug}`, { group, site }, (args) => categoryJson(args.group, args.site));
  }
  yield toRow('index text', { site, articles }, catalogText);
  yield toRow('llms', { site, articles, parts: countParts(library.articles, site) }, llms);
  yield toRow('schemas', { site }, (args) => schemaFiles(args.site));
}

/** The files that hold the texts of all articles, or of all of a category. */
export function* mergedRows(library: Library): Generator<OutputRow> {
  const { site } = library;
  const articles = library.articles.map(toPublicArticle);
  const { categories, tags } = cardsOf(library);
  for (const { slug, name, articles: carriers } of library.categories) {
    const group = { slug, name, articles: carriers.map(toPublicArticle) };
    yield toRow(`texts ${slug}`, { group, site }, (args) => categoryMd(args.group, args.site));
  }
  yield toRow('llms-full', { site, articles }, llmsFull);
  yield toRow('search', { site, articles, categories, tags }, searchFiles);
}

/** The version of this product. */
export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
