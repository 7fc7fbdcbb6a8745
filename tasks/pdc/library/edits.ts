// Edits: what some files say now, where that changes nothing of how the library is arranged: who stands where, under which
// address and which terms. Whatever else changed asks for a new library.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import type { Group } from './terms.ts';
import type { Library } from './library.ts';
import { withListed } from './listed.ts';
import { createShownArticles } from './shown-articles.ts';

type ContentEntry = Article | Page;

/** Some entries as they are now, by what they were in the library before. */
type Replacements = ReadonlyMap<ContentEntry, ContentEntry>;

export type Edits = {
  readonly entries: readonly ContentEntry[];
  /** Lists show some of them otherwise: a title, a description or the time of a change. */
  readonly isListed: boolean;
  /** Those whose titles changed, which other pages show. */
  readonly retitled: ReadonlySet<ContentEntry>;
};

export const noEdits: Edits = { entries: [], isListed: false, retitled: new Set() };

/** One file as it was read before and now. */
export type Reread = { readonly before: ContentEntry; readonly after: ContentEntry };

/** A library after some edits; undefined where they change its arrangement. */
export function withEdits(library: Library, reread: readonly Reread[]): { library: Library; edits: Edits } | undefined {
  const replaced = new Map<ContentEntry, ContentEntry>();
  for (const { before, after } of reread) {
    const entries: readonly ContentEntry[] = before.layout === 'post' ? library.articles : library.pages;
    const current = entries.find(({ source }) => source === before.source);
    if (!current || !canReplace(before, after)) return undefined;
    replaced.set(current, inPlaceOf(current, after));
  }
  const changed = (...keys: readonly ('title' | 'description' | 'updated')[]): ContentEntry[] =>
    [...replaced].flatMap(([before, after]) =>
      keys.some((key) => !isSameValue(before[key], after[key])) ? [after] : [],
    );
  const edits = {
    entries: [...replaced.values()],
    isListed: changed('title', 'description', 'updated').length > 0,
    retitled: new Set(changed('title')),
  };
  return { library: withEntries(library, replaced), edits };
}

/** The edited entries, and the articles whose pages show one whose title changed. */
export function entriesShowing({ entries, retitled }: Edits, library: Library): ContentEntry[] {
  const stale = new Set(entries);
  if (retitled.size === 0) return [...stale];
  const shownBy = createShownArticles(library);
  for (const article of library.articles)
    if (Object.values(shownBy(article)).some((shown) => shown.some((other) => retitled.has(other)))) stale.add(article);
  return [...stale];
}

/** Keys that may differ between two readings of one file while everything else of the site stays as it is. */
const ownWords: Readonly<Record<ContentEntry['layout'], ReadonlySet<string>>> = {
  post: new Set(['title', 'description', 'updated', 'prompt_args', 'raw', 'rawLine', 'rawLines']),
  // A page's title stands in the navigation of all others.
  page: new Set(['description', 'updated', 'raw', 'rawLine', 'rawLines']),
};

/** Whether an entry can stand in the place of another without a look at the rest of the site. */
function canReplace(before: ContentEntry, after: ContentEntry): boolean {
  if (before.layout !== after.layout || isLocked(before) || isLocked(after)) return false;
  const [a, b] = [before, after].map((entry) => new Map<string, unknown>(Object.entries(entry)));
  return [...new Set([...a!.keys(), ...b!.keys()])].every(
    (key) => ownWords[before.layout].has(key) || isSameValue(a!.get(key), b!.get(key)),
  );
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return isSameList(a, b);
  return a === b || (isMoment(a) && isMoment(b) && a.text === b.text && a.iso === b.iso);
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

const isMoment = (value: unknown): value is { text: string; iso: string } =>
  typeof value === 'object' && value !== null && 'text' in value && 'iso' in value;

/** An entry that was read again, as its library would have it: with the names of its terms, and what the library mended. */
function inPlaceOf(before: ContentEntry, after: ContentEntry): ContentEntry {
  const { slug } = before;
  if (before.layout === 'page' || after.layout === 'page') return Object.freeze({ ...after, slug });
  const { categories, tags, aliases, cover } = before;
  const { cover: _written, ...withoutCover } = after;
  return Object.freeze({ ...withoutCover, slug, categories, tags, aliases, ...(cover === undefined ? {} : { cover }) });
}

/** The groups of a library that hold some of these articles. */
function groupsOf(
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

function withEntries(library: Library, replaced: Replacements): Library {
  const articles = [...replaced.keys()].filter((entry) => entry.layout === 'post');
  const touched = groupsOf(library, articles);
  const swapIn = (groups: readonly Group[], some: readonly Group[]): Group[] =>
    groups.map((group) => (some.includes(group) ? { ...group, articles: swap(group.articles, replaced) } : group));
  return withListed({
    ...library,
    articles: swap(library.articles, replaced),
    pages: swap(library.pages, replaced),
    categories: swapIn(library.categories, touched.categories),
    tags: swapIn(library.tags, touched.tags),
  });
}

/** By search and copy, which cost nothing beside ten thousand look-ups. */
function swap<T extends ContentEntry>(entries: readonly T[], replaced: Replacements): readonly T[] {
  const swapped = [...entries];
  for (const [before, after] of replaced) {
    const at = entries.indexOf(before as T);
    if (at !== -1) swapped[at] = after as T;
  }
  return swapped;
}
