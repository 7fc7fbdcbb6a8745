// The machine branch: one file per endpoint.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Article } from '#pdc/article';
import { catalog } from '#pdc/catalog';
import { categoryJson, categoryMd } from '#pdc/categories';
import type { Group, Library } from '#pdc/library';
import { llms } from '#pdc/llms';
import { llmsFull } from '#pdc/llms-full';
import { manifest } from '#pdc/manifest';
import { countParts } from '#pdc/parts';
import { postJson, postMd } from '#pdc/post';
import { schemaFiles } from '#pdc/schema';
import type { Digest } from '#pdc/schema';
import { searchIndex } from '#pdc/search-index';
import { root } from '../settings.ts';
import { digest } from '../stages/digest.ts';
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
  const lists = edits && !edits.isListed ? [] : indexRows(library, options.keys);
  const merged = options.merged ? mergedRows(library, options.keys) : [];
  return {
    rows: [...postRows(articles, { ...options, library }), ...lists, ...merged],
    make: makeOutputs,
  };
}

/** The end of the branch: what its files weigh, the manifest and the digests. */
export const accounts = (library: Library, known: Map<string, Digest>): NodeJS.ReadWriteStream =>
  digest({ sha256, known, manifest: (sizeOf) => manifest(library, { sizeOf, version }) });

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
  yield { name: 'search', key: () => ofTexts(articles), make: () => searchIndex(library) };
}

const nameOf = ({ name, slug }: Group): string => JSON.stringify([name, slug]);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The version of this product. */
export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
