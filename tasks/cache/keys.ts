// What each part of the output is made of, as short keys: the same key, the same bytes. No key says anything of what is
// locked: of such an article only what everybody may read counts.
import { createHash } from 'node:crypto';
import type Vinyl from 'vinyl';
import type { Article, Page } from '#pdc/article';
import { createDependencies } from '#pdc/dependencies';
import type { Group, Library } from '#pdc/library';
import type { Link } from '#pdc/markdown';
import { createSizes } from '../image-sizes.ts';

export type Keys = {
  /** Of what machines read of one article. */
  readonly ofArticle: (article: Article) => string;
  /** Of a page, given the links in its text. Nothing where it is made of a locked text. */
  readonly ofPage: (entry: Article | Page, links: readonly Link[]) => string | undefined;
  readonly ofGroup: (group: Group) => string;
  /** Of everything that shows articles by their titles and dates. */
  readonly ofLists: () => string;
  /** Of everything that holds all texts. */
  readonly ofTexts: () => string;
};

export function createKeys({ library, statics }: { library: Library; statics: readonly Vinyl[] }): Keys {
  const { site, articles, pages, pathBySource } = library;
  const known = new Map<Article | Page, string>();
  const keyOf = (entry: Article | Page): string => {
    const key = known.get(entry) ?? hash(factsOf(entry), isLocked(entry) ? '' : entry.raw);
    known.set(entry, key);
    return key;
  };
  const siteKey = hash(JSON.stringify(site));
  const dependenciesOf = createDependencies(library, createSizes(statics));
  return {
    ofArticle: (article) => hash(siteKey, keyOf(article)),
    ofPage: (entry, links) =>
      isLocked(entry) ? undefined : hash(siteKey, keyOf(entry), JSON.stringify(dependenciesOf(entry, links))),
    ofGroup: ({ name, slug, articles: members }) => hash(siteKey, name, slug, ...members.map(keyOf)),
    ofLists: () => hash(siteKey, ...[...articles, ...pages].map(factsOf), JSON.stringify([...pathBySource])),
    ofTexts: () => hash(siteKey, ...articles.map(keyOf)),
  };
}

export const isLocked = (entry: Article | Page): boolean => entry.layout === 'post' && entry.encrypted;

/** All but the text, the password, and where things stand in the file. */
const factsOf = (entry: Article | Page): string =>
  JSON.stringify({ ...entry, raw: undefined, rawLine: undefined, file: undefined, password: undefined });

/** With the length of each part, so that no two lists of parts are one text. */
function hash(...parts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(`${part.length}\n`).update(part);
  return digest.digest('base64');
}
