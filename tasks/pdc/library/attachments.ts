// Files that authors keep beside their articles instead of in the static folder: only those that a text names are published.
import { alike } from '../text/fold.ts';
import { decodeParts } from '../text/decode.ts';
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { ownFolder } from '../site/file-name.ts';
import { filesNamedIn } from '../markdown/links.ts';

export type Attachment = {
  /** Path below the content folder. */
  readonly source: string;
  /** Site path. */
  readonly path: string;
};

/**
 * Which files of the content folder are published, and where. One in an article's own folder, named in its text, stands
 * below the article's page, as other engines have it. It keeps its path where instead an article further down names it:
 * `linux/lock.png` of `linux/lock.md`, where there is a `linux.md` too. One in nobody's folder keeps its path where any
 * text names it.
 */
export function findAttachments(
  files: readonly string[],
  { entries, pathOf }: { entries: readonly (Article | Page)[]; pathOf: (entry: Article | Page) => string },
): Attachment[] {
  if (files.length === 0) return [];
  const owners = new Map(entries.map((entry) => [ownFolder(entry.source), entry]));
  const known = new Map<string, ReadonlySet<string>>();
  /** The files that the articles of a folder name. */
  const namedIn = (folder: string): ReadonlySet<string> => {
    const texts = (): string[] => entries.filter(({ source }) => folderOf(source) === folder).map(textOf);
    const found = known.get(folder) ?? namesIn(texts());
    known.set(folder, found);
    return found;
  };
  let named: ReadonlySet<string> | undefined;
  const isNamed = (path: string): boolean => (named ??= namesIn(entries.map(textOf))).has(path);
  return files.flatMap((source): Attachment[] => {
    const folder = foldersOf(source).find((above) => owners.has(above));
    const name = lastOf(source, 1);
    if (folder === undefined) return isNamed(name) ? [{ source, path: `/${source}` }] : [];
    const owner = owners.get(folder)!;
    if (names(textOf(owner), name) || isNamed(lastOf(source, 2))) {
      const page = pathOf(owner).replace(/\.html?$|\/$/, '');
      return [{ source, path: `${page}/${source.slice(folder.length)}` }];
    }
    const isNamedBelow = foldersOf(source).some((each) => each.startsWith(folder) && namedIn(each).has(name));
    return isNamedBelow ? [{ source, path: `/${source}` }] : [];
  });
}

const lastOf = (path: string, count: number): string => path.split('/').slice(-count).join('/');

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** `a/b/c.png`: `a/b/`, `a/`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/')}/`);
}

function textOf(entry: Article | Page): string {
  if (entry.layout === 'page') return entry.raw;
  const named = isLocked(entry) ? entry.text.files.join('\n') : entry.raw;
  return `${named}\n${entry.cover ?? ''}`;
}

/** A name that differs in case or Unicode form is meant too: rule links says how the file is called. */
const names = (text: string, name: string): boolean =>
  text.includes(name) || decodeParts(text).includes(name) || alike(decodeParts(text)).includes(alike(name));

/** Whatever looks like the path of a file: its name, and its name with its folder's. */
function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const paths = texts.flatMap(filesNamedIn).map(decodeParts);
  return new Set(paths.flatMap((path) => [lastOf(path, 1), lastOf(path, 2)]));
}
