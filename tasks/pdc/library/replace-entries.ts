// Replaces edited entries in a library, if the edits do not change the arrangement of the library: the set of articles,
// and their order, addresses and terms. Other edits need a new library.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { isSame } from '../remember.ts';
import type { Group } from './term-groups.ts';
import type { Library } from './library.ts';
import { withListed } from './listed-library.ts';
import { newOutline } from './outline.ts';

type ContentEntry = Article | Page;

/** The new entries, by the old ones. */
type Replacements = ReadonlyMap<ContentEntry, ContentEntry>;

/** The old and the new entry of a file. */
export type EntryEdit = { readonly oldEntry: ContentEntry; readonly newEntry: ContentEntry };

/**
 * Returns the library with the new entries, equal to a newly joined library. Returns undefined if the edits change the
 * arrangement. The library keeps its outline if only texts changed.
 */
export function replaceEntries(library: Library, edits: readonly EntryEdit[]): Library | undefined {
  const replacements = new Map<ContentEntry, ContentEntry>();
  for (const { oldEntry, newEntry } of edits) {
    const entries: readonly ContentEntry[] = oldEntry.layout === 'post' ? library.articles : library.pages;
    const current = entries.find(({ source }) => source === oldEntry.source);
    if (!current || !canReplace(oldEntry, newEntry)) return undefined;
    replacements.set(current, withLibraryValues(current, newEntry));
  }
  const changesOutline = [...replacements].some(([oldEntry, newEntry]) =>
    (['title', 'description', 'updated'] as const).some((key) => !isSameValue(oldEntry[key], newEntry[key])),
  );
  return withEntries(changesOutline ? { ...library, outline: newOutline() } : library, replacements);
}

/** The keys that may change while everything else of the site stays the same. */
const changeableKeys: Readonly<Record<ContentEntry['layout'], ReadonlySet<string>>> = {
  post: new Set(['title', 'description', 'updated', 'prompt_args', 'raw', 'rawLine', 'rawLines']),
  // The title of a page is in the navigation of all other pages.
  page: new Set(['description', 'updated', 'raw', 'rawLine', 'rawLines']),
};

/** Whether an entry can replace another one without affecting the rest of the site. */
function canReplace(oldEntry: ContentEntry, newEntry: ContentEntry): boolean {
  if (oldEntry.layout !== newEntry.layout || isLocked(oldEntry) || isLocked(newEntry)) return false;
  const fieldsOf = (entry: ContentEntry): Map<string, unknown> => new Map(Object.entries(entry));
  const [oldFields, newFields] = [fieldsOf(oldEntry), fieldsOf(newEntry)];
  return [...new Set([...oldFields.keys(), ...newFields.keys()])].every(
    (key) => changeableKeys[oldEntry.layout].has(key) || isSameValue(oldFields.get(key), newFields.get(key)),
  );
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return isSame(a, b);
  return a === b || (isMoment(a) && isMoment(b) && a.text === b.text && a.iso === b.iso);
}

const isMoment = (value: unknown): value is { text: string; iso: string } =>
  typeof value === 'object' && value !== null && 'text' in value && 'iso' in value;

/** The new entry with the values that the library has set in the old one: slug, terms, aliases and cover. */
function withLibraryValues(oldEntry: ContentEntry, newEntry: ContentEntry): ContentEntry {
  const { slug } = oldEntry;
  if (oldEntry.layout === 'page' || newEntry.layout === 'page') return Object.freeze({ ...newEntry, slug });
  const { categories, tags, aliases, cover } = oldEntry;
  const { cover: _unchecked, ...withoutCover } = newEntry;
  return Object.freeze({ ...withoutCover, slug, categories, tags, aliases, ...(cover === undefined ? {} : { cover }) });
}

/** The groups of a library that contain any of these articles. */
function groupsContaining(
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

function withEntries(library: Library, replacements: Replacements): Library {
  const articles = [...replacements.keys()].filter((entry) => entry.layout === 'post');
  const affectedGroups = groupsContaining(library, articles);
  const replaceInGroups = (groups: readonly Group[], groupsToChange: readonly Group[]): Group[] =>
    groups.map((group) =>
      groupsToChange.includes(group) ? { ...group, articles: replaceInList(group.articles, replacements) } : group,
    );
  return withListed({
    ...library,
    articles: replaceInList(library.articles, replacements),
    pages: replaceInList(library.pages, replacements),
    categories: replaceInGroups(library.categories, affectedGroups.categories),
    tags: replaceInGroups(library.tags, affectedGroups.tags),
  });
}

/** Searches the list for each replacement, which is faster than looking up every entry of the list. */
function replaceInList<T extends ContentEntry>(entries: readonly T[], replacements: Replacements): readonly T[] {
  const newEntries = [...entries];
  for (const [oldEntry, newEntry] of replacements) {
    const index = entries.indexOf(oldEntry as T);
    if (index !== -1) newEntries[index] = newEntry as T;
  }
  return newEntries;
}
