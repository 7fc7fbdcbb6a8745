// The machine branch: one file per endpoint.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Article } from '#pdc/article/article';
import { catalog } from '#pdc/endpoints/index.json';
import { categoryJson, categoryMd } from '#pdc/endpoints/categories';
import type { Group } from '#pdc/library/terms';
import type { Library } from '#pdc/library/library';
import { listed } from '#pdc/library/listed';
import { llms } from '#pdc/endpoints/llms.txt';
import { llmsFull } from '#pdc/endpoints/llms-full.txt';
import { countParts } from '#pdc/endpoints/parts';
import { postJson, postMd } from '#pdc/endpoints/posts';
import { schemaFiles } from '#pdc/schema';
import { searchFiles } from '#pdc/endpoints/search';
import { root } from '../settings/settings.ts';
import type { Keys } from './keys.ts';
import type { Edition } from './read.ts';
import { makeOutputs } from './reuse.ts';
import type { Branch, OutputRow } from './reuse.ts';

export type MachineOptions = {
  readonly keys: Keys;
  /** `false` leaves out what holds all texts, which a watcher makes when there is time. */
  readonly merged: boolean;
};

export function machine({ library, edits }: Edition, options: MachineOptions): Branch<OutputRow> {
  const articles = edits ? edits.entries.filter((entry) => entry.layout === 'post') : library.articles;
  const told = listed(library);
  const lists = edits && !edits.isListed ? [] : indexRows(told, options.keys);
  const merged = options.merged ? mergedRows(told, options.keys) : [];
  return {
    rows: [...postRows(articles, { ...options, library }), ...lists, ...merged],
    make: makeOutputs,
  };
}

function* postRows(
  articles: readonly Article[],
  { keys, library: { site } }: MachineOptions & { library: Library },
): Generator<OutputRow> {
  for (const article of articles) {
    yield {
      name: `api ${article.slug}`,
      key: () => keys.ofArticle(article),
      make: () => [postMd(article), postJson(article, site)],
    };
  }
}

/** What tells of articles without their texts, and the schemas, which tell of none. */
export function* indexRows(library: Library, { ofList }: Keys): Generator<OutputRow> {
  const { site, articles, categories } = library;
  yield { name: 'index', key: () => ofList(articles), make: () => catalog(library) };
  for (const group of categories) {
    const key = (): string => ofList(group.articles, nameOf(group));
    yield { name: `list ${group.slug}`, key, make: () => categoryJson(group, site) };
  }
  const says = (): string => JSON.stringify([countParts(articles, site), ...categories.map(nameOf)]);
  yield { name: 'llms', key: () => ofList(articles, says()), make: () => llms(library) };
  yield { name: 'schemas', key: () => ofList([]), make: () => schemaFiles(site) };
}

/** What holds the texts of all articles, or of all of a category. */
export function* mergedRows(library: Library, { ofTexts }: Keys): Generator<OutputRow> {
  const { site, articles, categories } = library;
  for (const group of categories) {
    const key = (): string => ofTexts(group.articles, nameOf(group));
    yield { name: `texts ${group.slug}`, key, make: () => categoryMd(group, site) };
  }
  yield { name: 'all texts', key: () => ofTexts(articles), make: () => llmsFull(library) };
  yield { name: 'search', key: () => ofTexts(articles), make: () => searchFiles(library) };
}

const nameOf = ({ name, slug }: Group): string => JSON.stringify([name, slug]);

/** The version of this product. */
export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
