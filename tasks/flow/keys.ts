// Cache keys: each is a hash of everything that a row's files are made of, so equal keys mean equal bytes. No key holds a
// trace of a locked text: it has the article's public metadata and the stamp of its file instead.
import { createHash } from 'node:crypto';
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import { createDependencies } from '#pdc/library/dependencies';
import type { Library } from '#pdc/library/library';
import { placeInSeries } from '#pdc/library/series';
import type { Link } from '#pdc/markdown/render';
import { remember } from '#pdc/remember';
import { ownParts } from '../theme/parts/own-parts.ts';
import { createSizes } from './image-sizes.ts';
import type { Edition } from './read.ts';

export type Keys = {
  /** The key of the machine files of one article. */
  readonly articleKey: (article: Article) => string;
  /** The key of a page, given the links in its text. Undefined for a locked text whose file has no stamp yet. */
  readonly pageKey: (entry: Article | Page, links: readonly Link[]) => string | undefined;
  /** The key of a file that these arguments make: data of which equal texts mean equal files. */
  readonly argsKey: (args: readonly unknown[]) => string;
  /** The key of a list that shows the metadata of these articles, and `otherContent`, any other text that it shows. */
  readonly listKey: (articles: readonly Article[], otherContent?: string) => string;
  /** The key of a file that holds the texts of these articles. */
  readonly textsKey: (articles: readonly Article[], otherContent?: string) => string;
};

export function createKeys({ library, statics, stamps }: Pick<Edition, 'library' | 'statics' | 'stamps'>): Keys {
  const siteKey = siteHash(library.site);
  const navigation = lazily(() => hash(...library.pages.flatMap(({ slug, title }) => [slug, title])));
  const dependenciesOf = lazily(() => createDependencies(library, createSizes(statics)));
  return {
    articleKey: (article) => hash(siteKey, entryHash(article), JSON.stringify(placeInSeries(article, library) ?? '')),
    pageKey(entry, links) {
      const stamp = isLocked(entry) ? stamps?.get(entry.source) : '';
      if (stamp === undefined) return undefined;
      return hash(siteKey, entryHash(entry), stamp, ...dependenciesOf()(entry, links), ...ownPartTexts(entry, library));
    },
    argsKey: (args) => hash(siteKey, JSON.stringify(args)),
    listKey: (articles, otherContent = '') =>
      hash(siteKey, navigation(), otherContent, articles.map(metadataHash).join('')),
    textsKey: (articles, otherContent = '') => hash(siteKey, otherContent, articles.map(entryHash).join('')),
  };
}

const siteHash = remember((site: Library['site']): string => hash(JSON.stringify(site)));

const entryHash = remember((entry: Article | Page): string =>
  hash(metadataHash(entry), isLocked(entry) ? '' : entry.raw),
);

/** The parts that the owner's functions add to a page; they may depend on more than the article. */
const ownPartTexts = (entry: Article | Page, library: Library): string[] =>
  entry.layout === 'post' ? Object.values(ownParts(entry, library)).map(String) : [];

/** A hash of an entry's metadata, without its body and its positions in the file. */
const metadataHash = remember((entry: Article | Page): string => hash(JSON.stringify({ ...entry, ...bodyKeys })));

const bodyKeys = { raw: undefined, rawLine: undefined, rawLines: undefined, text: undefined };

/** Hashes the length of each part too, so that different lists of parts never give one text. */
function hash(...parts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(`${part.length}\n${part}`);
  return digest.digest('base64');
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
