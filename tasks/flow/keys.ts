// What each row of the output is made of, as a short text: the same key, the same bytes. No key says anything of what is
// locked: of such an article only what everybody may read counts.
import { createHash } from 'node:crypto';
import type Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import { createDependencies } from '#pdc/library/dependencies';
import type { Library } from '#pdc/library/library';
import type { Link } from '#pdc/markdown/render';
import { ownParts } from '../theme/own-parts.ts';
import { createSizes } from './image-sizes.ts';

export type Keys = {
  /** Of what machines read of one article. */
  readonly ofArticle: (article: Article) => string;
  /** Of a page, given the links in its text. Undefined where it is made of a locked text. */
  readonly ofPage: (entry: Article | Page, links: readonly Link[]) => string | undefined;
  /** Of what shows some articles by titles, dates and descriptions, and of whatever else it says. */
  readonly ofList: (articles: readonly Article[], says?: string) => string;
  /** Of what holds the texts of some articles. */
  readonly ofTexts: (articles: readonly Article[], says?: string) => string;
};

// An entry and a site are frozen: what follows from them is made once.
const wholes = new WeakMap<Article | Page, string>();
const lines = new WeakMap<Article | Page, string>();
const sites = new WeakMap<Library['site'], string>();

export function createKeys({ library, statics }: { library: Library; statics: readonly Vinyl[] }): Keys {
  const siteKey = remembered(sites, library.site, (site) => hash(JSON.stringify(site)));
  const navigation = lazily(() => hash(...library.pages.flatMap(({ slug, title }) => [slug, title])));
  const dependenciesOf = lazily(() => createDependencies(library, createSizes(statics)));
  return {
    ofArticle: (article) => hash(siteKey, wholeOf(article)),
    ofPage: (entry, links) =>
      isLocked(entry)
        ? undefined
        : hash(siteKey, wholeOf(entry), ...dependenciesOf()(entry, links), ...ownTexts(entry, library.site)),
    ofList: (articles, says = '') => hash(siteKey, navigation(), says, articles.map(lineOf).join('')),
    ofTexts: (articles, says = '') => hash(siteKey, says, articles.map(wholeOf).join('')),
  };
}

const wholeOf = (entry: Article | Page): string =>
  remembered(wholes, entry, () => hash(lineOf(entry), isLocked(entry) ? '' : entry.raw));

/** What the owner's functions put on it: they may look at more than the article. */
const ownTexts = (entry: Article | Page, site: Library['site']): string[] =>
  entry.layout === 'post' ? Object.values(ownParts(entry, site)).map(String) : [];

/** Of all but the text, and where things stand in the file. */
const lineOf = (entry: Article | Page): string =>
  remembered(lines, entry, () => hash(JSON.stringify({ ...entry, ...notShown })));

const notShown = { raw: undefined, rawLine: undefined, rawLines: undefined, text: undefined };

/** With the length of each part, so that no two lists of parts are one text. */
function hash(...parts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(`${part.length}\n${part}`);
  return digest.digest('base64');
}

function remembered<K extends object>(known: WeakMap<K, string>, of: K, make: (of: K) => string): string {
  const text = known.get(of) ?? make(of);
  known.set(of, text);
  return text;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
