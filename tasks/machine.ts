// The machine branch: one file per endpoint.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type Vinyl from 'vinyl';
import { catalog } from '#pdc/catalog';
import { categoryJson, categoryMd } from '#pdc/categories';
import type { Output } from '#pdc/document';
import type { Library } from '#pdc/library';
import { llms } from '#pdc/llms';
import { llmsFull } from '#pdc/llms-full';
import { manifest } from '#pdc/manifest';
import { postJson, postMd } from '#pdc/post';
import { schemaFiles } from '#pdc/schema';
import { searchIndex } from '#pdc/search-index';
import { readDocuments } from './assets.ts';
import type { Edition } from './read.ts';
import { root } from './settings.ts';
import { account } from './stages/account.ts';
import { eachArticle } from './stages/each-article.ts';
import { toOutputFile } from './stages/vinyl.ts';
import { chain, inTurn } from './streams.ts';

export function machine({ library, statics }: Edition): Readable {
  const posts = chain(
    library.articles,
    eachArticle(postMd, (article) => postJson(article, library.site)),
  );
  return chain(
    inTurn<Vinyl>(posts, aggregates(library), readDocuments(statics)),
    account({ sha256, manifest: (sizeOf) => manifest(library, { sizeOf, version }) }),
  );
}

/** What is made of all articles, one at a time: the largest of them need not be in memory together. */
export function* aggregates(library: Library): Generator<Vinyl.BufferFile> {
  const { site, categories } = library;
  const makers: (() => Output | Output[])[] = [
    () => catalog(library),
    ...categories.flatMap((group) => [() => categoryJson(group, site), () => categoryMd(group, site)]),
    () => llms(library),
    () => llmsFull(library),
    () => searchIndex(library),
    () => schemaFiles(site),
  ];
  for (const make of makers) yield* [make()].flat().map(toOutputFile);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
