// Makes sites from texts, for the tests of this folder: returns a library, or all files for machines.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import Vinyl from 'vinyl';
import { readFrontMatter } from '#pdc/article/front-matter';
import { toArticle } from '#pdc/article/article';
import type { Article } from '#pdc/article/article';
import type { Defect } from '#pdc/words/defect';
import type { Output } from '#pdc/text/document';
import { toLibrary } from '#pdc/library/library';
import type { Library } from '#pdc/library/library';
import { defaultSite } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { createTranslate } from '../../../tasks/adopt/translate.ts';
import { listStatics } from '../../../tasks/flow/statics.ts';
import { publish } from '../../../tasks/flow/publish.ts';
import { parse } from '../../../tasks/stages/parse.ts';
import type { Parsed, SourceFile } from '../../../tasks/stages/parse.ts';
import { chain } from '../../../tasks/stages/chain.ts';
import { articleText } from '../../support/articles.ts';
import type { Fields } from '../../support/articles.ts';
import { filesOf, fixtures } from '../../support/defects.ts';

export const siteWith = (own: Partial<Site> = {}): Site => ({
  ...defaultSite,
  title: '双声道',
  url: 'https://duplex.example',
  ...own,
});

export type Shelf = { readonly library: Library; readonly defects: readonly Defect[] };
export type ShelfOptions = { readonly site?: Site; readonly statics?: readonly string[]; readonly lenient?: boolean };

/** The library of files by path below the content folder. */
export async function shelve(
  files: Readonly<Record<string, string>>,
  { site = siteWith(), statics = [], lenient = false }: ShelfOptions = {},
): Promise<Shelf> {
  const sources = Object.entries(files).map(
    ([name, text]) => new Vinyl({ cwd: '/', base: '/', path: `/${name}`, contents: Buffer.from(text) }),
  );
  const parsed: Parsed[] = [];
  const translate = lenient ? createTranslate('/nowhere') : undefined;
  const stage = parse({ site, lenient, translate, read: readFileSync, nameOf: (file) => file.relative });
  for await (const file of chain(Readable.from(sources), stage)) parsed.push((file as SourceFile).parsed!);
  const candidates = parsed.flatMap(({ candidate }) => (candidate ? [candidate] : []));
  const { library, defects } = toLibrary({ candidates, site, statics: new Set(statics), lenient });
  return { library, defects: [...parsed.flatMap((one) => one.defects), ...defects] };
}

/** `rule severity` of every defect, in order. */
export const told = (defects: readonly Defect[]): string[] =>
  defects.map(({ rule, severity }) => `${rule} ${severity}`);

/** One article as the build reads it, even if it has errors. */
export function article(fields: Fields = {}, body?: string, { name = 'algo-one.md', site = siteWith() } = {}): Article {
  const frontMatter = readFrontMatter(articleText(fields, body));
  if ('findings' in frontMatter) throw new Error(JSON.stringify(frontMatter.findings));
  return toArticle({ source: name, frontMatter, site }).article;
}

/** Every file for machines and crawlers that a build makes from a library, by site path. */
export async function machineFiles(library: Library): Promise<Map<string, string>> {
  const { files: statics } = listStatics(path.join(fixtures, 'static'), library.site);
  const articlesFound = library.articles.length;
  const edition = { library, statics, defects: [], articlesFound, lenient: false, sources: new Map() };
  const files = new Map<string, string>();
  for (const file of await filesOf(publish(edition, { minified: false }))) {
    if (/\.(?:json|md|txt|xml)$|^\/\.nojekyll$/.test(file.path)) files.set(file.path, String(file.contents));
  }
  return files;
}

/** The text of an output, which may be text or bytes. */
export const textOf = ({ contents }: Output): string => Buffer.from(contents).toString();

/** Makes `count` articles, one day apart. The oldest is `algo-n0x`. `fields` may differ by index. */
export function articlesOf(count: number, fields: (index: number) => Fields = () => ({})): Record<string, string> {
  const day = (index: number): string => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const date = `${day(index)} 08:00:00`;
      return [
        `algo-n${index}x.md`,
        articleText({ title: `"第 ${index} 篇"`, date, ...fields(index) }, `正文 ${index}。\n`),
      ];
    }),
  );
}
