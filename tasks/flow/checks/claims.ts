// Keeps the addresses of all output files, so that no two files have the same address.
import { foldersAbove } from '#pdc/site/paths';
import { Failure } from '../../settings/failure.ts';
import { remember } from '#pdc/remember';
import type { FileRecord } from '../../stages/vinyl.ts';
import { message } from '#pdc/words/message';

export type Claims = {
  /** Whether there is a file at a site path. */
  readonly has: (path: string) => boolean;
  /** Whether a file can be written there. A file and a folder cannot have the same name. */
  readonly isFree: (path: string) => boolean;
  /** The paths of all files. */
  readonly files: () => ReadonlySet<string>;
  /** Claims the path of a new file. Throws a Failure if another file has it. */
  readonly take: (path: string) => void;
  /** Claims the path of a file that is kept. Throws a Failure if another file has it. */
  readonly keep: (file: FileRecord) => void;
  /** Whether another publication has the same paths. */
  readonly equals: (claims: Claims) => boolean;
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
    equals: (claims) => {
      const paths = claims.files();
      return paths.size === files.size && [...files].every((path) => paths.has(path));
    },
  };
}

const foldersOf = remember(({ path }: FileRecord): readonly string[] => foldersAbove(path));
