// The machine branch: one file per endpoint.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Article } from '#pdc/article/article';
import { catalog } from '#pdc/endpoints/index.json';
import { catalogText } from '#pdc/endpoints/index.md';
import { categoryJson, categoryMd } from '#pdc/endpoints/categories';
import type { Group } from '#pdc/library/terms';
import type { Library } from '#pdc/library/library';
import { llms } from '#pdc/endpoints/llms.txt';
import { llmsFull } from '#pdc/endpoints/llms-full.txt';
import { countParts } from '#pdc/endpoints/parts';
import { postJson, postMd } from '#pdc/endpoints/posts';
import { isSkill, skillMd } from '#pdc/endpoints/skills';
import { placeInSeries } from '#pdc/library/series';
import { schemaFiles } from '#pdc/schema';
import { searchFiles } from '#pdc/endpoints/search';
import { root } from '../../settings/settings.ts';
import type { Keys } from '../keys.ts';
import type { Edition } from '../read.ts';
import { makeOutputs } from '../reuse.ts';
import type { Branch, OutputRow } from '../reuse.ts';

export type MachineOptions = {
  readonly keys: Keys;
  /** `false` leaves out the files that hold all texts, which a watcher makes when it is idle. */
  readonly merged: boolean;
};

export function machine({ library, edits }: Edition, options: MachineOptions): Branch<OutputRow> {
  const articles = edits ? edits.entries.filter((entry) => entry.layout === 'post') : library.articles;
  const lists = edits && !edits.isListed ? [] : indexRows(library.listed, options.keys);
  const merged = options.merged ? mergedRows(library.listed, options.keys) : [];
  return {
    rows: [...postRows(articles, { ...options, library }), ...lists, ...merged],
    make: makeOutputs,
  };
}

function* postRows(
  articles: readonly Article[],
  { keys, library }: MachineOptions & { library: Library },
): Generator<OutputRow> {
  for (const article of articles) {
    yield {
      name: `api ${article.slug}`,
      key: () => keys.articleKey(article),
      make: () => [
        postMd(article),
        postJson(article, { site: library.site, series: placeInSeries(article, library) }),
        ...(isSkill(article, library.site) ? [skillMd(article, library.site)] : []),
      ],
    };
  }
}

/** The files that list articles without their texts, and the schemas. */
export function* indexRows(library: Library, { listKey }: Keys): Generator<OutputRow> {
  const { site, articles, categories } = library;
  yield { name: 'index', key: () => listKey(articles), make: () => catalog(library) };
  for (const group of categories) {
    const key = (): string => listKey(group.articles, nameOf(group));
    yield { name: `list ${group.slug}`, key, make: () => categoryJson(group, site) };
  }
  const slugs = (): string => JSON.stringify(categories.map(nameOf));
  yield { name: 'index text', key: () => listKey(articles, slugs()), make: () => catalogText(library) };
  const otherContent = (): string => JSON.stringify([countParts(articles, site), ...categories.map(nameOf)]);
  yield { name: 'llms', key: () => listKey(articles, otherContent()), make: () => llms(library) };
  yield { name: 'schemas', key: () => listKey([]), make: () => schemaFiles(site) };
}

/** The files that hold the texts of all articles, or of all of a category. */
export function* mergedRows(library: Library, { textsKey }: Keys): Generator<OutputRow> {
  const { site, articles, categories } = library;
  for (const group of categories) {
    const key = (): string => textsKey(group.articles, nameOf(group));
    yield { name: `texts ${group.slug}`, key, make: () => categoryMd(group, site) };
  }
  yield { name: 'llms-full', key: () => textsKey(articles), make: () => llmsFull(library) };
  yield { name: 'search', key: () => textsKey(articles), make: () => searchFiles(library) };
}

const nameOf = ({ name, slug }: Group): string => JSON.stringify([name, slug]);

/** The version of this product. */
export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
