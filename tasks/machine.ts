// The machine branch: one file per endpoint.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type Vinyl from 'vinyl';
import type { Article } from '#pdc/article';
import { catalog } from '#pdc/catalog';
import { categoryJson, categoryMd } from '#pdc/categories';
import type { Output } from '#pdc/document';
import type { Library } from '#pdc/library';
import { llms } from '#pdc/llms';
import { llmsFull } from '#pdc/llms-full';
import { manifest } from '#pdc/manifest';
import { postJsonPath, postMdPath } from '#pdc/paths';
import { postJson, postMd } from '#pdc/post';
import { schemaFiles } from '#pdc/schema';
import { searchIndex } from '#pdc/search-index';
import { readDocuments } from './assets.ts';
import { nothingKept } from './cache/kept.ts';
import type { Keeping } from './cache/kept.ts';
import type { Edition } from './read.ts';
import { root } from './settings.ts';
import { account } from './stages/account.ts';
import { eachArticle } from './stages/each-article.ts';
import { toOutputFile } from './stages/vinyl.ts';
import { chain, inTurn } from './streams.ts';

export function machine({ library, statics }: Edition, keeping: Keeping = nothingKept): Readable {
  return chain(
    inTurn<Vinyl>(posts(library, keeping), aggregates(library, keeping), readDocuments(statics)),
    account({ sha256, manifest: (sizeOf) => manifest(library, { sizeOf, version }) }),
  );
}

async function* posts({ articles, site }: Library, { kept, keys }: Keeping): AsyncGenerator<Vinyl> {
  const groups = new Map<string, { name: string; key: string }>();
  const stale: Article[] = [];
  for (const article of articles) {
    const group = { name: `api ${article.slug}`, key: keys.ofArticle(article) };
    const standing = kept.standing(group);
    if (standing) yield* standing;
    else stale.push(article);
    for (const path of [postMdPath(article.slug), postJsonPath(article.slug)]) groups.set(path, group);
  }
  const made = chain(
    stale,
    eachArticle(postMd, (article) => postJson(article, site)),
  );
  for await (const file of made) yield kept.mark(file as Vinyl, groups.get((file as Vinyl).path)!);
}

/** What is made of all articles, one at a time: the largest of them need not be in memory together. */
export function* aggregates(library: Library, { kept, keys }: Keeping = nothingKept): Generator<Vinyl> {
  const { site, categories } = library;
  const makers: Maker[] = [
    { make: () => catalog(library) },
    ...categories.flatMap((group) => [
      { name: `list ${group.slug}`, key: () => keys.ofGroup(group), make: () => categoryJson(group, site) },
      { name: `texts ${group.slug}`, key: () => keys.ofGroup(group), make: () => categoryMd(group, site) },
    ]),
    { make: () => llms(library) },
    { name: 'all texts', key: keys.ofTexts, make: () => llmsFull(library) },
    { name: 'search', key: keys.ofTexts, make: () => searchIndex(library) },
    { make: () => schemaFiles(site) },
  ];
  for (const { name, key, make } of makers) {
    const group = name === undefined ? undefined : { name, key: key!() };
    const standing = group && kept.standing(group);
    if (standing) {
      yield* standing;
      continue;
    }
    const made = make();
    for (const output of Symbol.iterator in made ? made : [made]) {
      const file = toOutputFile(output);
      yield group ? kept.mark(file, group) : file;
    }
  }
}

/** What has a name may be kept from one build to the next. */
type Maker = { readonly name?: string; readonly key?: () => string; readonly make: () => Output | Iterable<Output> };

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The product's. */
export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
