// Searches sites that do not publish a search index. The search reads only the list of articles, which has titles,
// names and descriptions.
import { defaultCategoryMap, defaultTagMap } from '../site/defaults.ts';
import { fold, toOwnSlug } from '../text/fold.ts';
import type { Entry } from '../site/schema.ts';
import { UnknownName } from './search.ts';
import type { SearchRequest, SearchResult } from './search.ts';
import { alternativesOf } from './alternatives.ts';
import { normalize, toTokens } from './terms.ts';
import type { Token } from './terms.ts';

/**
 * Finds the articles that pass the filters and have every word of at least one alternative of the query. Articles that
 * match more alternatives come first, then newer articles.
 */
export function searchEntries(entries: readonly Entry[], request: SearchRequest): SearchResult {
  const { query = '', category = '', tag = '', since = '', until = '9999', limit, offset = 0 } = request;
  const [categories, tags] = [namesMeant(entries, 'category', category), namesMeant(entries, 'tag', tag)];
  const alternatives = alternativesOf(query).map((text) => toTokens(normalize(text)));
  const fitting = (entry: Entry): number =>
    alternatives.filter((tokens) => tokens.length > 0 && tokens.every((token) => isIn(textOf(entry), token))).length;
  const matches = entries
    .filter(
      ({ date, ...entry }) =>
        date >= since && date <= until && bears(entry.categories, categories) && bears(entry.tags, tags),
    )
    .map((entry) => ({ entry, fits: fitting(entry) }))
    .filter(({ fits }) => fits > 0 || alternatives.length === 0)
    .sort((a, b) => b.fits - a.fits)
    .map(({ entry }) => entry);
  return { total: matches.length, posts: matches.slice(offset, offset + limit) };
}

const textOf = ({ title, slug, categories, tags, description }: Entry): string =>
  fold([title, slug, ...categories, ...tags, description].join('\n'));

const isIn = (text: string, token: Token): boolean =>
  token.kind === 'han' ? text.includes(token.characters) : token.terms.some((term) => text.includes(term));

const bears = (names: readonly string[], name: string | undefined): boolean =>
  name === undefined || names.some((listedName) => fold(listedName) === name);

/**
 * The folded name that a name or slug means; undefined for an empty text, which means every article. Throws
 * `UnknownName`.
 */
function namesMeant(entries: readonly Entry[], kind: 'category' | 'tag', nameOrSlug: string): string | undefined {
  const folded = fold(nameOrSlug);
  if (folded === '') return undefined;
  const names = namesIn(entries, kind === 'category' ? 'categories' : 'tags').map(({ name }) => name);
  const match = names.find((name) => fold(name) === folded) ?? names.find((name) => slugOf(kind, name) === folded);
  if (match === undefined) throw new UnknownName({ kind, names });
  return fold(match);
}

const slugOf = (kind: 'category' | 'tag', name: string): string | undefined =>
  (kind === 'category' ? defaultCategoryMap : defaultTagMap)[name] ?? toOwnSlug(name);

/** Every category or tag of the articles, in the order of first use. */
export function namesIn(
  entries: readonly Entry[],
  kind: 'categories' | 'tags',
): { readonly name: string; readonly post_count: number }[] {
  const counts = new Map<string, { name: string; post_count: number }>();
  for (const name of entries.flatMap((entry) => entry[kind])) {
    const count = counts.get(fold(name)) ?? { name, post_count: 0 };
    count.post_count += 1;
    counts.set(fold(name), count);
  }
  return [...counts.values()];
}
