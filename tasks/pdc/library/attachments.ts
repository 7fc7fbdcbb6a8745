// Finds the files in the content folder that are published because a text names them.
import { alike } from '../text/fold.ts';
import { decodeParts } from '../text/decode.ts';
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { ownFolder } from '../site/file-name.ts';
import { filesNamedIn } from '../markdown/links.ts';

export type Attachment = {
  /** The path below the content folder. */
  readonly source: string;
  /** The site path. */
  readonly path: string;
};

/**
 * Decides which files of the content folder are published, and where. A file in an article's own folder that the
 * article names is published below the article's page, as in other engines. If only another article inside this folder
 * names the file, the file keeps its path. For example, `linux/lock.png` keeps its path if `linux/lock.md` names it,
 * even if there is a `linux.md`. A file outside of such folders keeps its path if any text names it.
 */
export function findAttachments(
  files: readonly string[],
  { entries, pathOf }: { entries: readonly (Article | Page)[]; pathOf: (entry: Article | Page) => string },
): Attachment[] {
  if (files.length === 0) return [];
  const owners = new Map(entries.map((entry) => [ownFolder(entry.source), entry]));
  const namesByFolder = new Map<string, ReadonlySet<string>>();
  /** The files that the articles of a folder name. */
  const filesMentionedIn = (folder: string): ReadonlySet<string> => {
    const texts = (): string[] => entries.filter(({ source }) => folderOf(source) === folder).map(textOf);
    const fileNames = namesByFolder.get(folder) ?? mentionedFiles(texts());
    namesByFolder.set(folder, fileNames);
    return fileNames;
  };
  let mentionedInEntries: ReadonlySet<string> | undefined;
  const isMentioned = (path: string): boolean => (mentionedInEntries ??= mentionedFiles(entries.map(textOf))).has(path);
  return files.flatMap((source): Attachment[] => {
    const folder = foldersOf(source).find((candidate) => owners.has(candidate));
    const name = lastSegments(source, 1);
    if (folder === undefined) return isMentioned(name) ? [{ source, path: `/${source}` }] : [];
    const owner = owners.get(folder)!;
    if (mentions(textOf(owner), name) || isMentioned(lastSegments(source, 2))) {
      const page = pathOf(owner).replace(/\.html?$|\/$/, '');
      return [{ source, path: `${page}/${source.slice(folder.length)}` }];
    }
    const isMentionedBelow = foldersOf(source).some(
      (innerFolder) => innerFolder.startsWith(folder) && filesMentionedIn(innerFolder).has(name),
    );
    return isMentionedBelow ? [{ source, path: `/${source}` }] : [];
  });
}

const lastSegments = (path: string, count: number): string => path.split('/').slice(-count).join('/');

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The folders around a file. For `a/b/c.png`: `a/b/` and `a/`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/')}/`);
}

function textOf(entry: Article | Page): string {
  if (entry.layout === 'page') return entry.raw;
  const texts = isLocked(entry) ? entry.text.files.join('\n') : entry.raw;
  return `${texts}\n${entry.cover ?? ''}`;
}

/** Whether a text names a file. Case and Unicode form are ignored, so that rule links can report the correct name. */
const mentions = (text: string, name: string): boolean =>
  text.includes(name) || decodeParts(text).includes(name) || alike(decodeParts(text)).includes(alike(name));

/** The names of files in texts, each with and without its folder: everything that looks like a path of a file. */
function mentionedFiles(texts: readonly string[]): ReadonlySet<string> {
  const paths = texts.flatMap(filesNamedIn).map(decodeParts);
  return new Set(paths.flatMap((path) => [lastSegments(path, 1), lastSegments(path, 2)]));
}
