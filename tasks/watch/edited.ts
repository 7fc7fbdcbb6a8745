// A library in which some entries say something else, where that changes nothing of what the library is: who stands
// where, under which address and which terms.
import type { Article, Page } from '#pdc/article';
import { isSameList } from '#pdc/dependencies';
import type { Group, Library } from '#pdc/library';

export type Entry = Article | Page;

/** By the entry before. */
export type Replacements = ReadonlyMap<Entry, Entry>;

/** What may differ of two readings of one file, while everything else of the site stays what it is. */
const ownWords: Readonly<Record<Entry['layout'], ReadonlySet<string>>> = {
  post: new Set(['title', 'description', 'updated', 'prompt_args', 'raw', 'rawLine', 'placeOf']),
  // A page's title stands in the navigation of all others.
  page: new Set(['description', 'updated', 'raw', 'rawLine']),
};

/** Whether an entry can stand in the place of another without a look at the rest of the site. */
export function isSamePlace(before: Entry, after: Entry): boolean {
  if (before.layout !== after.layout || isLocked(before) || isLocked(after)) return false;
  const [a, b] = [before, after].map((entry) => new Map<string, unknown>(Object.entries(entry)));
  return [...new Set([...a!.keys(), ...b!.keys()])].every(
    (key) => ownWords[before.layout].has(key) || isSameValue(a!.get(key), b!.get(key)),
  );
}

const isLocked = (entry: Entry): boolean => entry.layout === 'post' && entry.encrypted;

function isSameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return isSameList(a, b);
  return a === b || (isMoment(a) && isMoment(b) && a.text === b.text && a.iso === b.iso);
}

const isMoment = (value: unknown): value is { text: string; iso: string } =>
  typeof value === 'object' && value !== null && 'text' in value && 'iso' in value;

/** An entry that was read again, as its library would have it: with the names of its terms, and what the library mended. */
export function inPlaceOf(before: Entry, after: Entry): Entry {
  if (before.layout === 'page' || after.layout === 'page') return after;
  const { categories, tags, aliases, cover } = before;
  const { cover: _written, ...rest } = after;
  return Object.freeze({ ...rest, categories, tags, aliases, ...(cover === undefined ? {} : { cover }) });
}

/** The groups of a library that hold some of these articles. */
export function groupsOf(
  { categories, tags, categoryOf, tagOf }: Library,
  articles: readonly Article[],
): { readonly categories: readonly Group[]; readonly tags: readonly Group[] } {
  const slugs = {
    categories: new Set(articles.flatMap((article) => article.categories.map((name) => categoryOf(name).slug))),
    tags: new Set(articles.flatMap((article) => article.tags.map((name) => tagOf(name).slug))),
  };
  return {
    categories: categories.filter(({ slug }) => slugs.categories.has(slug)),
    tags: tags.filter(({ slug }) => slugs.tags.has(slug)),
  };
}

export function withEntries(library: Library, replaced: Replacements): Library {
  const articles = [...replaced.keys()].filter((entry) => entry.layout === 'post');
  const touched = groupsOf(library, articles);
  const swapIn = (groups: readonly Group[], some: readonly Group[]): Group[] =>
    groups.map((group) => (some.includes(group) ? { ...group, articles: swap(group.articles, replaced) } : group));
  return {
    ...library,
    articles: swap(library.articles, replaced),
    pages: swap(library.pages, replaced),
    categories: swapIn(library.categories, touched.categories),
    tags: swapIn(library.tags, touched.tags),
  };
}

/** By search and copy, which cost nothing beside ten thousand look-ups. */
function swap<T extends Entry>(entries: readonly T[], replaced: Replacements): readonly T[] {
  const swapped = [...entries];
  for (const [before, after] of replaced) {
    const at = entries.indexOf(before as T);
    if (at !== -1) swapped[at] = after as T;
  }
  return swapped;
}
