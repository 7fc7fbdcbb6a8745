// Search over the list of articles alone, for sites that publish no search index: it knows titles, names and descriptions.
import { defaultCategoryMap, defaultTagMap } from '#pdc/defaults';
import { fold, toOwnSlug } from '#pdc/fold';
import type { Entry } from '#pdc/schema';
import { UnknownName } from '#pdc/search/search';
import type { SearchRequest, SearchResult } from '#pdc/search/search';
import { normalize, toTokens } from '#pdc/search/terms';
import type { Token } from '#pdc/search/terms';

/** The articles that hold every word of the query and pass the filters, the newest first. */
export function searchEntries(entries: readonly Entry[], request: SearchRequest): SearchResult {
  const { query = '', category = '', tag = '', since = '', until = '9999', limit, offset = 0 } = request;
  const [categories, tags] = [namesMeant(entries, 'category', category), namesMeant(entries, 'tag', tag)];
  const tokens = toTokens(normalize(query));
  if (query.trim() !== '' && tokens.length === 0) return { total: 0, posts: [] };
  const found = entries.filter(
    (entry) =>
      entry.date >= since &&
      entry.date <= until &&
      bears(entry.categories, categories) &&
      bears(entry.tags, tags) &&
      tokens.every((token) => isIn(textOf(entry), token)),
  );
  return { total: found.length, posts: found.slice(offset, offset + limit) };
}

const textOf = ({ title, slug, categories, tags, description }: Entry): string =>
  fold([title, slug, ...categories, ...tags, description].join('\n'));

const isIn = (text: string, token: Token): boolean =>
  token.kind === 'han' ? text.includes(token.characters) : token.terms.some((term) => text.includes(term));

const bears = (own: readonly string[], name: string | undefined): boolean =>
  name === undefined || own.some((one) => fold(one) === name);

/** The folded name that a name or slug means; undefined where every article is meant. */
function namesMeant(entries: readonly Entry[], kind: 'category' | 'tag', wanted: string): string | undefined {
  const folded = fold(wanted);
  if (folded === '') return undefined;
  const names = namesIn(entries, kind === 'category' ? 'categories' : 'tags').map(({ name }) => name);
  const found = names.find((name) => fold(name) === folded) ?? names.find((name) => slugOf(kind, name) === folded);
  if (found === undefined) throw new UnknownName({ kind, names });
  return fold(found);
}

const slugOf = (kind: 'category' | 'tag', name: string): string | undefined =>
  (kind === 'category' ? defaultCategoryMap : defaultTagMap)[name] ?? toOwnSlug(name);

/** Every category or tag that an article names, in the order in which they first come. */
export function namesIn(
  entries: readonly Entry[],
  kind: 'categories' | 'tags',
): { readonly name: string; readonly post_count: number }[] {
  const found = new Map<string, { name: string; post_count: number }>();
  for (const name of entries.flatMap((entry) => entry[kind])) {
    const one = found.get(fold(name)) ?? { name, post_count: 0 };
    one.post_count += 1;
    found.set(fold(name), one);
  }
  return [...found.values()];
}
