// The addresses that files of the output have: no two files claim one.
import { foldersAbove } from '#pdc/site/paths';
import { Failure } from '../../settings/failure.ts';
import { remember } from '#pdc/remember';
import type { FileRecord } from '../../stages/vinyl.ts';
import { message } from '#pdc/words/message';

export type Claims = {
  /** Whether a site path leads to a file. */
  readonly has: (path: string) => boolean;
  /** Whether a file may be written there: no disk holds a file and a folder of one name, either. */
  readonly isFree: (path: string) => boolean;
  /** The paths of all files. */
  readonly files: () => ReadonlySet<string>;
  /** Takes the path of a file that is made. Throws a Failure where two files want one path. */
  readonly take: (path: string) => void;
  /** Takes the path of a file that is kept. */
  readonly keep: (file: FileRecord) => void;
  /** Whether the same paths are taken in another publication. */
  readonly equals: (other: Claims) => boolean;
};

export function createClaims(): Claims {
  const files = new Set<string>();
  const folders = new Set<string>();
  const has = (path: string): boolean => files.has(path) || (path.endsWith('/') && files.has(`${path}index.html`));
  const isFree = (path: string): boolean =>
    !files.has(path) && !folders.has(path) && !foldersAbove(path).some((folder) => files.has(folder));
  const add = (path: string, above: readonly string[]): void => {
    files.add(path);
    for (const folder of above) folders.add(folder);
  };
  return {
    has,
    isFree,
    files: () => files,
    take(path) {
      if (!isFree(path)) throw new Failure(message('filesAtOneAddress', { path }));
      add(path, foldersAbove(path));
    },
    keep(file) {
      if (files.has(file.path)) throw new Failure(message('filesAtOneAddress', { path: file.path }));
      add(file.path, foldersOf(file));
    },
    equals: (other) => {
      const others = other.files();
      return others.size === files.size && [...files].every((path) => others.has(path));
    },
  };
}

const foldersOf = remember(({ path }: FileRecord): readonly string[] => foldersAbove(path));
