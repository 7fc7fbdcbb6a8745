// Which addresses of a site are taken: a file each, and the folders that they stand in.
import { foldersAbove } from '#pdc/paths';
import { Failure } from '../settings/failure.ts';

/** The site paths of files, of pages by their folder too, and of the folders above them. */
export type Taken = { readonly paths: Set<string>; readonly folders: Set<string> };

export type Claims = {
  /** Whether a site path leads to a file. */
  readonly has: (path: string) => boolean;
  /** Whether a file may stand there: no disk holds a file and a folder of one name, either. */
  readonly isFree: (path: string) => boolean;
  /** Every file that is taken, by path. */
  readonly files: () => Iterable<string>;
  /** Throws a Failure where two files want one place. */
  readonly take: (path: string) => void;
  /** The file of a path is about to be made again, or to go. */
  readonly release: (path: string) => void;
  /** What was released and not taken again. */
  readonly gone: () => readonly string[];
  /** What is taken now: the same object as stood, changed, where there was one. */
  readonly settle: () => Taken;
};

/** Claims of files that come, over what stands: that stays as it is until the new ones are settled. */
export function createClaims(standing: Taken = { paths: new Set(), folders: new Set() }): Claims {
  const taken: Taken = { paths: new Set(), folders: new Set() };
  const released = new Set<string>();
  const has = (path: string): boolean => taken.paths.has(path) || (standing.paths.has(path) && !released.has(path));
  const isFolder = (path: string): boolean => taken.folders.has(path) || standing.folders.has(path);
  const isFree = (path: string): boolean => !has(path) && !isFolder(path) && !foldersAbove(path).some(has);
  const gone = (): string[] => [...released].filter((path) => !taken.paths.has(path));
  return {
    has,
    isFree,
    files: () => [...standing.paths, ...taken.paths].filter((path) => !path.endsWith('/') && has(path)),
    take(path) {
      if (!isFree(path))
        throw new Failure(`two files want the address ${path}: rename the one under the static folder`);
      for (const one of withFolder(path)) taken.paths.add(one);
      for (const folder of foldersAbove(path)) taken.folders.add(folder);
    },
    release: (path) => withFolder(path).forEach((one) => released.add(one)),
    gone: () => gone().filter((path) => !path.endsWith('/')),
    settle() {
      for (const path of gone()) standing.paths.delete(path);
      for (const path of taken.paths) standing.paths.add(path);
      for (const folder of taken.folders) standing.folders.add(folder);
      return standing;
    },
  };
}

/** A page is led to by its folder as well. */
const withFolder = (path: string): string[] =>
  path.endsWith('/index.html') ? [path, path.slice(0, -'index.html'.length)] : [path];
