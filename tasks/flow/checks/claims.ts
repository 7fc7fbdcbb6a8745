// The addresses that files of the output have: no two files claim one.
import { foldersAbove } from '#pdc/paths';
import { Failure } from '../../settings/failure.ts';
import { message } from '#pdc/message';

/** The site paths of files, of pages by their folder too, and of the folders above them. */
export type ClaimedPaths = { readonly paths: Set<string>; readonly folders: Set<string> };

export type Claims = {
  /** Whether a site path leads to a file. */
  readonly has: (path: string) => boolean;
  /** Whether a file may be written there: no disk holds a file and a folder of one name, either. */
  readonly isFree: (path: string) => boolean;
  /** The paths of all files. */
  readonly files: () => Iterable<string>;
  /** Throws a Failure where two files want one path. */
  readonly take: (path: string) => void;
  /** To be called before the file of a path is made again or removed. */
  readonly release: (path: string) => void;
  /** The paths that were released and not taken again. */
  readonly gone: () => readonly string[];
  /** Applies the changes to `previous`, in place, and returns it. */
  readonly commit: () => ClaimedPaths;
};

/** Claims of the files that are made, over those of the previous publication, which stay as they are until `commit`. */
export function createClaims(previous: ClaimedPaths = { paths: new Set(), folders: new Set() }): Claims {
  const taken: ClaimedPaths = { paths: new Set(), folders: new Set() };
  const released = new Set<string>();
  const has = (path: string): boolean => taken.paths.has(path) || (previous.paths.has(path) && !released.has(path));
  const isFolder = (path: string): boolean => taken.folders.has(path) || previous.folders.has(path);
  const isFree = (path: string): boolean => !has(path) && !isFolder(path) && !foldersAbove(path).some(has);
  const gone = (): string[] => [...released].filter((path) => !taken.paths.has(path));
  return {
    has,
    isFree,
    files: () => [...previous.paths, ...taken.paths].filter((path) => !path.endsWith('/') && has(path)),
    take(path) {
      if (!isFree(path)) throw new Failure(message('filesAtOneAddress', { path }));
      for (const one of withFolder(path)) taken.paths.add(one);
      for (const folder of foldersAbove(path)) taken.folders.add(folder);
    },
    release: (path) => withFolder(path).forEach((one) => released.add(one)),
    gone: () => gone().filter((path) => !path.endsWith('/')),
    commit() {
      for (const path of gone()) previous.paths.delete(path);
      for (const path of taken.paths) previous.paths.add(path);
      for (const folder of taken.folders) previous.folders.add(folder);
      return previous;
    },
  };
}

/** A page answers at the path of its folder too. */
const withFolder = (path: string): string[] =>
  path.endsWith('/index.html') ? [path, path.slice(0, -'index.html'.length)] : [path];
